import type { Call, Failure } from '../calls.js';
import type { CandidateReason } from '../candidate.js';
import { type Recovery, recoveryKey } from '../recovery.js';

/** What one failed call shows. Equal keys are one condition. */
export interface Sighting {
  key: string;
  program: string;
  /** The error line as seen. */
  line: string;
  /** What fills the note: flag, module, … */
  slot?: string;
  /** Set where the call can teach nothing, whatever else is seen. */
  refused?: { reason: CandidateReason; detail: string };
}

/** All sightings of one condition for one skill. */
export interface Cluster extends Sighting {
  family: Family;
  failures: Failure[];
  recoveries: Recovery[];
  /** Calls of these jobs that worked: what an action may name. */
  working: Call[];
  /** Distinct origins among jobs, with the gap rule. */
  origins: (calls: readonly { job: Failure['job'] }[]) => number;
}

export interface Draft {
  /** Starts with When, If or Before. */
  condition: string;
  action: string;
  check?: { command: string; expect: string };
  /** Kept with the candidate: how the jobs got past it. */
  recovery?: string;
}
export interface Refusal {
  reason: CandidateReason;
  detail: string;
}

/** A kind of condition: how it shows in a call, and how a colleague would note it down. */
export interface Family {
  name: string;
  see(failure: Failure, line: string, folded: string): Sighting | undefined;
  write(cluster: Cluster): Draft | Refusal;
}

export const NO_RECOVERY: Refusal = { reason: 'no_recovery', detail: 'no way past it worked alike in the jobs' };

/**
 * The way past it on which the jobs agree: seen in `min` origins and in at least 60% of the origins that got past it.
 * Only kinds that `fits` accepts can win, but all count against it.
 */
export function agreed<R extends Recovery>(
  cluster: Cluster,
  min: number,
  fits: (recovery: Recovery) => recovery is R,
): R | undefined {
  const real = cluster.recoveries.filter((recovery) => recovery.kind !== 'retry');
  const groups = new Map<string, Recovery[]>();
  for (const recovery of real)
    groups.set(recoveryKey(recovery), [...(groups.get(recoveryKey(recovery)) ?? []), recovery]);
  const total = cluster.origins(real.map((recovery) => recovery.failure));
  let best: { recovery: R; origins: number } | undefined;
  for (const [first, ...rest] of groups.values()) {
    if (!first || !fits(first)) continue;
    const origins = cluster.origins([first, ...rest].map((recovery) => recovery.failure));
    if (origins >= min && origins / total >= 0.6 && origins > (best?.origins ?? 0)) best = { recovery: first, origins };
  }
  return best?.recovery;
}

/** Narrows a recovery to some kinds. */
export const ofKind =
  <K extends Recovery['kind']>(...kinds: K[]) =>
  (recovery: Recovery): recovery is Recovery & { kind: K } =>
    (kinds as string[]).includes(recovery.kind);

export const code = (text: string): string => `\`${text}\``;
