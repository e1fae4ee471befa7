import type { EvidenceRecord } from '#contracts';
import { ADDS_PER_SKILL, type Candidate, EVIDENCE_LIMIT, type ReflectionInput } from './candidate.js';
import { sawLessons } from './calls.js';
import { clustersOf, type SkilledCluster } from './conditions.js';
import { type Heard, heardIn, quoteOf, ruleIn } from './corrections/correction.js';
import { refused as isRefused, type Rule } from './corrections/verdict.js';
import type { Draft, Refusal } from './families/family.js';
import { bare } from './error-line.js';
import { skillSays, speaksOf } from './known.js';
import { countOrigins, withinOneDay } from './origins.js';
import { isRunLocal, isShort, isUnsafe } from './safety.js';
import { chooseSkill } from './skill-choice.js';
import { isClean, taintedTokens, tokensOf } from './taint.js';

const isRefusal = (draft: Draft | Refusal): draft is Refusal => 'reason' in draft;
const noteOf = ({ condition, action }: Rule): string => `${condition}, ${action}.`;

/** Why a note may not go to this skill, or is known there already. */
function barred(input: ReflectionInput, skill: string | undefined, rule: Rule): Refusal | undefined {
  const found = input.skills.find((one) => one.name === skill);
  const note = noteOf(rule);
  if (!found) return { reason: 'skill_disabled', detail: `${skill} is not enabled for the agent` };
  if (input.liveLessons.some((live) => live.skill === skill && speaksOf(live.content, rule.condition)))
    return { reason: 'already_known', detail: 'a live lesson is about it' };
  if (found.text && skillSays(found.text, note)) return { reason: 'already_known', detail: 'the skill says it' };
  if (!/^do not\b/.test(rule.action) && isUnsafe(rule.action))
    return { reason: 'unsafe_action', detail: 'the action turns off a guard, widens rights or destroys' };
  if (isRunLocal(note)) return { reason: 'run_local', detail: 'it names what exists in one run only' };
  return isShort(note) ? undefined : { reason: 'too_wide', detail: 'it does not fit into a short note' };
}

/** The note of a cluster, resting only on ways past it that the agents found themselves. */
function draftOf(cluster: SkilledCluster, skillText: string): Draft | Refusal {
  const first = cluster.family.write(cluster);
  if (isRefusal(first)) return first;
  const tokens = tokensOf(first.action);
  const clean = cluster.recoveries.filter((recovery) => isClean(recovery, tokens, skillText));
  const draft =
    clean.length === cluster.recoveries.length ? first : cluster.family.write({ ...cluster, recoveries: clean });
  const working = cluster.working.filter((call) => !sawLessons(call.job));
  const tainted = isRefusal(draft) ? tokens : taintedTokens(draft.action, working, skillText);
  return tainted.length ? { reason: 'tainted_action', detail: `first seen in an output: ${tainted.join(' ')}` } : draft;
}

function fromCluster(input: ReflectionInput, cluster: SkilledCluster): Candidate {
  const { skill, jobs } = cluster;
  const origins = cluster.origins(cluster.failures);
  const candidate: Candidate = {
    ...(skill !== undefined && { skill }),
    kind: 'condition',
    content: '',
    evidence: jobs.slice(0, EVIDENCE_LIMIT).map((job) => ({
      jobId: job.jobId,
      item: cluster.failures.find((failure) => failure.job === job)!.item,
    })),
    outcome: 'refused',
    support: {
      origins,
      jobs: jobs.map((job) => job.jobId),
      program: cluster.program,
      error: bare(cluster.line).slice(0, 200),
    },
  };
  if (cluster.refused) return { ...candidate, ...cluster.refused };
  if (skill === undefined)
    return { ...candidate, reason: 'no_skill', detail: 'no skill was in use and the agent has no default' };
  if (cluster.failures.every((failure) => failure.class === 'transient') && withinOneDay(jobs))
    return { ...candidate, reason: 'transient_failure', detail: 'one outage within 24 hours' };
  if (origins < 2)
    return { ...candidate, outcome: 'waiting', reason: 'single_origin', detail: 'seen in jobs of one origin so far' };
  const draft = draftOf(cluster, input.skills.find((one) => one.name === skill)?.text ?? '');
  if (isRefusal(draft)) return { ...candidate, ...draft };
  const { condition, action, check, recovery } = draft;
  const written = {
    ...candidate,
    content: noteOf(draft),
    condition,
    action,
    ...(check && { check }),
    support: { ...candidate.support, ...(recovery && { recovery }) },
  };
  const reason = barred(input, skill, draft);
  return reason ? { ...written, ...reason } : { ...written, outcome: 'proposed' };
}

