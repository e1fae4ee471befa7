import { learningHasStopped, type Activity } from './alarms.js';

const activity = (more: Partial<Activity>): Activity => ({
  now: '2026-11-10T06:00:00.000Z',
  cron: '0 5 * * *',
  since: '2026-11-01T00:00:00.000Z',
  lastIntake: '2026-11-10T05:30:00.000Z',
  lastLearning: '2026-11-10T05:00:00.000Z',
  ...more,
});

describe('the alarm that learning has stopped', () => {
  it('is silent while rounds run, and where no job came', () => {
    expect(learningHasStopped(activity({}))).toBe(false);
    expect(learningHasStopped(activity({ lastLearning: '2026-11-09T05:00:00.000Z' }))).toBe(false);
    expect(learningHasStopped(activity({ lastIntake: null, lastLearning: null }))).toBe(false);
    expect(learningHasStopped(activity({ lastIntake: '2026-10-01T00:00:00.000Z' }))).toBe(false);
  });

  it('rings after two periods, also when nothing ever ran', () => {
    expect(learningHasStopped(activity({ lastLearning: '2026-11-08T05:00:00.000Z' }))).toBe(true);
    expect(learningHasStopped(activity({ lastLearning: null }))).toBe(true);
  });
});
