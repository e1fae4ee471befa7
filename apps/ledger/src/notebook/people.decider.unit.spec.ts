import {
  AGENT,
  bannedLesson,
  decided,
  given,
  humanLesson,
  lessonId,
  machineLesson,
  refusedWith,
  retiredLesson,
  SKILL,
  START,
  then,
  typesOf,
} from './notebook.fixture.js';
import type { Notebooks } from './notebook.state.js';
import {
  decideAdd,
  decideBan,
  decideReplace,
  decideRetire,
  decideUnban,
  type AddCommand,
  type PeopleContext,
} from './people.decider.js';

const NOTE = 'When sudo is not installed, run the command without sudo.';
const context = (more: Partial<PeopleContext> = {}): PeopleContext => ({
  now: START,
  lessonId: lessonId(99),
  banThreshold: 0.5,
  skill: 'enabled',
  problems: [],
  ...more,
});
const add = (state: Notebooks, more: Partial<AddCommand> = {}, around: Partial<PeopleContext> = {}) =>
  decideAdd(state, { agent: AGENT, skill: SKILL, content: NOTE, ...more }, context(around));
const insisted = { reason: 'unsafe_action', acknowledgeable: true } as const;

describe('add', () => {
  it('adds a lesson without lease', () => {
    const { events, reply } = decided(add(given(), { from: { roundId: 'r', candidate: 1 } }));
    expect(reply).toEqual({ lessonId: lessonId(99) });
    expect(events).toMatchObject([
      {
        type: 'lesson.created',
        stream: 'lesson/aria/bash',
        data: { author: 'human', content: NOTE, leaseEnd: null, graceEnd: null, from: { roundId: 'r' } },
      },
    ]);
  });

  it('adds beyond ten', () => {
    const ten = Array.from({ length: 10 }, (_, n) => machineLesson(n));
    expect(typesOf(decided(add(given(...ten))).events)).toEqual(['lesson.created']);
  });

  it('asks for an enabled skill', () => {
    expect(refusedWith(add(given(), {}, { skill: 'missing' }))).toBe('skill_not_found');
    expect(refusedWith(add(given(), {}, { skill: 'disabled' }))).toBe('skill_disabled');
    expect(refusedWith(add(given(), {}, { skill: 'archived' }))).toBe('skill_disabled');
  });

  it('refuses content that has a problem, unless the person may insist and does', () => {
    const blank = { reason: 'blank_content', acknowledgeable: false } as const;
    expect(refusedWith(add(given(), { acknowledge: ['blank_content'] }, { problems: [blank] }))).toBe('blank_content');
    expect(refusedWith(add(given(), {}, { problems: [insisted] }))).toBe('unsafe_action');
    const { events } = decided(add(given(), { acknowledge: ['unsafe_action'] }, { problems: [insisted] }));
    expect(events).toMatchObject([{ data: { acknowledged: ['unsafe_action'] } }]);
  });

  it('records no acknowledgement of what was no problem', () => {
    expect(decided(add(given(), { acknowledge: ['unsafe_action'] })).events[0]?.data).not.toHaveProperty(
      'acknowledged',
    );
  });

  it('refuses the body of a live human lesson, in whatever case and spacing', () => {
    const said = given(humanLesson(1, { content: `  ${NOTE.toUpperCase()}` }));
    expect(add(said)).toMatchObject({ refused: { code: 'duplicate_lesson', conflictsWith: lessonId(1) } });
    expect(typesOf(decided(add(given(machineLesson(1, { content: NOTE })))).events)).toEqual(['lesson.created']);
    expect(typesOf(decided(add(given(humanLesson(1, { content: NOTE }), retiredLesson(1)))).events)).toHaveLength(1);
  });

  it('lifts a ban that the content hits only when told to release it', () => {
    const banned = given(machineLesson(1), bannedLesson(1, NOTE));
    expect(add(banned)).toMatchObject({ refused: { code: 'revoked_lesson', conflictsWith: lessonId(1) } });
    const { events } = decided(add(banned, { release: true }));
    expect(typesOf(events)).toEqual(['lesson.created', 'ban.lifted']);
    expect(then(banned, events, START).bans.size).toBe(0);
  });
});

