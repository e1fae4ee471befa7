import { isJobId, RULES_VERSION, streams, type EvidenceRef, type NewLogEvent, type ReviewReply } from '#contracts';
import { isLive, leaseFrom, lessonState } from '#domain';
import type { Decision } from '../commands/decision.js';
import { ACTIVE_CAP } from '../gates/active-cap.gate.js';
import { dueReasons, type Surroundings } from './docket.js';
import { evolve, liveLessons, type Lesson, type Notebooks } from './notebook.state.js';
import { placed } from './placed.js';
import { releaseReported, type ReportedRelease } from './release.js';

const NOTE_MAX = 2_000;
/** A review that would end so many, and more than half of an agent's live lessons, waits for a person. */
const MASS_END_MIN = 3;

export interface ReviewCommand {
  agent: string;
  /** Jobs of the shown index: only these may be cited. */
  indexJobIds: readonly string[];
  release: string | null;
  /** As they came; judged one by one. */
  verdicts: readonly unknown[];
}

export interface ReviewContext extends Surroundings, ReportedRelease {
  unconfirmedRenewalsMax: number;
}

interface Verdict {
  lessonId: string;
  verdict: 'renew' | 'obsolete' | 'lapse';
  note?: string;
  evidenceJobIds: string[];
}

type Judged = { event: NewLogEvent; done: 'renewed' | 'obsoleted' | 'lapsed' } | { reason: string; detail?: string };

/** Judges the verdicts in order, each accepted one counting for the next (domain.md section 6). */
export function decideReview(
  state: Notebooks,
  command: ReviewCommand,
  context: ReviewContext,
): Decision<Omit<ReviewReply, 'position'>> {
  const release = releaseReported(command.agent, command.release, context);
  const judging = { ...context, release: release.release };
  const all = judgeVerdicts(state, command, judging, true);
  const decided = endsTooMany(state, all.ended, context.now) ? judgeVerdicts(state, command, judging, false) : all;
  return { events: [...release.events, ...decided.events], reply: decided.reply };
}

function judgeVerdicts(state: Notebooks, command: ReviewCommand, context: ReviewContext, mayEnd: boolean) {
  const reply: Omit<ReviewReply, 'position'> = { renewed: [], obsoleted: [], lapsed: [], rejected: [] };
  const events: NewLogEvent[] = [];
  const ended: string[] = [];
  let current = state;
  command.verdicts.forEach((raw, index) => {
    const verdict = verdictOf(raw);
    const judged: Judged =
      verdict === undefined ? { reason: 'invalid_review' } : judgeVerdict(current, verdict, command, context);
    if ('reason' in judged) {
      reply.rejected.push({ index, ...judged });
      return;
    }
    const { event, done } = judged;
    const { lessonId } = event.data as { lessonId: string };
    if (done !== 'renewed' && !mayEnd) {
      reply.rejected.push({ index, reason: 'awaiting_person' });
      return;
    }
    if (done !== 'renewed') ended.push(lessonId);
    current = evolve(current, placed(event, context.now));
    events.push(event);
    reply[done].push(lessonId);
  });
  return { events, reply, ended };
}

function endsTooMany(state: Notebooks, ended: string[], now: string): boolean {
  const isLiveNow = (lesson: Lesson | undefined): boolean =>
    lesson !== undefined && isLive(lessonState(lesson, Date.parse(now)));
  const endedLive = ended.filter((lessonId) => isLiveNow(state.lessons.get(lessonId))).length;
  const live = [...state.lessons.values()].filter(isLiveNow).length;
  return endedLive >= MASS_END_MIN && endedLive * 2 > live;
}

function judgeVerdict(state: Notebooks, verdict: Verdict, command: ReviewCommand, context: ReviewContext): Judged {
  const lesson = state.lessons.get(verdict.lessonId);
  if (lesson === undefined || lesson.ended !== null || lesson.author === 'human') return { reason: 'not_reviewable' };
  const outside = verdict.evidenceJobIds.find((jobId) => !command.indexJobIds.includes(jobId));
  if (outside !== undefined) return { reason: 'invalid_evidence', detail: outside };
  const stream = streams.lesson(lesson.agent, lesson.skill);
  const { lessonId } = lesson;
  const { note } = verdict;
  const evidence = verdict.evidenceJobIds.map(wholeJob);

  if (verdict.verdict === 'obsolete') {
    if (note === undefined) return { reason: 'missing_note' };
    return { event: { type: 'lesson.obsoleted', stream, data: { lessonId, note, evidence } }, done: 'obsoleted' };
  }
  if (dueReasons(lesson, context).length === 0) return { reason: 'outside_docket' };
  if (verdict.verdict === 'lapse') {
    const data = { lessonId, ...(note !== undefined && { note }), evidence };
    return { event: { type: 'lesson.expired', stream, data }, done: 'lapsed' };
  }
  const dormant = lessonState(lesson, Date.parse(context.now)) === 'dormant';
  if (dormant && liveLessons(state, lesson.skill, context.now).length >= ACTIVE_CAP) {
    return { reason: 'active_cap_reached' };
  }
  if (evidence.length === 0 && lesson.unconfirmedRenewals >= context.unconfirmedRenewalsMax) {
    return { reason: 'unconfirmed' };
  }
  const data = {
    lessonId,
    ...leaseFrom(context.now),
    checkedRelease: context.release ?? lesson.checkedRelease,
    checkedSkillHash: context.skillTextHashes.get(lesson.skill) ?? lesson.checkedSkillHash,
    basis: evidence.length === 0 ? ('unconfirmed' as const) : ('evidence' as const),
    evidence,
    ...(note !== undefined && { note }),
    rules: RULES_VERSION,
  };
  return { event: { type: 'lesson.renewed', stream, data }, done: 'renewed' };
}

/** A review cites jobs as a whole: no item, and so no digest of one. */
const wholeJob = (jobId: string): EvidenceRef => ({ jobId });

function verdictOf(raw: unknown): Verdict | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { lessonId, verdict, note, evidenceJobIds = [] } = raw as Record<string, unknown>;
  if (typeof lessonId !== 'string') return undefined;
  if (verdict !== 'renew' && verdict !== 'obsolete' && verdict !== 'lapse') return undefined;
  if (note !== undefined && note !== null && (typeof note !== 'string' || note.length > NOTE_MAX)) return undefined;
  if (!Array.isArray(evidenceJobIds) || evidenceJobIds.length > 100 || !evidenceJobIds.every(isJobId)) return undefined;
  const said = typeof note === 'string' ? note.toWellFormed().trim() : '';
  return { lessonId, verdict, ...(said !== '' && { note: said }), evidenceJobIds: [...new Set(evidenceJobIds)] };
}
