import {
  after,
  AGENT,
  decided,
  given,
  humanLesson,
  lessonId,
  machineLesson,
  retiredLesson,
  SKILL,
  then,
  typesOf,
} from './notebook.fixture.js';
import { decideReview, type ReviewContext } from './review.decider.js';
import type { Notebooks } from './notebook.state.js';

const context = (more: Partial<ReviewContext> = {}): ReviewContext => ({
  now: after(6),
  release: null,
  releasePinned: false,
  skillTextHashes: new Map([[SKILL, 'hash-1']]),
  unconfirmedRenewalsMax: 10,
  ...more,
});

function review(
  state: Notebooks,
  verdicts: unknown[],
  more: Partial<ReviewContext> = {},
  release: string | null = null,
) {
  const command = { agent: AGENT, indexJobIds: ['job-1', 'job-2'], release, verdicts };
  return decided(decideReview(state, command, context(more)));
}
const renew = (n: number, more: object = {}) => ({ lessonId: lessonId(n), verdict: 'renew', ...more });
const obsolete = (n: number, more: object = {}) => ({
  lessonId: lessonId(n),
  verdict: 'obsolete',
  note: 'The skill now says so.',
  ...more,
});
const lapse = (n: number) => ({ lessonId: lessonId(n), verdict: 'lapse' });

describe('review', () => {
  const one = given(machineLesson(1));

  it('renews for seven days from now and refreshes what was checked', () => {
    const { events, reply } = review(one, [renew(1)], {
      release: '2.0',
      skillTextHashes: new Map([[SKILL, 'hash-2']]),
    });
    expect(reply).toEqual({ renewed: [lessonId(1)], obsoleted: [], lapsed: [], rejected: [] });
    expect(events).toMatchObject([
      {
        type: 'lesson.renewed',
        stream: 'lesson/aria/bash',
        data: {
          leaseEnd: after(13),
          graceEnd: after(20),
          checkedRelease: '2.0',
          checkedSkillHash: 'hash-2',
          basis: 'unconfirmed',
        },
      },
    ]);
  });

  it('renews on evidence where jobs of the index are cited', () => {
    const { events } = review(one, [renew(1, { evidenceJobIds: ['job-1'] })]);
    expect(events).toMatchObject([{ data: { basis: 'evidence', evidence: [{ jobId: 'job-1' }] } }]);
  });

  it('ends what is obsolete at any time, and what lapsed on the docket', () => {
    expect(review(one, [obsolete(1)], { now: after(1) }).reply.obsoleted).toEqual([lessonId(1)]);
    expect(review(one, [lapse(1)]).reply.lapsed).toEqual([lessonId(1)]);
    expect(typesOf(review(one, [lapse(1)]).events)).toEqual(['lesson.expired']);
  });

  it.each([
    ['invalid_review', null],
    ['invalid_review', { lessonId: 1, verdict: 'renew' }],
    ['invalid_review', { lessonId: lessonId(1), verdict: 'keep' }],
    ['invalid_review', renew(1, { note: 5 })],
    ['invalid_review', renew(1, { evidenceJobIds: 'job-1' })],
    ['not_reviewable', renew(9)],
    ['invalid_evidence', renew(1, { evidenceJobIds: ['job-1', 'job-9'] })],
    ['missing_note', obsolete(1, { note: undefined })],
    ['missing_note', obsolete(1, { note: '  ' })],
  ])('refuses with %s: %j', (reason, verdict) => {
    const { events, reply } = review(one, [verdict]);
    expect(reply.rejected).toMatchObject([{ index: 0, reason }]);
    expect(events).toEqual([]);
  });

  it('refuses renew and lapse outside of the docket', () => {
    const { reply } = review(one, [renew(1), lapse(1)], { now: after(1) });
    expect(reply.rejected.map(({ reason }) => reason)).toEqual(['outside_docket', 'outside_docket']);
  });

  it('leaves human and ended lessons alone', () => {
    const state = given(humanLesson(1), machineLesson(2), retiredLesson(2));
    const { reply } = review(state, [renew(1), obsolete(1), lapse(1), obsolete(2)]);
    expect(reply.rejected.map(({ reason }) => reason)).toEqual(Array(4).fill('not_reviewable'));
  });

  it('counts each verdict for the next: what was just renewed is off the docket', () => {
    expect(review(one, [renew(1), renew(1)]).reply).toMatchObject({
      renewed: [lessonId(1)],
      rejected: [{ index: 1, reason: 'outside_docket' }],
    });
  });

  it('wakes a dormant lesson only below ten live ones', () => {
    const nine = Array.from({ length: 9 }, (_, n) => humanLesson(n + 10));
    const dormant = machineLesson(1);
    expect(review(given(dormant, ...nine), [renew(1)], { now: after(60) }).reply.renewed).toEqual([lessonId(1)]);
    const { reply } = review(given(dormant, ...nine, humanLesson(30)), [renew(1)], { now: after(60) });
    expect(reply.rejected).toEqual([{ index: 0, reason: 'active_cap_reached' }]);
  });

  it('renews a live lesson of a full notebook', () => {
    const ten = Array.from({ length: 10 }, (_, n) => machineLesson(n + 1));
    expect(review(given(...ten), [renew(1)]).reply.renewed).toEqual([lessonId(1)]);
  });

  it('ends the row of unconfirmed renewals, until evidence begins a new one', () => {
    let state = one;
    for (const days of [6, 12]) {
      state = then(
        state,
        review(state, [renew(1)], { now: after(days), unconfirmedRenewalsMax: 2 }).events,
        after(days),
      );
    }
    const third = { now: after(18), unconfirmedRenewalsMax: 2 };
    expect(review(state, [renew(1)], third).reply.rejected).toEqual([{ index: 0, reason: 'unconfirmed' }]);
    expect(review(state, [renew(1, { evidenceJobIds: ['job-2'] })], third).reply.renewed).toEqual([lessonId(1)]);
  });

  it('leaves it to a person when three and more than half of the live lessons would end', () => {
    const five = given(...[1, 2, 3, 4, 5].map((n) => machineLesson(n)));
    const { reply, events } = review(five, [obsolete(1), renew(4), lapse(2), obsolete(3)]);
    expect(reply).toEqual({
      renewed: [lessonId(4)],
      obsoleted: [],
      lapsed: [],
      rejected: [0, 2, 3].map((index) => ({ index, reason: 'awaiting_person' })),
    });
    expect(typesOf(events)).toEqual(['lesson.renewed']);
  });

  it('ends two of two, and three of six', () => {
    expect(review(given(machineLesson(1), machineLesson(2)), [obsolete(1), obsolete(2)]).reply.obsoleted).toHaveLength(
      2,
    );
    const six = given(...[1, 2, 3, 4, 5, 6].map((n) => machineLesson(n)));
    expect(review(six, [obsolete(1), obsolete(2), obsolete(3)]).reply.obsoleted).toHaveLength(3);
  });

  it('records a reported release unless one is pinned', () => {
    expect(typesOf(review(one, [renew(1)], {}, '3.0').events)).toEqual(['agent.release_set', 'lesson.renewed']);
    expect(typesOf(review(one, [], { release: '3.0' }, '3.0').events)).toEqual([]);
    expect(typesOf(review(one, [], { release: '1.0', releasePinned: true }, '3.0').events)).toEqual([]);
  });
});
