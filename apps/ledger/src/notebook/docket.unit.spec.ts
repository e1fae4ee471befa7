import { docket, type Surroundings } from './docket.js';
import { after, given, humanLesson, lessonId, machineLesson, retiredLesson, SKILL } from './notebook.fixture.js';

const surroundings = (more: Partial<Surroundings> = {}): Surroundings => ({
  now: after(1),
  release: null,
  skillTextHashes: new Map([[SKILL, 'hash-1']]),
  ...more,
});
const dueOf = (state: ReturnType<typeof given>, more: Partial<Surroundings>) =>
  docket(state, surroundings(more)).map(({ lesson, due }) => [lesson.lessonId, ...due]);

describe('docket', () => {
  const state = given(machineLesson(1));

  it('is empty while nothing is due', () => {
    expect(dueOf(state, {})).toEqual([]);
  });

  it('takes a lease that ends within 26 hours, and not before', () => {
    expect(dueOf(state, { now: after(5, 21) })).toEqual([]);
    expect(dueOf(state, { now: after(5, 22) })).toEqual([[lessonId(1), 'lease_due']]);
  });

  it('keeps a dormant lesson', () => {
    expect(dueOf(state, { now: after(60) })).toEqual([[lessonId(1), 'lease_due']]);
  });

  it('takes a release that the lesson was not checked against', () => {
    expect(dueOf(state, { release: '2.0' })).toEqual([[lessonId(1), 'release_changed']]);
    expect(dueOf(given(machineLesson(1, { checkedRelease: '2.0' })), { release: '2.0' })).toEqual([]);
    expect(dueOf(given(machineLesson(1, { checkedRelease: '2.0' })), { release: null })).toEqual([]);
  });

  it('takes a release of the last 30 days that comes back for no change', () => {
    const checkedBoth = given(machineLesson(1, { checkedRelease: '1.0' }), {
      type: 'lesson.renewed',
      stream: 'lesson/aria/bash',
      time: after(6),
      position: '2',
      data: {
        lessonId: lessonId(1),
        leaseEnd: after(90),
        graceEnd: after(97),
        checkedRelease: '2.0',
        checkedSkillHash: 'hash-1',
        basis: 'unconfirmed',
        evidence: [],
        rules: '1',
      },
    });
    expect(dueOf(checkedBoth, { now: after(30), release: '1.0' })).toEqual([]);
    expect(dueOf(checkedBoth, { now: after(31), release: '1.0' })).toEqual([[lessonId(1), 'release_changed']]);
  });

  it('takes another text of the skill, and a skill that is gone', () => {
    expect(dueOf(state, { skillTextHashes: new Map([[SKILL, 'hash-2']]) })).toEqual([[lessonId(1), 'skill_changed']]);
    expect(dueOf(state, { skillTextHashes: new Map() })).toEqual([[lessonId(1), 'skill_changed']]);
  });

  it('never takes human or ended lessons', () => {
    const others = given(humanLesson(1), machineLesson(2), retiredLesson(2));
    expect(dueOf(others, { now: after(60), release: '9', skillTextHashes: new Map() })).toEqual([]);
  });

  it('puts the oldest first', () => {
    const two = given(machineLesson(7, {}, after(0)), machineLesson(3, {}, after(1)));
    expect(dueOf(two, { now: after(60) }).map(([id]) => id)).toEqual([lessonId(7), lessonId(3)]);
  });
});
