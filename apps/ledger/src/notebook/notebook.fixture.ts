import { streams, type LessonCreated, type LogEvent, type NewLogEvent } from '#contracts';
import { leaseFrom } from '#domain';
import type { Decision } from '../commands/decision.js';
import { evolve, initialState, type Notebooks } from './notebook.state.js';
import { placed } from './placed.js';

export const AGENT = 'aria';
export const SKILL = 'bash';
export const DAY_MS = 86_400_000;
/** When lessons of the fixture are made, unless said otherwise. */
export const START = '2026-11-01T05:00:00.000Z';
export const after = (days: number, hours = 0): string =>
  new Date(Date.parse(START) + days * DAY_MS + hours * 3_600_000).toISOString();

/** A lesson id that reads well: `lessonId(3)`. */
export const lessonId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export function machineLesson(n: number, more: Partial<LessonCreated> = {}, at = START): LogEvent {
  const data: LessonCreated = {
    lessonId: lessonId(n),
    agent: AGENT,
    skill: SKILL,
    author: 'machine',
    kind: 'condition',
    content: `When program${n} is missing, install package${n} first.`,
    evidence: [{ jobId: `job-${n}`, item: 1, digest: `digest-${n}` }],
    ...leaseFrom(at),
    checkedRelease: null,
    checkedSkillHash: 'hash-1',
    rules: '1',
    ...more,
  };
  return placed({ type: 'lesson.created', stream: streams.lesson(AGENT, data.skill), data }, at);
}

export const humanLesson = (n: number, more: Partial<LessonCreated> = {}, at = START): LogEvent =>
  machineLesson(n, { author: 'human', evidence: [], leaseEnd: null, graceEnd: null, ...more }, at);

export const retiredLesson = (n: number, at = START): LogEvent =>
  placed({ type: 'lesson.retired', stream: streams.lesson(AGENT, SKILL), data: { lessonId: lessonId(n) } }, at);

export const bannedLesson = (n: number, content: string, at = START): LogEvent =>
  placed(
    {
      type: 'ban.banned',
      stream: streams.ban(AGENT, SKILL),
      data: { lessonId: lessonId(n), agent: AGENT, skill: SKILL, scope: 'agent', content, evidenceDigests: [] },
    },
    at,
  );

export const given = (...events: LogEvent[]): Notebooks => events.reduce(evolve, initialState);

/** The state after a decision. */
export const then = (state: Notebooks, events: readonly NewLogEvent[], now: string): Notebooks =>
  events.map((event) => placed(event, now)).reduce(evolve, state);

/** What a decision decided. @throws when it refused. */
export function decided<Reply>(decision: Decision<Reply>): { events: NewLogEvent[]; reply: Reply } {
  if ('refused' in decision) throw new Error(`refused: ${decision.refused.code} ${decision.refused.detail}`);
  return decision;
}

/** Why a decision refused. @throws when it did not. */
export function refusedWith<Reply>(decision: Decision<Reply>): string {
  if (!('refused' in decision)) throw new Error(`decided: ${JSON.stringify(decision.events)}`);
  return decision.refused.code;
}

export const typesOf = (events: readonly NewLogEvent[]): string[] => events.map(({ type }) => type);
