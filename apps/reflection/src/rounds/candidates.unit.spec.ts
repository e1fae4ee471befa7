import type { CandidateView, RoundView } from '#contracts';
import { answered, deferredNotes, outcomeOf, viewsOf, waitingJobIds } from './candidates.js';
import type { Candidate } from '../reflectors/builtin/index.js';

const candidate = (more: Partial<Candidate>): Candidate => ({
  skill: 'bash',
  kind: 'condition',
  content: 'When a, do b.',
  evidence: [{ jobId: 'j1', item: 1 }],
  outcome: 'proposed',
  support: { origins: 2, jobs: ['j1'] },
  ...more,
});
const words = (views: CandidateView[]): string[] =>
  views.map(({ outcome, reason }) => (reason === null ? outcome : `${outcome}/${reason}`));

describe('candidates of a round', () => {
  it('keep their reason when nothing was proposed of them', () => {
    const views = viewsOf([
      candidate({}),
      candidate({ outcome: 'waiting', reason: 'single_origin' }),
      candidate({ outcome: 'refused', reason: 'needs_person', quote: '先に確認' }),
      candidate({ outcome: 'refused', reason: 'tainted_action' }),
    ]);
    expect(words(views)).toEqual([
      'accepted',
      'waiting/single_origin',
      'needs_person/needs_person',
      'refused/tainted_action',
    ]);
  });

  it('take the answer of the ledger in the order in which they were proposed', () => {
    const views = viewsOf([
      candidate({}),
      candidate({ outcome: 'refused', reason: 'too_wide' }),
      candidate({}),
      candidate({}),
    ]);
    const after = answered(views, {
      accepted: [{ index: 0, lessonId: 'l0', skill: 'bash' }],
      rejected: [{ index: 1, reason: 'revoked_lesson', conflictsWith: 'l9' }],
      revived: [{ index: 2, lessonId: 'l2', skill: 'bash' }],
      position: '7',
    });
    expect(words(after)).toEqual(['accepted', 'refused/too_wide', 'refused/revoked_lesson', 'revived']);
    expect(after.map(({ lessonId }) => lessonId)).toEqual(['l0', null, null, 'l2']);
    expect(after[2]?.conflictsWith).toBe('l9');
    expect(outcomeOf(after)).toBe('learned');
  });

  it('name the outcome of a round that taught nothing', () => {
    expect(outcomeOf([])).toBe('empty');
    expect(outcomeOf(viewsOf([candidate({ outcome: 'refused', reason: 'too_wide' })]))).toBe('nothing_qualified');
  });

  it('cite earlier jobs only while they wait', () => {
    const round = {
      candidates: viewsOf([
        candidate({ outcome: 'waiting', reason: 'single_origin' }),
        candidate({ evidence: [{ jobId: 'j2', item: 0 }] }),
      ]),
    } as RoundView;
    expect(waitingJobIds([round, round])).toEqual(['j1']);
  });

  it('remember a note that had no room until a later round settles it', () => {
    const round = (...candidates: Candidate[]): RoundView => ({ candidates: viewsOf(candidates) }) as RoundView;
    const noRoom = candidate({ outcome: 'waiting', reason: 'adds_limit' });
    const note = { skill: 'bash', content: 'When a, do b.' };
    expect(deferredNotes([round(), round(noRoom)])).toEqual([note]);
    expect(deferredNotes([round(noRoom), round(noRoom)])).toEqual([note]);
    expect(deferredNotes([round(candidate({})), round(noRoom)])).toEqual([]);
    expect(deferredNotes([round(candidate({ outcome: 'waiting', reason: 'single_origin' }))])).toEqual([]);
  });
});
