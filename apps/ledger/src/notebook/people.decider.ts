import { RULES_VERSION, streams, type BanScope, type LessonCreated, type NewLogEvent } from '#contracts';
import { isBanned, sameText } from '#domain';
import type { ContentProblem } from '../gates/index.js';
import { refuse, unchanged, type Decision, type Refused } from '../commands/decision.js';
import { bansFor, liveLessons, type Ban, type Lesson, type Notebooks } from './notebook.state.js';

export type SkillStanding = 'enabled' | 'disabled' | 'archived' | 'missing';

export interface PeopleContext {
  /** ISO-8601. */
  now: string;
  /** Id of the lesson that is made, if one is. */
  lessonId: string;
  banThreshold: number;
  skill: SkillStanding;
  /** Of the content, in order of the gates. */
  problems: readonly ContentProblem[];
}

export interface HumanText {
  content: string;
  /** Lifts a ban that the content would hit. */
  release?: boolean;
  /** Reasons that the person insists against; recorded. */
  acknowledge?: readonly string[];
}
export interface AddCommand extends HumanText {
  agent: string;
  skill: string;
  from?: { roundId: string; candidate: number };
}
export interface RetireCommand {
  lessonId: string;
  reason?: string;
}
export interface ReplaceCommand extends HumanText {
  lessonId: string;
}
export interface BanCommand {
  lessonId: string;
  scope?: BanScope;
  reason?: string;
}
export interface UnbanCommand {
  lessonId: string;
  reason?: string;
}

type LessonReply = Decision<{ lessonId: string }>;

/** A person adds a lesson to an enabled skill (domain.md section 5). */
export function decideAdd(state: Notebooks, command: AddCommand, context: PeopleContext): LessonReply {
  const { agent, skill, from } = command;
  const refused = textRefused(state, agent, skill, command, context, undefined);
  if (refused !== undefined) return refused;
  return {
    events: [
      ...humanLesson(agent, skill, command, context, { ...(from !== undefined && { from }) }),
      ...liftedBy(state, skill, command.content, context),
    ],
    reply: { lessonId: context.lessonId },
  };
}

/** A person retires a lesson that has not ended; its meaning is banned in the same step. */
export function decideRetire(state: Notebooks, { lessonId, reason }: RetireCommand): LessonReply {
  const lesson = state.lessons.get(lessonId);
  if (lesson === undefined) return refuse('lesson_not_found');
  if (lesson.ended !== null) return refuse('already_ended');
  return {
    events: [retired(lesson, { ...(reason !== undefined && { reason }) }), banned(lesson, 'agent', reason)],
    reply: { lessonId },
  };
}

/** Retires a lesson and adds the new text in one step; what the new text still says is not banned. */
export function decideReplace(
  state: Notebooks,
  command: ReplaceCommand,
  context: PeopleContext,
): Decision<{ lessonId: string; retired: string }> {
  const lesson = state.lessons.get(command.lessonId);
  if (lesson === undefined) return refuse('lesson_not_found');
  if (lesson.ended !== null) return refuse('already_ended');
  const { agent, skill } = lesson;
  const refused = textRefused(state, agent, skill, command, context, lesson.lessonId);
  if (refused !== undefined) return refused;
  const stillSaid = isBanned(command.content, lesson.content, context.banThreshold);
  return {
    events: [
      retired(lesson, { replacedBy: context.lessonId }),
      ...(stillSaid ? [] : [banned(lesson, 'agent', undefined)]),
      ...humanLesson(agent, skill, command, context, { replaces: lesson.lessonId }),
      ...liftedBy(state, skill, command.content, context),
    ],
    reply: { lessonId: context.lessonId, retired: lesson.lessonId },
  };
}

/** Bans the meaning of an ended lesson. Again with the other scope changes the scope. */
export function decideBan(state: Notebooks, { lessonId, scope = 'agent', reason }: BanCommand): LessonReply {
  const lesson = state.lessons.get(lessonId);
  if (lesson === undefined) return refuse('lesson_not_found');
  if (lesson.ended === null) return refuse('not_ended');
  if (state.bans.get(lessonId)?.scope === scope) return unchanged({ lessonId });
  return { events: [banned(lesson, scope, reason)], reply: { lessonId } };
}

