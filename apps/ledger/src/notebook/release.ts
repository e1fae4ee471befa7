import { streams, type NewLogEvent } from '#contracts';

/** The release of an agent as it stands. */
export interface ReportedRelease {
  release: string | null;
  releasePinned: boolean;
}

/** What a reported release changes: nothing while an operator pins one, or when none or the same was reported. */
export function releaseReported(
  agent: string,
  reported: string | null,
  { release, releasePinned }: ReportedRelease,
): { release: string | null; events: NewLogEvent[] } {
  if (reported === null || releasePinned || reported === release) return { release, events: [] };
  const data = { release: reported, pinned: false };
  return { release: reported, events: [{ type: 'agent.release_set', stream: streams.agent(agent), data }] };
}
