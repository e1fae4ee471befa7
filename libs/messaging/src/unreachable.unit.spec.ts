import { isUnreachable } from './unreachable.js';

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

describe('a part that is away', () => {
  it.each([
    coded('ECONNREFUSED'),
    coded('57P01'),
    coded('08006'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
  ])('is told from its error: %s', (error) => expect(isUnreachable(error)).toBe(true));

  it.each([
    coded('23505'),
    new Error('boom'),
    new AggregateError([coded('ECONNREFUSED'), new Error('boom')]),
    undefined,
    'x',
  ])('is not what a fault of ours says: %s', (error) => expect(isUnreachable(error)).toBe(false));
});