/** One candidate for what people said alike in one or more jobs. */
function fromHeard(input: ReflectionInput, skill: string | undefined, all: readonly Heard[]): Candidate {
  const first = all[0]!;
  const rule = ruleIn(first);
  const jobs = [...new Set(all.map((heard) => heard.job))];
  const origins = countOrigins(jobs, input.originsMinGapHours);
  const candidate: Candidate = {
    ...(skill !== undefined && { skill }),
    kind: 'correction',
    content: rule ? noteOf(rule) : '',
    ...(rule && { condition: rule.condition, action: rule.action }),
    evidence: all.slice(0, EVIDENCE_LIMIT).map(({ job, item }) => ({ jobId: job.jobId, item })),
    outcome: 'refused',
    quote: quoteOf(first),
    support: { origins, jobs: jobs.map((job) => job.jobId) },
  };
  if (isRefused(first.verdict)) return { ...candidate, ...first.verdict };
  if (skill === undefined)
    return { ...candidate, reason: 'no_skill', detail: 'no skill was in use and the agent has no default' };
  if (!rule)
    return {
      ...candidate,
      reason: 'needs_person',
      detail: 'it takes a person or a model to put it into an English note',
    };
  const reason = barred(input, skill, rule);
  if (reason?.reason === 'too_wide') return { ...candidate, reason: 'needs_person', detail: reason.detail };
  if (reason) return { ...candidate, ...reason };
  const proven = all.some((heard) => heard.human === 'proven' || input.trustPresumedPeople);
  return proven || origins >= 2
    ? { ...candidate, outcome: 'proposed' }
    : {
        ...candidate,
        outcome: 'waiting',
        reason: 'unproven_person',
        detail: "one message, only presumed to be a person's",
      };
}

function corrections(input: ReflectionInput, records: readonly { job: EvidenceRecord; from: number }[]): Candidate[] {
  const groups = new Map<string, { skill: string | undefined; heard: Heard[] }>();
  for (const { job, from } of records) {
    for (const heard of heardIn(job, from)) {
      const skill = chooseSkill(job, heard.item, input.defaultSkill);
      const rule = ruleIn(heard);
      // What was refused stands alone, so that each message has its answer.
      const said = isRefused(heard.verdict)
        ? `${job.jobId} ${heard.item}`
        : (rule ? noteOf(rule) : quoteOf(heard)).toLowerCase();
      const key = `${skill ?? ''}\u0000${said}`;
      const group = groups.get(key) ?? { skill, heard: [] };
      group.heard.push(heard);
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(({ skill, heard }) => fromHeard(input, skill, heard));
}

const support = (candidate: Candidate): number => candidate.support.origins * 1000 + candidate.support.jobs.length;
/** Best first: what a person said, then what most origins met. */
const bestFirst = (a: Candidate, b: Candidate): number =>
  Number(b.kind === 'correction') - Number(a.kind === 'correction') ||
  support(b) - support(a) ||
  a.content.localeCompare(b.content);

/** One note a condition, and no more proposals for a skill than a round may add; the others wait for the next. */
function limited(proposed: Candidate[]): Candidate[] {
  const taken: Candidate[] = [];
  return proposed.sort(bestFirst).map((candidate) => {
    const same = taken.filter((one) => one.skill === candidate.skill);
    if (same.some((one) => speaksOf(one.content, candidate.condition!)))
      return {
        ...candidate,
        outcome: 'refused',
        reason: 'already_known',
        detail: 'another note of the round is about it',
      };
    if (same.length >= ADDS_PER_SKILL)
      return {
        ...candidate,
        outcome: 'waiting',
        reason: 'adds_limit',
        detail: 'the round may add no more to this skill',
      };
    taken.push(candidate);
    return candidate;
  });
}

/**
 * Reads a batch without a model. Every cluster of failed calls and every message of a person gives one candidate, with
 * the reason where it is no proposal. What only earlier jobs show is left out until it is
 * met again, unless an earlier round had no room for it. Pure: the
 * same input gives the same answer.
 */
export function reflect(input: ReflectionInput): Candidate[] {
  const fresh = new Set(input.jobs.map((job) => job.jobId));
  const records = [
    ...input.jobs.map((job) => ({ job, from: job.firstItem })),
    ...input.waiting.filter((job) => !fresh.has(job.jobId)).map((job) => ({ job, from: 0 })),
  ];
  const clusters = clustersOf(records, input.originsMinGapHours, input.defaultSkill);
  const all = [...clusters.map((cluster) => fromCluster(input, cluster)), ...corrections(input, records)];
  const roomNow = (candidate: Candidate): boolean =>
    candidate.outcome === 'proposed' &&
    (input.deferred ?? []).some(
      (note) => note.skill === candidate.skill && speaksOf(note.content, candidate.condition!),
    );
  const current = all.filter((candidate) => candidate.support.jobs.some((job) => fresh.has(job)) || roomNow(candidate));
  const proposed = current.filter((candidate) => candidate.outcome === 'proposed');
  return [...limited(proposed), ...current.filter((candidate) => candidate.outcome !== 'proposed')];
}