describe('retire', () => {
  it.each([
    ['machine', machineLesson(1)],
    ['human', humanLesson(1)],
  ])('ends a %s lesson and bans its meaning in the same step', (_author, lesson) => {
    const { events } = decided(decideRetire(given(lesson), { lessonId: lessonId(1), reason: 'wrong' }));
    expect(events).toMatchObject([
      { type: 'lesson.retired', data: { reason: 'wrong' } },
      { type: 'ban.banned', stream: 'ban/aria/bash', data: { scope: 'agent', reason: 'wrong' } },
    ]);
  });

  it('bans the items of evidence too', () => {
    const { events } = decided(decideRetire(given(machineLesson(1)), { lessonId: lessonId(1) }));
    expect(events[1]?.data).toMatchObject({ evidenceDigests: ['digest-1'] });
  });

  it('refuses what is unknown or has ended', () => {
    expect(refusedWith(decideRetire(given(), { lessonId: lessonId(1) }))).toBe('lesson_not_found');
    const ended = given(machineLesson(1), retiredLesson(1));
    expect(refusedWith(decideRetire(ended, { lessonId: lessonId(1) }))).toBe('already_ended');
  });
});

describe('replace', () => {
  const old = given(machineLesson(1, { content: NOTE }));
  const replace = (state: Notebooks, content: string, more: Partial<PeopleContext> = {}) =>
    decideReplace(state, { lessonId: lessonId(1), content }, context(more));

  it('retires, bans and adds in one step', () => {
    const { events, reply } = decided(replace(old, 'When the disk is full, delete the build folder first.'));
    expect(typesOf(events)).toEqual(['lesson.retired', 'ban.banned', 'lesson.created']);
    expect(reply).toEqual({ lessonId: lessonId(99), retired: lessonId(1) });
    expect(events[0]?.data).toMatchObject({ replacedBy: lessonId(99) });
    expect(events[2]?.data).toMatchObject({ author: 'human', replaces: lessonId(1) });
  });

  it('does not ban what the new text still says', () => {
    expect(typesOf(decided(replace(old, NOTE)).events)).toEqual(['lesson.retired', 'lesson.created']);
  });

  it('takes the text of a human lesson again', () => {
    expect(typesOf(decided(replace(given(humanLesson(1, { content: NOTE })), NOTE)).events)).toHaveLength(2);
  });

  it('refuses as add and retire do', () => {
    expect(refusedWith(replace(given(), NOTE))).toBe('lesson_not_found');
    expect(refusedWith(replace(given(machineLesson(1), retiredLesson(1)), NOTE))).toBe('already_ended');
    expect(refusedWith(replace(old, NOTE, { problems: [insisted] }))).toBe('unsafe_action');
    const twin = given(machineLesson(1), humanLesson(2, { content: NOTE }));
    expect(refusedWith(replace(twin, NOTE))).toBe('duplicate_lesson');
  });
});

describe('ban and unban', () => {
  const ended = given(machineLesson(1), retiredLesson(1));

  it('bans an ended lesson, for the agent unless confined to the skill', () => {
    const { events } = decided(decideBan(ended, { lessonId: lessonId(1) }));
    expect(events).toMatchObject([{ type: 'ban.banned', data: { scope: 'agent' } }]);
    const banned = then(ended, events, START);
    expect(decided(decideBan(banned, { lessonId: lessonId(1) })).events).toEqual([]);
    expect(decided(decideBan(banned, { lessonId: lessonId(1), scope: 'skill' })).events).toHaveLength(1);
  });

  it('refuses to ban what is unknown or lives', () => {
    expect(refusedWith(decideBan(given(), { lessonId: lessonId(1) }))).toBe('lesson_not_found');
    expect(refusedWith(decideBan(given(machineLesson(1)), { lessonId: lessonId(1) }))).toBe('not_ended');
  });

  it('lifts a ban, once', () => {
    const banned = given(machineLesson(1), retiredLesson(1), bannedLesson(1, NOTE));
    expect(typesOf(decided(decideUnban(banned, { lessonId: lessonId(1) })).events)).toEqual(['ban.lifted']);
    expect(decided(decideUnban(ended, { lessonId: lessonId(1) })).events).toEqual([]);
    expect(refusedWith(decideUnban(given(), { lessonId: lessonId(1) }))).toBe('lesson_not_found');
  });
});
