import { Cron } from 'croner';
import fc from 'fast-check';
import { isCron } from './cron.js';

describe('a cron of five fields', () => {
  it.each([
    '0 5 * * *',
    '*/15 * * * *',
    '0,30 6-22 * * 1-5',
    '1,2-5/2 0 1 1 *',
    '0 0 29 2 *',
    '0 0 30 2 1',
    '0 0 * * 7',
    ' 00  05 * * * ',
  ])('takes %j', (text) => {
    expect(isCron(text)).toBe(true);
  });

  it.each([
    '99 * * * *',
    '0 24 * * *',
    '0 0 0 * *',
    '0 0 32 * *',
    '0 0 * 0 *',
    '0 0 * 13 *',
    '0 0 * * 8',
    '5-2 * * * *',
    '*/0 * * * *',
    '*/60 * * * *',
    '1/5 * * * *',
    '* * * *',
    '0 0 5 * * *',
    '0 5 * * MON',
    '@daily',
    '0,,5 * * * *',
    '-1 * * * *',
    '',
    `${'0,'.repeat(200)}0 * * * *`,
    5,
    null,
  ])('refuses %j', (value) => {
    expect(isCron(value)).toBe(false);
  });

  it.each(['0 0 30 2 *', '0 0 31 4,6,9,11 *'])('refuses %j, a day that never comes', (text) => {
    expect(isCron(text)).toBe(false);
  });

  it('takes only what the scheduler takes too, and what comes some day', () => {
    const value = fc.nat(99).map(String);
    const part = fc
      .tuple(
        fc.oneof(
          fc.constant('*'),
          value,
          fc.tuple(value, value).map((ends) => ends.join('-')),
        ),
        fc.option(value),
      )
      .map(([range, step]) => (step === null ? range : `${range}/${step}`));
    const small = fc.oneof(
      { weight: 4, arbitrary: fc.constant('*') },
      { weight: 2, arbitrary: fc.nat(8).map(String) },
      part,
    );
    const cron = fc.tuple(small, small, small, small, small).map((fields) => fields.join(' '));
    fc.assert(
      fc.property(cron, (text) => {
        if (!isCron(text)) return;
        expect(new Cron(text, { timezone: 'UTC', paused: true }).nextRun(new Date(0))).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
});
