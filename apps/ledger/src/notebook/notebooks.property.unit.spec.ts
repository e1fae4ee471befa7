import fc from 'fast-check';
import { isLive, lessonState, sameText } from '#domain';
import type { NewLogEvent } from '#contracts';
import { after, AGENT, given, SKILL, then } from './notebook.fixture.js';
import type { Lesson, Notebooks } from './notebook.state.js';
import { decideAdd, decideBan, decideRetire, decideUnban } from './people.decider.js';
import { decidePropose } from './propose.decider.js';
import { ACTIVE_CAP } from '../gates/active-cap.gate.js';
import { decideReview } from './review.decider.js';

const CONTENTS = [
  'When sudo is not installed, run the command without sudo.',
  'If grep prints "binary file matches", repeat it with --text.',
  'When tar reports a missing gzip program, unpack with xz instead.',
  'If the shell answers "argument list too long", use find with xargs.',
  'When curl prints a certificate error, check the system time first.',
  'If jq is missing, read the field with python3 and its json module.',
  'When make stops with "no rule to make target", list the targets first.',
  'If pip refuses an externally managed environment, create a virtual environment.',
  'When sed -i fails with "invalid command code", pass an empty suffix on BSD.',
  'If docker answers "permission denied", ask the operator for the group.',
  'When git push is rejected as non-fast-forward, pull with rebase first.',
  'If node reports "heap out of memory", run it with a larger old space.',
  'When ls prints "cannot access", quote the path that holds blanks.',
  'If awk prints nothing, check the field separator of the input.',
];
const content = fc.constantFrom(...CONTENTS);
const place = fc.nat(30);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('propose' as const), contents: fc.array(content, { maxLength: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), content, release: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retire' as const), place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('ban' as const, 'unban' as const), place }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('review' as const),
      verdicts: fc.array(
        fc.record({ place, verdict: fc.constantFrom('renew', 'obsolete', 'lapse'), note: fc.constant('Gone.') }),
        { maxLength: 12 },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 9 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const isMachine = ({ do: what }: Step): boolean => what === 'propose' || what === 'review';
const hashes = new Map([[SKILL, 'hash-1']]);
const around = { release: null, releasePinned: false, skillTextHashes: hashes };

/** The events of a step, none where it was refused. */
function decide(state: Notebooks, command: Step, now: string, n: number): NewLogEvent[] {
  const at = (index: number): string => [...state.lessons.keys()][index % Math.max(1, state.lessons.size)] ?? 'none';
  const id = (index: number): string => `lesson-${n}-${index}`;
  const people = { now, lessonId: id(0), banThreshold: 0.5, skill: 'enabled' as const, problems: [] };
  const decision = ((): object => {
    switch (command.do) {
      case 'propose':
        return decidePropose(state, round(command.contents, n), {
          ...around,
          roundIsClosed: false,
          now,
          lessonIds: command.contents.map((_, index) => id(index)),
          skills: new Map([[SKILL, 'enabled']]),
          duplicateThreshold: 0.6,
          banThreshold: 0.5,
          trustPresumedPeople: false,
        });
      case 'add':
        return decideAdd(state, { agent: AGENT, skill: SKILL, ...command }, people);
      case 'retire':
        return decideRetire(state, { lessonId: at(command.place) });
      case 'ban':
        return decideBan(state, { lessonId: at(command.place) });
      case 'unban':
        return decideUnban(state, { lessonId: at(command.place) });
      case 'review': {
        const verdicts = command.verdicts.map(({ place: where, ...rest }) => ({ ...rest, lessonId: at(where) }));
        const review = { agent: AGENT, indexJobIds: [], release: null, verdicts };
        return decideReview(state, review, { ...around, now, unconfirmedRenewalsMax: 2 });
      }
      case 'wait':
        return { events: [] };
    }
  })();
  return 'events' in decision ? (decision.events as NewLogEvent[]) : [];
}

const round = (contents: string[], n: number) => {
  const jobs = [`job-${n}-a`, `job-${n}-b`];
  return {
    agent: AGENT,
    roundId: `round-${n}`,
    reflector: 'spec',
    release: null,
    bundle: jobs.map((jobId) => ({
      jobId,
      finishedAt: after(0),
      origin: jobId,
      credential: 'runner',
      calls: [{ item: 1, class: 'fault' as const, digest: `digest of ${jobId}` }],
      humanMessages: [],
    })),
    batchDigest: '',
    candidatesDigest: '',
    attested: true,
    proposals: contents.map((text) => ({
      skill: SKILL,
      kind: 'condition',
      content: text,
      evidence: jobs.map((jobId) => ({ jobId, item: 1 })),
    })),
  };
};

/** Plays the steps and hands every change to `check`. */
function play(
  steps: Step[],
  check: (change: { before: Notebooks; after: Notebooks; events: NewLogEvent[]; step: Step; now: string }) => void,
): void {
  let state = given();
  let days = 0;
  steps.forEach((command, n) => {
    if (command.do === 'wait') days += command.days;
    const now = after(days);
    const events = decide(state, command, now, n);
    const next = then(state, events, now);
    check({ before: state, after: next, events, step: command, now });
    state = next;
  });
}
const holds = (check: Parameters<typeof play>[1]): void =>
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => play(steps, check)),
    { numRuns: 60 },
  );
const live = (state: Notebooks, now: string): Lesson[] =>
  [...state.lessons.values()].filter((lesson) => isLive(lessonState(lesson, Date.parse(now))));

describe('whatever people and machines do', () => {
  it('no machine takes a notebook from ten live lessons upwards', () => {
    holds(({ before, after: next, step: command, now }) => {
      if (!isMachine(command)) return;
      expect(live(next, now).length).toBeLessThanOrEqual(Math.max(ACTIVE_CAP, live(before, now).length));
    });
  });

  it('no machine touches what a person wrote', () => {
    holds(({ before, events, step: command }) => {
      if (!isMachine(command)) return;
      for (const { data } of events) {
        const { lessonId } = data as { lessonId?: string };
        expect(before.lessons.get(lessonId ?? '')?.author).not.toBe('human');
      }
    });
  });

  it('an ended lesson never changes', () => {
    holds(({ before, after: next }) => {
      for (const [id, lesson] of before.lessons)
        if (lesson.ended !== null) expect(next.lessons.get(id)).toEqual(lesson);
    });
  });

  it('every machine lesson rests on evidence', () => {
    holds(({ after: next }) => {
      for (const { author, evidence } of next.lessons.values()) {
        if (author === 'machine') expect(evidence.length).toBeGreaterThan(0);
      }
    });
  });

  it('no machine brings back what is banned', () => {
    holds(({ before, events, after: next, step: command }) => {
      if (!isMachine(command)) return;
      const brought = events.filter(({ type, data }) =>
        type === 'lesson.renewed' ? (data as { basis: string }).basis === 'revived' : type === 'lesson.created',
      );
      for (const { data } of brought) {
        const said = next.lessons.get((data as { lessonId: string }).lessonId)?.content ?? '';
        for (const ban of before.bans.values()) expect(sameText(ban.content, said)).toBe(false);
      }
    });
  });
});
