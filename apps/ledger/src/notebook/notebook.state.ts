import type { Banned, EvidenceRef, LessonCheck, LessonCreated, LessonRenewed, LogEvent, BanScope } from '#contracts';
import { isLive, lessonState, type Leased } from '#domain';

/** A lesson with all that later decisions need of its past. */
export interface Lesson extends Leased {
  lessonId: string;
  agent: string;
  skill: string;
  kind: 'condition' | 'correction' | null;
  content: string;
  condition: string | null;
  action: string | null;
  check: LessonCheck | null;
  /** All it was ever given, oldest first. */
  evidence: EvidenceRef[];
  origins: number | null;
  singleSource: boolean;
  createdAt: string;
  checkedRelease: string | null;
  checkedSkillHash: string | null;
  /** Releases it was checked against, each with the latest time. */
  releasesChecked: Record<string, string>;
  renewals: number;
  /** Renewals in a row on "nothing new is known" alone. */
  unconfirmedRenewals: number;
  roundId: string | null;
  replaces: string | null;
  endedAt: string | null;
  endReason: string | null;
}

export interface Ban {
  lessonId: string;
  agent: string;
  skill: string;
  scope: BanScope;
  content: string;
  evidenceDigests: string[];
  reason: string | null;
  bannedAt: string;
}

/** All notebooks of one agent, and what is banned for it. Maps keep the order of creation. */
export interface Notebooks {
  lessons: ReadonlyMap<string, Lesson>;
  bans: ReadonlyMap<string, Ban>;
}

export const initialState: Notebooks = { lessons: new Map(), bans: new Map() };

export function evolve(state: Notebooks, event: LogEvent): Notebooks {
  switch (event.type) {
    case 'lesson.created':
      return withLesson(state, lessonCreated(event.data, event.time));
    case 'lesson.renewed':
    case 'lesson.obsoleted':
    case 'lesson.expired':
    case 'lesson.retired': {
      const lesson = state.lessons.get(event.data.lessonId);
      return lesson === undefined ? state : withLesson(state, evolveLesson(lesson, event));
    }
    case 'ban.banned':
      return { ...state, bans: new Map(state.bans).set(event.data.lessonId, banOf(event.data, event.time)) };
    case 'ban.lifted': {
      const bans = new Map(state.bans);
      bans.delete(event.data.lessonId);
      return { ...state, bans };
    }
    default:
      return state;
  }
}

type LaterEvent = Extract<
  LogEvent,
  { type: 'lesson.renewed' | 'lesson.obsoleted' | 'lesson.expired' | 'lesson.retired' }
>;

export function lessonCreated(data: LessonCreated, time: string): Lesson {
  return {
    lessonId: data.lessonId,
    agent: data.agent,
    skill: data.skill,
    author: data.author,
    kind: data.kind ?? null,
    content: data.content,
    condition: data.condition ?? null,
    action: data.action ?? null,
    check: data.check ?? null,
    evidence: data.evidence,
    origins: data.origins ?? null,
    singleSource: data.singleSource ?? false,
    createdAt: time,
    leaseEnd: data.leaseEnd,
    graceEnd: data.graceEnd,
    checkedRelease: data.checkedRelease,
    checkedSkillHash: data.checkedSkillHash,
    releasesChecked: data.checkedRelease === null ? {} : { [data.checkedRelease]: time },
    renewals: 0,
    unconfirmedRenewals: 0,
    roundId: data.roundId ?? null,
    replaces: data.replaces ?? null,
    ended: null,
    endedAt: null,
    endReason: null,
  };
}

export function evolveLesson(lesson: Lesson, { type, data, time }: LaterEvent): Lesson {
  switch (type) {
    case 'lesson.renewed':
      return renewed(lesson, data, time);
    case 'lesson.obsoleted':
      return { ...lesson, ended: 'obsoleted', endedAt: time, endReason: data.note };
    case 'lesson.expired':
      return { ...lesson, ended: 'expired', endedAt: time, endReason: data.note ?? null };
    case 'lesson.retired':
      return { ...lesson, ended: 'retired', endedAt: time, endReason: data.reason ?? null };
  }
}

function renewed(lesson: Lesson, data: LessonRenewed, time: string): Lesson {
  return {
    ...lesson,
    leaseEnd: data.leaseEnd,
    graceEnd: data.graceEnd,
    checkedRelease: data.checkedRelease,
    checkedSkillHash: data.checkedSkillHash,
    releasesChecked:
      data.checkedRelease === null
        ? lesson.releasesChecked
        : { ...lesson.releasesChecked, [data.checkedRelease]: time },
    renewals: lesson.renewals + 1,
    unconfirmedRenewals: data.basis === 'unconfirmed' ? lesson.unconfirmedRenewals + 1 : 0,
    evidence: [...lesson.evidence, ...data.evidence],
  };
}

export const banOf = (data: Banned, time: string): Ban => ({
  lessonId: data.lessonId,
  agent: data.agent,
  skill: data.skill,
  scope: data.scope,
  content: data.content,
  evidenceDigests: data.evidenceDigests,
  reason: data.reason ?? null,
  bannedAt: time,
});

const withLesson = (state: Notebooks, lesson: Lesson): Notebooks => ({
  ...state,
  lessons: new Map(state.lessons).set(lesson.lessonId, lesson),
});

/** Lessons of one notebook that are delivered at `now`, oldest first. */
export const liveLessons = (state: Notebooks, skill: string, now: string): Lesson[] =>
  [...state.lessons.values()].filter(
    (lesson) => lesson.skill === skill && isLive(lessonState(lesson, Date.parse(now))),
  );

/** Machine lessons of one notebook whose grace is over and that have not ended. */
export const dormantLessons = (state: Notebooks, skill: string, now: string): Lesson[] =>
  [...state.lessons.values()].filter(
    (lesson) => lesson.skill === skill && lessonState(lesson, Date.parse(now)) === 'dormant',
  );

/** Bans that hold in the notebook of `skill`. */
export const bansFor = (state: Notebooks, skill: string): Ban[] =>
  [...state.bans.values()].filter((ban) => ban.scope === 'agent' || ban.skill === skill);
