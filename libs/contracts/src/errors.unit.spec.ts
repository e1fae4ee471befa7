import { ERRORS, problem, problemOf, Refusal, type ErrorCode } from './errors.js';

describe('a problem', () => {
  it('says what the catalogue says of its code', () => {
    expect(problem('lesson_not_found')).toEqual({
      type: 'urn:marginalia:error:lesson_not_found',
      title: 'No such lesson of that agent',
      status: 404,
      code: 'lesson_not_found',
      detail: ERRORS.lesson_not_found.help,
    });
  });

  it('carries a detail of its own and what goes with it', () => {
    const errors = [{ path: 'items[3].exitCode', reason: 'must be a whole number or null' }];
    expect(problem('invalid_field', 'one field', { errors })).toMatchObject({ detail: 'one field', errors });
    expect(problem('duplicate_lesson', undefined, { conflictsWith: 'l-1' })).toMatchObject({ conflictsWith: 'l-1' });
    expect(problem('rate_limited', undefined, { retryAfter: 2 })).toMatchObject({ status: 429, retryAfter: 2 });
  });

  it.each(Object.entries(ERRORS))('%s has a status of refusals, and helps', (code, { status, title, help }) => {
    expect(code).toMatch(/^[a-z0-9]+(?:_[a-z0-9]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
    expect(title).not.toBe('');
    expect(help).not.toBe('');
  });
});

describe('a refusal', () => {
  it('is an error that names its code', () => {
    const refusal = new Refusal('skill_disabled', 'bash is off');
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal.message).toBe('skill_disabled: bash is off');
    expect(problemOf(refusal)).toEqual(problem('skill_disabled', 'bash is off'));
  });

  it('is known by its code, whichever copy of the class made it', () => {
    expect(problemOf({ problem: problem('forbidden') })).toMatchObject({ code: 'forbidden' });
  });

  it.each([
    undefined,
    null,
    'forbidden',
    new Error('broken'),
    { problem: 'forbidden' },
    { problem: { code: 'nonsense' } },
    { problem: { code: 'constructor' as ErrorCode } },
    { problem: { code: 7 } },
  ])('is not %p', (error) => {
    expect(problemOf(error)).toBeUndefined();
  });
});
