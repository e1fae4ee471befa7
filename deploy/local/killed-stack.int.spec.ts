import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, copyFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type TestFolder, testFolder } from '#testing';
import { processStart } from './lock.mjs';
import { canExecute } from './service-user.js';

const script = fileURLToPath(new URL('../../test/setup/stack.mjs', import.meta.url));
const natsServer = process.env['MARGINALIA_TEST_NATS_SERVER'] as string;
const nobody = { uid: 65534, gid: 65534 };

interface Stack {
  child: ChildProcess;
  postgres: { url: string; pid: number };
  nats: { url: string; pid: number };
}

describe('a stack in a process of its own', () => {
  let home: TestFolder;
  let stacks: Stack[];

  beforeEach(() => {
    home = testFolder();
    stacks = [];
  });

  afterEach(() => {
    for (const { child, postgres, nats } of stacks) {
      child.kill('SIGKILL');
      for (const pid of [postgres.pid, nats.pid]) if (processStart(pid)) process.kill(pid, 'SIGKILL');
    }
    home.remove();
  });

  async function start(user?: { uid: number; gid: number }, binary = natsServer): Promise<Stack> {
    const child = spawn(process.execPath, [script, home.path, binary], { ...user, stdio: ['ignore', 'pipe', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')));
    for await (const line of createInterface(child.stdout)) {
      const stack = { child, ...(JSON.parse(line) as Omit<Stack, 'child'>) };
      stacks.push(stack);
      return stack;
    }
    throw new Error(complaint);
  }

  async function kill({ child }: Stack): Promise<void> {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  it('is followed, after kill -9, by one that stops what was left and finds the data', async () => {
    const first = await start();
    await query(first.postgres.url, 'create table notes as select 7 as id');
    await kill(first);
    expect(processStart(first.postgres.pid)).toBeDefined();
    const second = await start();
    expect([first.postgres.pid, first.nats.pid].map(processStart)).toEqual([undefined, undefined]);
    expect(await query(second.postgres.url, 'select id from notes')).toEqual([{ id: 7 }]);
  });

  it('is followed by another also when its servers were killed with it', async () => {
    const first = await start();
    process.kill(first.postgres.pid, 'SIGKILL');
    process.kill(first.nats.pid, 'SIGKILL');
    await kill(first);
    const second = await start();
    expect(await query(second.postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses a second one in the same home while it is alive', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`already runs in ${realpathSync(home.path)} (process ${first.child.pid})`);
  });

  // A checkout below a closed folder, such as /root, cannot be read by another user.
  const asNobody = process.getuid?.() === 0 && canExecute(dirname(script), nobody) ? it : it.skip;
  asNobody('runs as a plain user', async () => {
    const binary = join(home.path, 'nats-server');
    copyFileSync(natsServer, binary);
    chownSync(home.path, nobody.uid, nobody.gid);
    const first = await start(nobody, binary);
    await query(first.postgres.url, 'create table notes as select 7 as id');
    await kill(first);
    const second = await start(nobody, binary);
    expect(await query(second.postgres.url, 'select id from notes')).toEqual([{ id: 7 }]);
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}
