import type { LogCloudEvent } from '#contracts';

import { fromCloudEvent, toCloudEvent } from './cloud-event.js';
import { eventDigest, nextChain } from './digest.js';
import type { StoredEvent } from './event.js';
import { verifyChain } from './verify-chain.js';

/** A right log of six events in two streams. */
function exported(): LogCloudEvent[] {
  const tails = new Map<string, StoredEvent>();
  let chain = '';
  return Array.from({ length: 6 }, (_, index) => {
    const stream = index % 3 === 0 ? 'ban/a/s' : 'lesson/a/s';
    const draft: Omit<StoredEvent, 'digest' | 'chain'> = {
      position: BigInt(index + 1),
      stream,
      version: (tails.get(stream)?.version ?? 0n) + 1n,
      id: `00000000-0000-4000-8000-00000000000${index}`,
      type: 'lesson.created',
      typeVersion: 1,
      time: `2026-11-30T00:00:00.00${index}Z`,
      epoch: 1,
      by: { credential: 'cli', role: 'operator', proven: true, label: 'zoë' },
      cause: 'command:k',
      salt: 'salt',
      data: { content: `note ${index}`, '10': 1, '9': 2 },
      prev: tails.get(stream)?.digest ?? '',
    };
    const digest = eventDigest(draft);
    chain = nextChain(chain, draft.position, digest);
    const event: StoredEvent = { ...draft, digest, chain };
    tails.set(stream, event);
    return toCloudEvent(event);
  });
}

const at = (events: LogCloudEvent[], index: number): LogCloudEvent => {
  const event = events[index];
  if (!event) throw new Error(`no event ${index}`);
  return event;
};

describe('verifyChain', () => {
  it('verifies a right log, also after a trip through JSON', async () => {
    const events = JSON.parse(JSON.stringify(exported())) as LogCloudEvent[];
    expect(await verifyChain(events)).toEqual({
      verified: true,
      events: 6,
      head: { position: '6', chain: at(events, 5).chain },
    });
    expect(await verifyChain([])).toEqual({ verified: true, events: 0, head: { position: '0', chain: '' } });
  });

  it('verifies the rest of a log from a known place, and not from a wrong one', async () => {
    const events = exported();
    const startAfter = { position: '3', chain: at(events, 2).chain };
    expect(await verifyChain(events.slice(3), { startAfter })).toMatchObject({ verified: true, events: 3 });
    expect(await verifyChain(events.slice(3), { startAfter: { ...startAfter, chain: 'f00' } })).toMatchObject({
      verified: false,
      fault: { position: '4', reason: 'chain_mismatch' },
    });
  });

  it.each<[string, (events: LogCloudEvent[]) => void, { position: string; reason: string }]>([
    ['changed data', (e) => e.splice(2, 1, { ...at(e, 2), data: {} }), { position: '3', reason: 'digest_mismatch' }],
    ['a changed author', (e) => (at(e, 1).bycredential = 'eve'), { position: '2', reason: 'digest_mismatch' }],
    ['a changed time', (e) => (at(e, 1).time = at(e, 0).time), { position: '2', reason: 'digest_mismatch' }],
    ['a changed version of the type', (e) => (at(e, 1).type += '0'), { position: '2', reason: 'digest_mismatch' }],
    ['a removed event', (e) => e.splice(3, 1), { position: '4', reason: 'missing' }],
    ['a removed first event', (e) => e.shift(), { position: '1', reason: 'missing' }],
    ['swapped events', (e) => e.splice(1, 2, at(e, 2), at(e, 1)), { position: '2', reason: 'missing' }],
    ['an event given twice', (e) => e.splice(3, 0, at(e, 2)), { position: '3', reason: 'added' }],
    ['a changed chain', (e) => (at(e, 4).chain = at(e, 3).chain), { position: '5', reason: 'chain_mismatch' }],
    ['no event at all', (e) => e.splice(1, 1, {} as LogCloudEvent), { position: '2', reason: 'malformed' }],
    ['a position that is no number', (e) => (at(e, 1).position = '2x'), { position: '2', reason: 'malformed' }],
  ])('names the first fault of %s', async (_what, tamper, fault) => {
    const events = exported();
    tamper(events);
    const report = await verifyChain(events);
    expect(report).toMatchObject({ verified: false, fault });
    expect(report.events).toBe(Number(fault.position) - (fault.reason === 'added' ? 0 : 1));
  });

  it('finds an inserted event even when the positions after it were moved up', async () => {
    const events = exported();
    const forged = { ...at(events, 2), id: 'forged', position: '4' };
    events.splice(3, 0, forged);
    events.slice(4).forEach((event) => (event.position = String(Number(event.position) + 1)));
    expect((await verifyChain(events)).fault).toMatchObject({ position: '4', reason: 'digest_mismatch' });
  });

  it('finds an event that was rewritten together with its digest and chain', async () => {
    const events = exported();
    const stored = fromCloudEvent(at(events, 3));
    if (!stored) throw new Error('not readable');
    const rewritten = { ...stored, data: { content: 'rewritten' } };
    const digest = eventDigest(rewritten);
    events[3] = toCloudEvent({ ...rewritten, digest, chain: nextChain(at(events, 2).chain, 4n, digest) });
    expect((await verifyChain(events)).fault).toMatchObject({ position: '5', reason: 'chain_mismatch' });
  });
});
