import type { BundleJob } from '#contracts';
import {
  after,
  AGENT,
  bannedLesson,
  decided,
  given,
  humanLesson,
  lessonId,
  machineLesson,
  refusedWith,
  SKILL,
  START,
  typesOf,
} from './notebook.fixture.js';
import type { Notebooks } from './notebook.state.js';
import { decidePropose, type ProposeCommand, type ProposeContext } from './propose.decider.js';

const SUDO = 'When sudo is not installed, run the command without sudo.';
const TAR = 'When tar reports a missing gzip program, unpack the archive with xz instead.';
const JQ = 'If jq is not installed, read the field with the json module of python3.';
const GREP = 'When grep prints "binary file matches", repeat the search with --text.';

const job = (jobId: string, more: Partial<BundleJob> = {}): BundleJob => ({
  jobId,
  finishedAt: START,
  origin: `origin of ${jobId}`,
  credential: 'runner',
  calls: [
    { item: 1, class: 'fault', digest: `${jobId}#1` },
    { item: 4, class: 'fault', digest: `${jobId}#4` },
  ],
  humanMessages: [],
  ...more,
});
const says = (content: string, more: object = {}) => ({
  skill: SKILL,
  kind: 'condition',
  content,
  evidence: [
    { jobId: 'a', item: 1 },
    { jobId: 'b', item: 1 },
  ],
  ...more,
});
const command = (proposals: unknown[], more: Partial<ProposeCommand> = {}): ProposeCommand => ({
  agent: AGENT,
  roundId: 'round-1',
  reflector: 'builtin',
  release: null,
  bundle: [job('a'), job('b')],
  batchDigest: 'batch',
  candidatesDigest: 'candidates',
  attested: true,
  proposals,
  ...more,
});
const context = (more: Partial<ProposeContext> = {}): ProposeContext => ({
  now: START,
  roundIsClosed: false,
  lessonIds: [100, 101, 102, 103].map(lessonId),
  skills: new Map([[SKILL, 'enabled']]),
  skillTextHashes: new Map([[SKILL, 'hash-1']]),
  release: '1.0',
  releasePinned: false,
  duplicateThreshold: 0.6,
  banThreshold: 0.5,
  trustPresumedPeople: false,
  ...more,
});
const propose = (
  state: Notebooks,
  proposals: unknown[],
  around: Partial<ProposeContext> = {},
  more: Partial<ProposeCommand> = {},
) => decided(decidePropose(state, command(proposals, more), context(around)));
const reasons = (reply: { rejected: { reason: string }[] }): string[] => reply.rejected.map(({ reason }) => reason);

