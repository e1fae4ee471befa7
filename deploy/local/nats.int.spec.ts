import { statSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type NatsConnection } from 'nats';
import { type TestFolder, testFolder } from '#testing';
import { type NatsUser } from './nats-config.js';
import { type EmbeddedNats, startNats } from './nats.js';

const binary = process.env['MARGINALIA_TEST_NATS_SERVER'] as string;
const all: NatsUser = { user: 'all', password: 'it "has" a $blank \\ and more' };

describe('embedded NATS', () => {
  let folder: TestFolder;
  let running: EmbeddedNats[];
  let connections: NatsConnection[];

  beforeEach(() => {
    folder = testFolder();
    running = [];
    connections = [];
  });

  afterEach(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await Promise.all(running.map((nats) => nats.stop()));
    folder.remove();
  });

  async function start(users: NatsUser[] = [all], home = folder.path): Promise<EmbeddedNats> {
    const nats = await startNats({ binary, home, users });
    running.push(nats);
    return nats;
  }

  async function connectAs(nats: EmbeddedNats, user: string): Promise<NatsConnection> {
    const { host, username, password } = new URL(nats.url(user));
    const connection = await connect({
      servers: host,
      user: decodeURIComponent(username),
      pass: decodeURIComponent(password),
      reconnect: false,
    });
    connections.push(connection);
    return connection;
  }

  it('keeps its streams over a restart', async () => {
    const first = await start();
    const manager = await (await connectAs(first, 'all')).jetstreamManager();
    await manager.streams.add({ name: 'NOTES', subjects: ['notes.>'] });
    await manager.jetstream().publish('notes.one', 'kept');
    await first.stop();
    const again = await (await connectAs(await start(), 'all')).jetstreamManager();
    expect((await again.streams.info('NOTES')).state.messages).toBe(1);
  });

  it('runs in two homes side by side', async () => {
    const other = testFolder();
    const [one, two] = await Promise.all([start(), start([all], other.path)]);
    expect(one.port).not.toBe(two.port);
    await two.stop();
    other.remove();
  });

  it('lets a login do what its lists allow and nothing where a list is empty', async () => {
    const nats = await start([all, { user: 'runner', password: 'r', publish: ['jobs.>'], subscribe: [] }]);
    const runner = await connectAs(nats, 'runner');
    const refused = firstError(runner);
    const heard = (await connectAs(nats, 'all')).subscribe('>', { max: 1 });
    await connections[1]?.flush();
    runner.publish('ledger.retire', 'no');
    runner.publish('jobs.finished', 'yes');
    for await (const message of heard) expect(message.subject).toBe('jobs.finished');
    expect(await refused).toContain('PERMISSIONS_VIOLATION');

    const listener = await connectAs(nats, 'runner');
    const closed = firstError(listener);
    listener.subscribe('jobs.>');
    expect(await closed).toContain('PERMISSIONS_VIOLATION');
  });

  it('lets nobody in with a wrong password, and starts with no login at all never', async () => {
    const nats = await start();
    await expect(connect({ servers: `127.0.0.1:${nats.port}`, user: 'all', pass: 'guess' })).rejects.toThrow(
      /Authorization/i,
    );
    await expect(startNats({ binary, home: folder.path, users: [] })).rejects.toThrow('at least one login');
    expect(statSync(join(folder.path, 'nats/nats.conf')).mode & 0o777).toBe(0o600);
  });

  it('takes new logins without a restart', async () => {
    const nats = await start();
    await nats.reload([{ user: 'new', password: 'n' }]);
    await expect(connectAs(nats, 'new')).resolves.toBeDefined();
    expect(() => nats.url('all')).toThrow('no user all');
  });

  it('rejects with the end of the log when it cannot start', async () => {
    const { port } = await start();
    const other = testFolder();
    await expect(startNats({ binary, home: other.path, port, users: [all] })).rejects.toThrow(
      /ended with[\s\S]*address already in use/,
    );
    other.remove();
  });

  it('tells that it ended, also when it was not asked to', async () => {
    const nats = await start();
    process.kill(nats.pid, 'SIGKILL');
    expect(await nats.exited).toBe('NATS ended by SIGKILL');
  });
});

async function firstError(connection: NatsConnection): Promise<string> {
  for await (const status of connection.status()) {
    if (String(status.type) === 'error') return JSON.stringify(status.data);
  }
  return 'closed';
}
