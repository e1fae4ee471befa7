import { readFileSync } from 'node:fs';
import type { BundleJob } from '#contracts';
import type { GateContext, GateInput, Rejection } from './gate.js';
import { judge } from './gates.js';
import { readProposal } from './invalid-proposal.gate.js';

export interface GateCase {
  id: string;
  gate?: string;
  content: string;
  author?: 'machine' | 'human';
  expect: string;
}

/** Cases of a file with a JSON object a line. */
export const casesOf = (path: string): GateCase[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as GateCase);

/** A job of its own origin with one failed call, item 1. */
export const job = (jobId: string, more: Partial<BundleJob> = {}): BundleJob => ({
  jobId,
  finishedAt: '2026-11-30T10:00:00.000Z',
  origin: jobId,
  credential: 'runner',
  calls: [{ item: 1, class: 'fault', digest: `digest of ${jobId}` }],
  humanMessages: [],
  ...more,
});

/** An empty notebook and a batch of two jobs that may support a note. */
export const contextOf = (more: Partial<GateContext> = {}): GateContext => ({
  skill: 'enabled',
  liveLessons: [],
  dormantLessons: [],
  bans: [],
  bundle: [job('a'), job('b')],
  acceptedInRound: 0,
  liveCount: 0,
  thresholds: { duplicate: 0.6, ban: 0.5 },
  trustPresumedPeople: false,
  ...more,
});

export const GOOD = 'When `tree` is not installed, use `find` instead.';

export const rawProposal = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  skill: 'shell',
  kind: 'condition',
  content: GOOD,
  evidence: [{ jobId: 'a', item: 1 }, { jobId: 'b' }],
  ...more,
});

/** What becomes of a proposal as it comes from a reflector. */
export function verdictOf(raw: unknown, context = contextOf()): Rejection | undefined {
  const read: GateInput | Rejection = readProposal(raw);
  return 'reason' in read ? read : judge(read, context);
}
