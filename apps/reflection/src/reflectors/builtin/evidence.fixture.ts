import type { CallClass, EvidenceRecord, Item } from '#contracts';

/** A call in short: `$ command`, its exit code and output. */
export const ran = (command: string, exitCode = 0, output = ''): Item => ({
  type: 'command',
  command,
  exitCode,
  output,
});
export const used = (name: string, args: unknown, success = true, output = ''): Item => ({
  type: 'tool',
  name,
  arguments: args,
  success,
  output,
});
export const said = (text: string, role: 'user' | 'assistant' = 'user'): Item => ({ type: 'message', role, text });

let serial = 0;

/** A job as ingestion would record it; failed calls are faults unless `classes` says otherwise. */
export function job(
  items: Item[],
  over: Partial<EvidenceRecord> & { classes?: Record<number, CallClass> } = {},
): EvidenceRecord {
  serial += 1;
  const { classes = {}, ...rest } = over;
  const all: Item[] = [said('Tidy the data folder'), ...items];
  const failed = (item: Item): boolean =>
    (item.type === 'command' && item.exitCode !== 0 && item.exitCode !== null) ||
    (item.type === 'tool' && item.success === false);
  const day = String(1 + (serial % 27)).padStart(2, '0');
  const at = `2026-11-${day}T08:00:00.000Z`;
  return {
    agent: 'tester',
    jobId: `job-${serial}`,
    status: 'succeeded',
    title: 'Tidy',
    task: 'Tidy the data folder',
    startedAt: at,
    finishedAt: at,
    recordedAt: at,
    origin: `origin-${serial}`,
    skills: ['shell'],
    lessonsSeen: [],
    lessonsFound: [],
    items: all,
    firstItem: 0,
    credential: 'runner',
    relaysPeople: false,
    reportsExposure: false,
    signals: ['failed_call'],
    calls: all.flatMap((item, index) =>
      classes[index]
        ? [{ item: index, class: classes[index], counts: true }]
        : failed(item)
          ? [{ item: index, class: 'fault' as const, counts: true }]
          : [],
    ),
    humanMessages: all.flatMap((item, index) =>
      item.type === 'message' && item.role === 'user' && index > 0 ? [{ item: index, human: 'presumed' as const }] : [],
    ),
    notHuman: [],
    ...rest,
  };
}
