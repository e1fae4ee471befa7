import type { CandidateView, DocketEntry, DocketReason, RoundView } from '#contracts';
import { decideByEvidence, type ReviewEvidence } from './evidence-review.js';

const content = 'When `sudo` is not found, run the command without it.';
const entry = (due: DocketReason[]): DocketEntry => ({
  lessonId: 'l1',
  skill: 'bash',
  due,
  content,
  state: 'in_lease',
  createdAt: '2026-11-01T00:00:00.000Z',
  leaseEnd: '2026-11-08T00:00:00.000Z',
  graceEnd: '2026-11-15T00:00:00.000Z',
  checkedRelease: null,
  unconfirmedRenewals: 0,
});
const met = (more: Partial<CandidateView>): RoundView =>
  ({
    createdAt: '2026-11-05T00:00:00.000Z',
    candidates: [
      {
        skill: 'bash',
        content,
        reason: 'duplicate_lesson',
        conflictsWith: 'l1',
        evidence: [{ jobId: 'j1' }, { jobId: 'old' }],
        ...more,
      },
    ],
  }) as RoundView;
const evidence = (more: Partial<ReviewEvidence>): ReviewEvidence => ({
  docket: [entry(['lease_due'])],
  skillTexts: new Map([['bash', '# Bash\n\nRun one command at a time.\n']]),
  rounds: [],
  indexJobIds: new Set(['j1', 'j2']),
  duplicateThreshold: 0.6,
  ...more,
});

describe('review by evidence alone', () => {
  it('leaves a lesson on the docket when nothing was met: that is no proof of death', () => {
    expect(decideByEvidence(evidence({}))).toEqual([]);
  });

  it('renews what was met again, citing only jobs of the shown index', () => {
    expect(decideByEvidence(evidence({ rounds: [met({})] }))).toEqual([
      { lessonId: 'l1', verdict: 'renew', evidenceJobIds: ['j1'] },
    ]);
  });

  it('does not renew by what the lesson was written or confirmed on', () => {
    const round = { ...met({}), createdAt: '2026-11-01T00:00:00.000Z' };
    expect(decideByEvidence(evidence({ rounds: [round] }))).toEqual([]);
  });

  it('does not renew by what was refused for another reason, or for another skill', () => {
    expect(decideByEvidence(evidence({ rounds: [met({ reason: 'too_wide' }), met({ skill: 'git' })] }))).toEqual([]);
  });

  it('ends what a changed skill text now says itself, with that sentence as the note', () => {
    const skillTexts = new Map([['bash', '# Bash\n\nIf sudo is missing, run the command without sudo.\n']]);
    const [verdict] = decideByEvidence(evidence({ skillTexts, docket: [entry(['skill_changed'])] }));
    expect(verdict).toEqual({
      lessonId: 'l1',
      verdict: 'obsolete',
      note: 'The skill now says: If sudo is missing, run the command without sudo.',
    });
  });

  it('does not end it while the skill text is the one it was checked against', () => {
    const skillTexts = new Map([['bash', 'If sudo is missing, run the command without sudo.']]);
    expect(decideByEvidence(evidence({ skillTexts }))).toEqual([]);
  });
});