/** Lifts the ban that came of a lesson. */
export function decideUnban(state: Notebooks, { lessonId, reason }: UnbanCommand): LessonReply {
  const ban = state.bans.get(lessonId);
  if (ban !== undefined) return { events: [lifted(ban, reason)], reply: { lessonId } };
  return state.lessons.has(lessonId) ? unchanged({ lessonId }) : refuse('lesson_not_found');
}

function textRefused(
  state: Notebooks,
  agent: string,
  skill: string,
  { content, release, acknowledge = [] }: HumanText,
  { now, skill: standing, problems, banThreshold }: PeopleContext,
  replaces: string | undefined,
): Refused | undefined {
  if (standing === 'missing') return refuse('skill_not_found', `no skill ${skill}`);
  if (standing !== 'enabled') return refuse('skill_disabled', `${skill} is not enabled for ${agent}`);
  const problem = problems.find((one) => !(one.acknowledgeable && acknowledge.includes(one.reason)));
  if (problem !== undefined) return refuse(problem.reason, problem.detail);
  const twin = liveLessons(state, skill, now).find(
    (lesson) => lesson.author === 'human' && lesson.lessonId !== replaces && sameText(lesson.content, content),
  );
  if (twin !== undefined) return refuse('duplicate_lesson', undefined, { conflictsWith: twin.lessonId });
  const [hit] = bansHit(state, skill, content, banThreshold);
  if (hit !== undefined && release !== true) {
    return refuse('revoked_lesson', undefined, { conflictsWith: hit.lessonId });
  }
  return undefined;
}

const bansHit = (state: Notebooks, skill: string, content: string, threshold: number): Ban[] =>
  bansFor(state, skill).filter((ban) => isBanned(content, ban.content, threshold));

const liftedBy = (state: Notebooks, skill: string, content: string, { banThreshold }: PeopleContext): NewLogEvent[] =>
  bansHit(state, skill, content, banThreshold).map((ban) => lifted(ban, 'a person added it again'));

function humanLesson(
  agent: string,
  skill: string,
  { content, acknowledge = [] }: HumanText,
  { lessonId, problems }: PeopleContext,
  more: Pick<LessonCreated, 'from' | 'replaces'>,
): NewLogEvent[] {
  // Only what was in question is recorded as acknowledged.
  const acknowledged = problems.map(({ reason }) => reason).filter((reason) => acknowledge.includes(reason));
  const data: LessonCreated = {
    lessonId,
    agent,
    skill,
    author: 'human',
    content: content.toWellFormed(),
    evidence: [],
    leaseEnd: null,
    graceEnd: null,
    checkedRelease: null,
    checkedSkillHash: null,
    rules: RULES_VERSION,
    ...(acknowledged.length > 0 && { acknowledged }),
    ...more,
  };
  return [{ type: 'lesson.created', stream: streams.lesson(agent, skill), data }];
}

const retired = (lesson: Lesson, more: { reason?: string; replacedBy?: string }): NewLogEvent => ({
  type: 'lesson.retired',
  stream: streams.lesson(lesson.agent, lesson.skill),
  data: { lessonId: lesson.lessonId, ...more },
});

const banned = (
  { lessonId, agent, skill, content, evidence }: Lesson,
  scope: BanScope,
  reason?: string,
): NewLogEvent => ({
  type: 'ban.banned',
  stream: streams.ban(agent, skill),
  data: {
    lessonId,
    agent,
    skill,
    scope,
    content,
    evidenceDigests: [...new Set(evidence.flatMap(({ digest }) => digest || []))],
    ...(reason !== undefined && { reason }),
  },
});

const lifted = ({ lessonId, agent, skill }: Ban, reason?: string): NewLogEvent => ({
  type: 'ban.lifted',
  stream: streams.ban(agent, skill),
  data: { lessonId, ...(reason !== undefined && { reason }) },
});
