import { statSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, testFolder } from '#testing';
import { failedJob } from './stack.fixture.js';
import { ask, marginalia, up } from './local-stack.fixture.js';

interface Imported {
  jobs: number;
  recorded: number;
  repeats: number;
  refused: unknown[];
}

describe('a stack on this machine', () => {
  const folder = testFolder();
  const home = join(folder.path, 'home');
  const file = join(folder.path, 'jobs.ndjson');
  const JOBS = 400;

  beforeAll(() => {
    const reports = Array.from({ length: JOBS }, (_, n) => failedJob('importer', `job-${n}`));
    writeFileSync(file, reports.map((report) => JSON.stringify(report)).join('\n'));
  });
  afterAll(() => folder.remove());

  it('starts, says where it is to its owner only, refuses a second one, and stops cleanly', async () => {
    const stack = await up(home);
    expect(statSync(join(home, 'run.json')).mode & 0o077).toBe(0);
    expect((await fetch(`${stack.run.httpUrl}/healthz`)).status).toBe(200);
    const second = await marginalia(home, ['up']).done;
    expect(second.code).not.toBe(0);
    expect(second.stderr).toMatch(/already runs/);
    stack.child.kill('SIGINT');
    expect((await stack.done).code).toBe(0);
    expect(existsSync(join(home, 'run.json'))).toBe(false);
    const alone = await marginalia(home, ['health']).done;
    expect(alone.code).toBe(3);
    expect(alone.stderr).toMatch(/npm start/);
  }, 120_000);

  it('loses nothing and does nothing twice when it is killed in the middle of an import', async () => {
    const first = await up(home);
    const importing = marginalia(home, ['jobs', 'import', '--rebase-to', 'now', '--dream-every', '50', file]);
    await eventually(
      async () => {
        const { jobs } = await ask<{ jobs: unknown[] }>(home, 'jobs', 'list', '--agent', 'importer');
        if (jobs.length < 60) throw new Error(`${jobs.length} jobs`);
      },
      { timeoutMs: 60_000 },
    );
    first.child.kill('SIGKILL');
    await first.done;
    expect((await importing.done).code).toBe(3);

    const second = await up(home);
    const again = await ask<Imported>(home, 'jobs', 'import', '--rebase-to', 'now', file);
    expect(again).toMatchObject({ jobs: JOBS, refused: [] });
    expect(again.recorded + again.repeats).toBe(JOBS);
    expect(again.repeats).toBeGreaterThan(0);
    expect(await ask<Imported>(home, 'jobs', 'import', '--rebase-to', 'now', file)).toMatchObject({
      recorded: 0,
      repeats: JOBS,
    });

    const { rounds } = await ask<{ rounds: { jobs: string[]; status: string }[] }>(
      home,
      'rounds',
      '--agent',
      'importer',
    );
    const read = rounds.filter(({ status }) => status === 'closed').flatMap(({ jobs }) => jobs);
    expect(new Set(read).size).toBe(read.length);
    expect(await ask<{ verified: boolean }>(home, 'audit', 'verify')).toMatchObject({ verified: true });
    second.child.kill('SIGTERM');
    expect((await second.done).code).toBe(0);
  }, 180_000);
});
