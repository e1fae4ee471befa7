import { connect } from 'nats';
import pg from 'pg';
import { eventually, TestClock, testDatabase, testNats } from '#testing';

describe('testing', () => {
  it('gives every caller an empty database of its own', async () => {
    const [one, other] = await Promise.all([testDatabase('one of two'), testDatabase('one of two')]);
    const client = new pg.Client({ connectionString: one.url });
    await client.connect();
    await client.query('create table notes (id int)');
    await client.end();

    const beside = new pg.Client({ connectionString: other.url });
    await beside.connect();
    await expect(beside.query('select 1 from notes')).rejects.toThrow('does not exist');
    await beside.end();
    await Promise.all([one.drop(), other.drop()]);
  });

  it('gives a NATS server with JetStream and a prefix of one token', async () => {
    const { url, prefix } = testNats();
    const { origin, username, password } = parts(url);
    const connection = await connect({ servers: origin, user: username, pass: password });
    const manager = await connection.jetstreamManager();
    await manager.streams.add({ name: prefix, subjects: [`${prefix}.>`] });
    expect(prefix).not.toBe(testNats().prefix);
    await manager.streams.delete(prefix);
    await connection.close();
  });

  it('repeats a probe until it holds', async () => {
    let calls = 0;
    const found = await eventually(() => {
      calls += 1;
      if (calls < 3) throw new Error('not yet');
      return calls;
    });
    expect(found).toBe(3);
    await expect(eventually(() => Promise.reject(new Error('never')), { timeoutMs: 1 })).rejects.toThrow('never');
  });

  it('moves its clock only when told', () => {
    const clock = new TestClock('2026-03-01T00:00:00Z');
    clock.advance({ days: 1, hours: 2 });
    expect(clock.now()).toEqual(new Date('2026-03-02T02:00:00Z'));
  });
});

function parts(url: string): { origin: string; username: string; password: string } {
  const { host, username, password } = new URL(url);
  return { origin: host, username, password };
}
