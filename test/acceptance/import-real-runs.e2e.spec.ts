import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Replies } from '#contracts';
import { testFolder } from '#testing';
import { ask } from './local-stack.fixture.js';
import { TestStack } from './stack.fixture.js';

const FILE = resolve(import.meta.dirname, '../../../shared/data/intercode-bash/ic-gpt-4.jobs.ndjson');
const AGENT = 'ic-gpt-4';
const present = existsSync(FILE);
if (!present) console.warn(`skipped: the recorded runs are not here (${FILE})`);

(present ? describe : describe.skip)('importing 200 recorded runs', () => {
  const folder = testFolder();
  let stack: TestStack;
  let imported: { jobs: number; recorded: number; refused: unknown[]; rounds: string[] };

  const run = (): Promise<typeof imported> =>
    ask(folder.path, 'jobs', 'import', '--rebase-to', 'now', '--dream-every', '30', FILE);

  beforeAll(async () => {
    stack = await TestStack.start({ clock: 'system' });
    process.env.MARGINALIA_URL = stack.standalone.url;
    process.env.MARGINALIA_TOKEN = 'mrg.admin.secret-of-admin';
    await stack.publishSkill('bash');
    imported = await run();
  }, 120_000);
  afterAll(async () => {
    delete process.env.MARGINALIA_URL;
    delete process.env.MARGINALIA_TOKEN;
    await stack.stop();
    folder.remove();
  });

  it('records 200 jobs, 70 of them with a signal', async () => {
    expect(imported).toMatchObject({ jobs: 200, recorded: 200, refused: [] });
    const { jobs } = await stack.ask<Replies['evidence.jobs']>('evidence.jobs', { limit: 1000 }, { agent: AGENT });
    expect(jobs).toHaveLength(200);
    expect(jobs.filter(({ signals }) => signals.length > 0)).toHaveLength(70);
  });

  it('runs the rounds that the threshold allows, each job read once', async () => {
    const { rounds } = await stack.ask<Replies['reflection.rounds']>('reflection.rounds', {}, { agent: AGENT });
    expect(rounds.map(({ roundId }) => roundId).sort()).toEqual([...imported.rounds].sort());
    expect(rounds.length).toBeGreaterThanOrEqual(2);
    expect(rounds.every(({ status }) => status === 'closed')).toBe(true);
    const { unread } = await stack.ask<Replies['evidence.signals']>('evidence.signals', {}, { agent: AGENT });
    expect(unread).toBeLessThan(10);
  });

  it('learns of lost quotes and of the missing sudo, and nothing from messages with many causes', async () => {
    const { lessons } = await stack.ask<Replies['ledger.lessons']>('ledger.lessons', {}, { agent: AGENT });
    const contents = lessons.map(({ content }) => content);
    expect(contents.filter((content) => /unexpected EOF/.test(content)).length).toBe(1);
    expect(contents.filter((content) => /\bsudo\b/.test(content)).length).toBe(1);
    expect(
      contents.filter((content) => /no such file|invalid option|unrecognized option|unknown predicate/i.test(content)),
    ).toEqual([]);
  });

  it('is a repeat when it is imported again', async () => {
    const before = (await stack.ask<Replies['ledger.head']>('ledger.head')).position;
    expect(await run()).toMatchObject({ jobs: 200, recorded: 0, repeats: 200 });
    expect((await stack.ask<Replies['ledger.head']>('ledger.head')).position).toBe(before);
  });
});