describe('propose', () => {
  it('writes an accepted proposal with its lease, its evidence and what it was checked against', () => {
    const { events, reply } = propose(given(), [says(SUDO, { condition: 'sudo is not installed' })]);
    expect(reply).toEqual({
      accepted: [{ lessonId: lessonId(100), skill: SKILL, index: 0 }],
      revived: [],
      rejected: [],
    });
    expect(events[0]).toEqual({
      type: 'lesson.created',
      stream: 'lesson/aria/bash',
      data: {
        lessonId: lessonId(100),
        agent: AGENT,
        skill: SKILL,
        author: 'machine',
        kind: 'condition',
        content: SUDO,
        condition: 'sudo is not installed',
        evidence: [
          { jobId: 'a', item: 1, digest: 'a#1' },
          { jobId: 'b', item: 1, digest: 'b#1' },
        ],
        origins: 2,
        singleSource: true,
        leaseEnd: after(7),
        graceEnd: after(14),
        checkedRelease: '1.0',
        checkedSkillHash: 'hash-1',
        rules: '1',
        roundId: 'round-1',
        attested: true,
      },
    });
  });

  it('closes the round in the same step, with what became of the proposals', () => {
    const { events } = propose(given(), [says(SUDO), says('', {}), says(SUDO), { skill: 1 }]);
    expect(events.at(-1)).toMatchObject({
      type: 'round.closed',
      stream: 'round/aria',
      data: {
        roundId: 'round-1',
        reflector: 'builtin',
        outcome: 'learned',
        batchDigest: 'batch',
        candidatesDigest: 'candidates',
        accepted: [{ lessonId: lessonId(100) }],
        rejected: { blank_content: 1, duplicate_lesson: 1, invalid_proposal: 1 },
      },
    });
  });

  it('takes an empty round for a success', () => {
    const { events, reply } = propose(given(), []);
    expect(reply).toEqual({ accepted: [], revived: [], rejected: [] });
    expect(events).toMatchObject([{ type: 'round.closed', data: { outcome: 'empty' } }]);
  });

  it('closes a round once', () => {
    expect(refusedWith(decidePropose(given(), command([]), context({ roundIsClosed: true })))).toBe('round_closed');
  });

  it('counts each accepted proposal for the next', () => {
    expect(propose(given(), [says(SUDO), says(SUDO)]).reply.rejected).toMatchObject([
      { index: 1, reason: 'duplicate_lesson', conflictsWith: lessonId(100) },
    ]);
    expect(reasons(propose(given(), [says(SUDO), says(TAR), says(JQ)]).reply)).toEqual(['adds_limit_reached']);
  });

  it('stops at ten live lessons, human ones counted', () => {
    const nine = Array.from({ length: 9 }, (_, n) => humanLesson(n + 1));
    const { reply } = propose(given(...nine), [says(SUDO), says(TAR)]);
    expect(reply.accepted).toHaveLength(1);
    expect(reasons(reply)).toEqual(['active_cap_reached']);
  });

  it('refuses what is banned', () => {
    const banned = given(machineLesson(1), bannedLesson(1, SUDO));
    expect(propose(banned, [says(SUDO)]).reply.rejected).toMatchObject([
      { reason: 'revoked_lesson', conflictsWith: lessonId(1) },
    ]);
  });

  it('refuses for skills that are missing or not enabled', () => {
    expect(reasons(propose(given(), [says(SUDO, { skill: 'other' })]).reply)).toEqual(['skill_not_found']);
    const disabled = { skills: new Map([[SKILL, 'disabled' as const]]) };
    expect(reasons(propose(given(), [says(SUDO)], disabled).reply)).toEqual(['skill_disabled']);
  });

  describe('of what a dormant lesson says', () => {
    const dormant = machineLesson(1, { content: SUDO });

    it('revives it with the new evidence', () => {
      const { events, reply } = propose(given(dormant), [says(SUDO)], { now: after(14) });
      expect(reply).toMatchObject({ accepted: [], revived: [{ lessonId: lessonId(1), index: 0 }] });
      expect(events[0]).toMatchObject({
        type: 'lesson.renewed',
        data: { basis: 'revived', leaseEnd: after(21), evidence: [{ jobId: 'a' }, { jobId: 'b' }] },
      });
    });

    it('revives nothing where another gate refuses', () => {
      const ten = Array.from({ length: 10 }, (_, n) => humanLesson(n + 10));
      expect(reasons(propose(given(dormant, ...ten), [says(SUDO)], { now: after(14) }).reply)).toEqual([
        'active_cap_reached',
      ]);
    });

    it('takes it for a duplicate while its grace runs', () => {
      expect(reasons(propose(given(dormant), [says(SUDO)], { now: after(13, 23) }).reply)).toEqual([
        'duplicate_lesson',
      ]);
    });
  });

  it('rests on all that may support it in a job that is cited as a whole, each item once', () => {
    const evidence = [{ jobId: 'a' }, { jobId: 'a', item: 4 }, { jobId: 'b', item: 1 }];
    const calls = [...job('a').calls, { item: 7, class: 'query_no' as const, digest: 'a#7' }];
    const { events } = propose(given(), [says(SUDO, { evidence })], {}, { bundle: [job('a', { calls }), job('b')] });
    expect(events[0]?.data).toMatchObject({
      evidence: [
        { jobId: 'a', item: 1, digest: 'a#1' },
        { jobId: 'a', item: 4, digest: 'a#4' },
        { jobId: 'b', item: 1, digest: 'b#1' },
      ],
    });
  });

  it('says when all evidence came by one credential', () => {
    const bundle = [job('a'), job('b', { credential: 'other' })];
    expect(propose(given(), [says(GREP)], {}, { bundle }).events[0]?.data).toMatchObject({ singleSource: false });
  });

  it('records a reported release and checks against it, unless an operator has pinned one', () => {
    const reported = propose(given(), [says(SUDO)], {}, { release: '2.0' });
    expect(typesOf(reported.events)).toEqual(['agent.release_set', 'lesson.created', 'round.closed']);
    expect(reported.events[1]?.data).toMatchObject({ checkedRelease: '2.0' });
    const pinned = propose(given(), [says(SUDO)], { releasePinned: true }, { release: '2.0' });
    expect(typesOf(pinned.events)).toEqual(['lesson.created', 'round.closed']);
    expect(pinned.events[0]?.data).toMatchObject({ checkedRelease: '1.0' });
  });
});
