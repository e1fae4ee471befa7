import { exposureOf } from './exposure.js';

const lesson = { lessonId: 'l1', skill: 'bash', content: 'When  a,\ndo b.' };
const record = { lessonsSeen: [], lessonsFound: [], reportsExposure: false };

describe('the exposure of a job to a lesson', () => {
  it('is unknown when nobody says what the job was told', () => {
    expect(exposureOf(record, [], lesson)).toBe('unknown');
    expect(exposureOf(record, [{ skill: 'git', lessonIds: ['l1'] }], lesson)).toBe('unknown');
  });

  it.each([
    ['the runner says so', { ...record, lessonsSeen: ['l1'] }, []],
    ['its line stood in the text of the job', { ...record, lessonsFound: ['When a, do b.'] }, []],
    ['we sent it', record, [{ skill: 'bash', lessonIds: ['l0', 'l1'] }]],
  ])('is seen where %s', (_why, job, receipts) => {
    expect(exposureOf(job, receipts, lesson)).toBe('seen');
  });

  it('is not seen where we sent the skill without it, or a runner that reports exposure does not name it', () => {
    expect(exposureOf(record, [{ skill: 'bash', lessonIds: ['l0'] }], lesson)).toBe('not_seen');
    expect(exposureOf({ ...record, reportsExposure: true, lessonsSeen: ['l0'] }, [], lesson)).toBe('not_seen');
  });
});
