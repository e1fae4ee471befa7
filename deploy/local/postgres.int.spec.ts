import { chmodSync, lstatSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type TestFolder, testFolder } from '#testing';
import { freePort } from './free-port.js';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startPostgres } from './postgres.js';

const asRoot = process.getuid?.() === 0 ? it : it.skip;

describe('embedded PostgreSQL', () => {
  let folder: TestFolder;
  let running: EmbeddedPostgres[];

  beforeEach(() => {
    folder = testFolder();
    running = [];
  });

  afterEach(async () => {
    await Promise.all(running.map((postgres) => postgres.stop()));
    folder.remove();
  });

  async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const postgres = await startPostgres({ home: folder.path, durable: false, ...options });
    running.push(postgres);
    return postgres;
  }

  it('keeps its data and its password over a restart', async () => {
    const first = await start();
    await query(first.url, 'create table notes as select 7 as id');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select id from notes')).toEqual([{ id: 7 }]);
    expect(new URL(second.url).password).toBe(new URL(first.url).password);
  });

  it('lets nobody in without the password, which only its owner can read', async () => {
    const { url } = await start();
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(join(folder.path, 'postgres/password')).mode & 0o777).toBe(0o600);
  });

  it('runs in two homes side by side', async () => {
    const other = testFolder();
    const [one, two] = await Promise.all([start(), start({ home: other.path })]);
    await query(one.url, 'create table only_here (id int)');
    await expect(query(two.url, 'select 1 from only_here')).rejects.toThrow('does not exist');
    await two.stop();
    other.remove();
  });

  it('tells that it ended, also when it was not asked to', async () => {
    const postgres = await start();
    process.kill(postgres.pid, 'SIGKILL');
    expect(await postgres.exited).toBe('PostgreSQL ended by SIGKILL');
  });

  it('recovers what was committed before a kill', async () => {
    const first = await start({ durable: true });
    await query(first.url, 'create table notes as select 7 as id');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const second = await start();
    expect(await query(second.url, 'select id from notes')).toEqual([{ id: 7 }]);
  });

  it('is not held up by a lock file whose process id is another program now', async () => {
    const first = await start();
    await first.stop();
    const data = join(realpathSync(folder.path), 'postgres/data');
    writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n0\n5432\n`);
    const second = await start();
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('begins anew when the first start was cut off half way', async () => {
    const first = await start();
    await first.stop();
    const place = join(folder.path, 'postgres');
    rmSync(join(place, 'data/global'), { recursive: true });
    renameSync(join(place, 'data'), join(place, 'data.new'));
    const second = await start();
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('rejects with the end of the log when it cannot start', async () => {
    const { port } = await start();
    const other = testFolder();
    await expect(start({ home: other.path, port })).rejects.toThrow(/ended with exit code 1[\s\S]*could not bind/);
    other.remove();
  });

  it('installs no signal handlers', async () => {
    const before = ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].map((name) => process.listenerCount(name));
    await start();
    expect(['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].map((name) => process.listenerCount(name))).toEqual(before);
  });

  it('writes its log into the home', async () => {
    await start({ port: await freePort() });
    expect(readFileSync(join(folder.path, 'logs/postgres.log'), 'utf8')).toContain('ready to accept connections');
  });

  asRoot('keeps its data outside a home that its user cannot enter, and finds it there again', async () => {
    chmodSync(folder.path, 0o700);
    const first = await start();
    await query(first.url, 'create table notes as select 7 as id');
    await first.stop();
    const place = join(folder.path, 'postgres');
    expect(lstatSync(place).isSymbolicLink()).toBe(true);
    const second = await start();
    expect(await query(second.url, 'select id from notes')).toEqual([{ id: 7 }]);
    await second.stop();
    rmSync(realpathSync(place), { recursive: true });
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
