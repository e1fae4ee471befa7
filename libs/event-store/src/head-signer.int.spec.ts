import { eventually, testDatabase } from '#testing';

import { generateHeadKeys, HeadSigner, verifyHead } from './head-signer.js';
import { groupOf, type TestLedger, testLedger } from './ledger.fixture.js';
import { type SignedHead, SignedHeadStore } from './signed-heads.js';

describe('HeadSigner', () => {
  let ledger: TestLedger;
  beforeEach(async () => {
    ledger = await testLedger(await testDatabase('heads'));
  });
  afterEach(() => ledger.drop());

  it('signs heads that anybody can verify with the public key, and nobody can alter', async () => {
    const keys = generateHeadKeys();
    const signer = new HeadSigner(keys.privateKey);
    expect(signer.publicKey).toBe(keys.publicKey);
    await ledger.store.append(groupOf(['lesson/a/s']));
    const head = signer.sign(await ledger.store.head());
    expect(verifyHead(head, keys.publicKey)).toBe(true);
    const altered: Partial<SignedHead>[] = [
      { position: 2n },
      { chain: 'f00' },
      { epoch: 2 },
      { time: 'x' },
      { key: 'x' },
    ];
    for (const change of altered) expect(verifyHead({ ...head, ...change }, keys.publicKey)).toBe(false);
    expect(verifyHead(head, generateHeadKeys().publicKey)).toBe(false);
  });

  it('keeps signing as the log grows and stores each head once', async () => {
    const keys = generateHeadKeys();
    const heads = new SignedHeadStore(ledger.pool);
    const stop = new AbortController();
    const options = { signal: stop.signal, everyMs: 5 };
    const running = [1, 2].map(() => new HeadSigner(keys.privateKey).run(ledger.store, heads, options));
    for (let round = 1n; round <= 3n; round += 1n) {
      await ledger.store.append(groupOf(['lesson/a/s']));
      await eventually(async () => expect((await heads.latest())?.position).toBe(round));
    }
    stop.abort();
    await Promise.all(running);
    const stored = await heads.list();
    expect(stored.map(({ position }) => position)).toEqual([1n, 2n, 3n]);
    expect(stored.at(-1)).toEqual(await heads.latest());
    expect(stored.every((head) => verifyHead(head, keys.publicKey))).toBe(true);
    expect(await heads.list({ after: 2n })).toHaveLength(1);
  });
});
