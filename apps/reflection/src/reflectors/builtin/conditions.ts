import type { EvidenceRecord } from '#contracts';
import { type Call, callsOf, type Failure, failuresOf } from './calls.js';
import { errorLine } from './error-line.js';
import type { Cluster, Family, Sighting } from './families/family.js';
import { NAMED_FAMILIES, REST_FAMILIES } from './families/index.js';
import { foldLine } from './messages.js';
import { countOrigins } from './origins.js';
import { type Recovery, recoveryKey, recoveryOf } from './recovery.js';
import { chooseSkill } from './skill-choice.js';

export interface SkilledCluster extends Cluster {
  skill: string | undefined;
  jobs: EvidenceRecord[];
}

/** What a failed call shows: the narrowest family that sees anything, and why it can teach nothing if that is so. */
export function sight(failure: Failure): { family: Family; seen: Sighting } | undefined {
  const lines = failure.lines.map((line) => ({ line, folded: foldLine(line) }));
  let refused: { family: Family; seen: Sighting } | undefined;
  for (const family of NAMED_FAMILIES) {
    for (const { line, folded } of lines) {
      const seen = family.see(failure, line, folded);
      if (seen && !seen.refused) return { family, seen };
      if (seen) refused ??= { family, seen };
    }
  }
  if (refused) return refused;
  const line =
    errorLine(failure.lines, failure.programs) ?? (failure.tool === undefined ? '' : (failure.lines[0] ?? ''));
  for (const family of REST_FAMILIES) {
    const seen = family.see(failure, line, foldLine(line));
    if (seen) return { family, seen };
  }
  return undefined;
}

/** Ways past one condition that are weighed. */
const RECOVERIES = 50;

function recoveriesOf(failures: readonly Failure[], program: string, calls: ReadonlyMap<string, Call[]>): Recovery[] {
  const seen = new Set<string>();
  return failures
    .flatMap((failure) => {
      const recovery = recoveryOf(failure, calls.get(failure.job.jobId) ?? [], program);
      const key = recovery && `${failure.job.jobId} ${recoveryKey(recovery)}`;
      if (!recovery || !key || seen.has(key)) return [];
      seen.add(key);
      return [recovery];
    })
    .slice(0, RECOVERIES);
}

/** The failed calls of jobs, put together by skill, kind of condition, program and normalised error. `from` is the first item that counts. */
export function clustersOf(
  jobs: readonly { job: EvidenceRecord; from: number }[],
  gapHours: number,
  defaultSkill?: string,
): SkilledCluster[] {
  const groups = new Map<string, { skill: string | undefined; family: Family; seen: Sighting; failures: Failure[] }>();
  const calls = new Map<string, Call[]>();
  for (const { job, from } of jobs) {
    const own = callsOf(job);
    calls.set(job.jobId, own);
    for (const failure of failuresOf(job, own, from)) {
      const found = sight(failure);
      if (!found) continue;
      const skill = chooseSkill(job, failure.item, defaultSkill);
      const key = [skill ?? '', found.family.name, found.seen.key].join('\u0000');
      const group = groups.get(key) ?? { skill, ...found, failures: [] };
      // One sighting that can teach is enough; the others are no part of it.
      if (group.seen.refused && !found.seen.refused) Object.assign(group, { seen: found.seen, failures: [] });
      if (Boolean(group.seen.refused) === Boolean(found.seen.refused)) group.failures.push(failure);
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(({ skill, family, seen, failures }) => {
    const concerned = [...new Set(failures.map((failure) => failure.job))];
    return {
      ...seen,
      skill,
      family,
      failures,
      jobs: concerned,
      recoveries: recoveriesOf(failures, seen.program, calls),
      working: concerned.flatMap((job) => (calls.get(job.jobId) ?? []).filter((call) => call.worked)),
      origins: (of) => countOrigins([...new Set(of.map((one) => one.job))], gapHours),
    };
  });
}
