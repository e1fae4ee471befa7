import { createHash } from 'node:crypto';
import type { JobState } from '#contracts';
import { decideSameJob, type KnownPart } from './same-job.decider.js';

const digests = (...items: string[]): Buffer =>
  Buffer.concat(items.map((item) => createHash('sha256').update(item).digest()));
const known = (state: JobState, items: string[], more: Partial<KnownPart> = {}): KnownPart => ({
  part: 0,
  state,
  firstItem: 0,
  itemDigests: digests(...items),
  ...more,
});

describe('the same job again', () => {
  it('is recorded when nobody knows it', () => {
    expect(decideSameJob(undefined, digests('a'))).toEqual({ kind: 'record', part: 0, firstItem: 0, replaces: false });
    expect(decideSameJob(undefined, digests())).toMatchObject({ kind: 'record' });
  });

  it('is a repeat with equal or fewer items', () => {
    for (const items of [['a', 'b'], ['a'], []]) {
      expect(decideSameJob(known('read', ['a', 'b']), digests(...items))).toEqual({ kind: 'repeat' });
    }
  });

  it.each(['no_signal', 'unread', 'passed_over'] as const)('replaces what is %s when longer', (state) => {
    expect(decideSameJob(known(state, ['a']), digests('a', 'b'))).toEqual({
      kind: 'record',
      part: 0,
      firstItem: 0,
      replaces: true,
    });
  });

  it.each(['in_round', 'read', 'voided'] as const)('adds its tail to what is %s', (state) => {
    expect(decideSameJob(known(state, ['a', 'b']), digests('a', 'b', 'c'))).toEqual({
      kind: 'record',
      part: 1,
      firstItem: 2,
      replaces: false,
    });
  });

  it('keeps the start of a tail that it replaces', () => {
    const tail = known('unread', ['a', 'b', 'c'], { part: 1, firstItem: 2 });
    expect(decideSameJob(tail, digests('a', 'b', 'c', 'd'))).toMatchObject({ part: 1, firstItem: 2, replaces: true });
  });

  it('is a conflict when an item differs, longer or not', () => {
    for (const items of [['x'], ['a', 'x'], ['a', 'x', 'c', 'd']]) {
      expect(decideSameJob(known('unread', ['a', 'b', 'c']), digests(...items))).toEqual({ kind: 'conflict' });
    }
  });
});
