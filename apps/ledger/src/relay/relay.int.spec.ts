import type { LogCloudEvent, SignedHead } from '#contracts';
import { verifyChain, verifyHead } from '#event-store';
import { provision } from '#messaging';
import { eventually } from '#testing';
import { TestLedgerApp } from '../ledger.fixture.js';
import { Relay } from './relay.service.js';

describe('relay', () => {
  let ledger: TestLedgerApp;
  beforeAll(async () => {
    ledger = await TestLedgerApp.start('relay');
  });
  afterAll(() => ledger.stop());

  async function copied(): Promise<LogCloudEvent[]> {
    const { subjects } = ledger.bus;
    const manager = await ledger.bus.manager();
    const name = subjects.stream('MARGINALIA_LOG');
    const { state } = await manager.streams.info(name);
    const events: LogCloudEvent[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      events.push((await manager.streams.getMessage(name, { seq })).json<LogCloudEvent>());
    }
    return events;
  }
  const untilCopied = (): Promise<LogCloudEvent[]> =>
    eventually(async () => {
      const events = await copied();
      const { position } = await ledger.ask('ledger.head');
      expect(events.at(-1)?.position).toBe(position);
      return events;
    });

  it('copies the log in order, each event once, and the copy verifies', async () => {
    for (const skill of ['awk', 'sed', 'tar']) await ledger.publishSkill(skill);
    expect(await verifyChain(await untilCopied())).toMatchObject({ verified: true });
  });

  it('signs the head, and anybody can check it', async () => {
    const head = await eventually(async () => {
      const { signed, publicKey } = await ledger.ask('ledger.head');
      if (signed === null) throw new Error('not signed yet');
      return { signed, publicKey };
    });
    const { position, epoch, ...rest } = head.signed;
    expect(verifyHead({ ...rest, position: BigInt(position), epoch: Number(epoch) }, head.publicKey)).toBe(true);
    const manager = await ledger.bus.manager();
    const name = ledger.bus.subjects.stream('MARGINALIA_HEADS');
    const message = await eventually(() =>
      manager.streams.getMessage(name, { last_by_subj: ledger.bus.subjects.verb('heads') }),
    );
    expect(message.json<SignedHead>()).toEqual(head.signed);
    expect((await ledger.ask('ledger.heads')).heads[0]).toEqual(head.signed);
  });

  it('is one among replicas, and another takes over', async () => {
    const first = ledger.app;
    const second = await ledger.startReplica();
    expect(second.get(Relay).position).toBe(0n);
    await ledger.stopReplica(first);
    await ledger.publishSkill('jq');
    const events = await untilCopied();
    expect(second.get(Relay).position).toBe(BigInt(events.length));
    expect(await verifyChain(events)).toMatchObject({ verified: true });
  });

  it('fills a copy that was emptied or deleted', async () => {
    const manager = await ledger.bus.manager();
    const name = ledger.bus.subjects.stream('MARGINALIA_LOG');
    for (const lose of [() => manager.streams.purge(name), () => manager.streams.delete(name)]) {
      await lose();
      await ledger.stopReplica(ledger.app);
      // Replicas verify that the stream is there, so one is provisioned; the relay makes it anew.
      await provision(ledger.bus);
      await ledger.startReplica();
      expect(await verifyChain(await untilCopied())).toMatchObject({ verified: true });
    }
  });
});
