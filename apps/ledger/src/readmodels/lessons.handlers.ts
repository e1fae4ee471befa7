import { Controller } from '@nestjs/common';
import {
  Refusal,
  streams,
  type LessonRequest,
  type LessonsRequest,
  type LessonState,
  type Replies,
  type RevokedRequest,
} from '#contracts';
import { isLive, lessonState } from '#domain';
import { EventStore } from '#event-store';
import { Handles, type RequestContext } from '#messaging';
import { LedgerClock } from '../commands/ledger-clock.js';
import { LedgerStates } from '../commands/ledger-states.js';
import { docket } from '../notebook/docket.js';
import type { Lesson } from '../notebook/notebook.state.js';
import { skillTextHashes } from '../catalog/skill.state.js';
import { banView, lessonView } from './lesson-view.js';
import { LogPositions } from './log-positions.js';

const PAGE = 100;

/** Questions about the notebooks of one agent, answered from its streams: as fresh as the log. */
@Controller()
export class LessonsHandlers {
  constructor(
    private readonly states: LedgerStates,
    private readonly clock: LedgerClock,
    private readonly store: EventStore,
    private readonly positions: LogPositions,
  ) {}

  @Handles('ledger.lessons')
  async lessons(body: LessonsRequest, { agent = '' }: RequestContext): Promise<Replies['ledger.lessons']> {
    await this.positions.demand(body.minPosition);
    const [{ state, position }, now] = await Promise.all([this.states.agent(agent), this.clock.now()]);
    const { lessons } = state.notebooks;
    const { skill, state: wanted = 'all', cursor, limit = PAGE } = body;
    // Lessons never leave their notebook, so the last one shown says where to go on.
    const all = [...lessons.values()];
    const start = cursor === undefined ? 0 : all.findIndex(({ lessonId }) => lessonId === cursor) + 1;
    if (cursor !== undefined && start === 0) throw new Refusal('invalid_field', 'the cursor is of no such list');
    const matching = all
      .slice(start)
      .filter((lesson) => (skill === undefined || lesson.skill === skill) && isIn(lesson, wanted, now));
    const page = matching.slice(0, limit);
    const last = page.at(-1);
    return {
      lessons: page.map((lesson) => lessonView(lesson, state.notebooks, now)),
      ...(last !== undefined && limit < matching.length && { nextCursor: last.lessonId }),
      position,
    };
  }

  @Handles('ledger.lesson')
  async lesson(body: LessonRequest, { agent = '' }: RequestContext): Promise<Replies['ledger.lesson']> {
    await this.positions.demand(body.minPosition);
    const [{ state, position }, now] = await Promise.all([this.states.agent(agent), this.clock.now()]);
    const lesson = state.notebooks.lessons.get(body.lessonId);
    if (lesson === undefined) throw new Refusal('lesson_not_found');
    const names = [streams.lesson(agent, lesson.skill), streams.ban(agent, lesson.skill)];
    const stored = await Promise.all(names.map((stream) => this.store.readStream(stream)));
    const events = stored
      .flat()
      .filter(({ data }) => (data as { lessonId?: string } | null)?.lessonId === lesson.lessonId)
      .sort((a, b) => Number(a.position - b.position))
      .map((event) => ({
        position: event.position.toString(),
        type: event.type,
        time: event.time,
        by: event.by,
        cause: event.cause,
        data: event.data,
      }));
    return { lesson: lessonView(lesson, state.notebooks, now), events, position };
  }

  @Handles('ledger.revoked')
  async revoked(body: RevokedRequest, { agent = '' }: RequestContext): Promise<Replies['ledger.revoked']> {
    const { state, position } = await this.states.agent(agent);
    const bans = [...state.notebooks.bans.values()];
    return {
      // A ban of the whole agent holds in every notebook.
      revoked: bans
        .filter((ban) => body.skill === undefined || ban.skill === body.skill || ban.scope === 'agent')
        .map(banView),
      position,
    };
  }

  @Handles('ledger.docket')
  async docket(_body: object, { agent = '' }: RequestContext): Promise<Replies['ledger.docket']> {
    const [{ state, position }, now] = await Promise.all([this.states.agent(agent), this.clock.now()]);
    const lessons = [...state.notebooks.lessons.values()];
    const skills = await this.states.skillsNamed(lessons.map(({ skill }) => skill));
    const due = docket(state.notebooks, {
      now,
      release: state.agent.release,
      skillTextHashes: skillTextHashes(skills.state),
    });
    return {
      docket: due.map(({ lesson, due: reasons }) => ({
        lessonId: lesson.lessonId,
        skill: lesson.skill,
        due: reasons,
        content: lesson.content,
        state: lessonState(lesson, Date.parse(now)),
        createdAt: lesson.createdAt,
        leaseEnd: lesson.leaseEnd ?? '',
        graceEnd: lesson.graceEnd ?? '',
        checkedRelease: lesson.checkedRelease,
        unconfirmedRenewals: lesson.unconfirmedRenewals,
      })),
      position,
    };
  }
}

function isIn(lesson: Lesson, wanted: string, now: string): boolean {
  const state: LessonState = lessonState(lesson, Date.parse(now));
  if (wanted === 'all') return true;
  if (wanted === 'live') return isLive(state);
  if (wanted === 'ended') return lesson.ended !== null;
  return state === wanted;
}
