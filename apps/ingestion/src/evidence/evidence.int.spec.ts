import { createHash, randomUUID, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { JobReport, JobState } from '#contracts';
import { canonicalJson } from '#event-store';
import { eventually } from '#testing';
import { calm, failing, ingestionFixture, NOW, report, type IngestionFixture } from '../ingestion.fixture.js';
import { Retention } from './retention.js';

const DAY_MS = 24 * 3600_000;
let f: IngestionFixture;
beforeAll(async () => {
  f = await ingestionFixture('evidence');
});
afterAll(() => f.close());

const send = async (...reports: JobReport[]): Promise<void> => {
  for (const one of reports) expect((await f.post(JSON.stringify(one))).status).toBe(202);
};
const daysAgo = (days: number): Pick<JobReport, 'startedAt' | 'finishedAt'> => {
  const at = new Date(Date.parse(NOW) - days * DAY_MS).toISOString();
  return { startedAt: at, finishedAt: at };
};
const states = async (agent: string): Promise<Record<string, JobState>> => {
  const { jobs } = await f.ask('evidence.signals', { limit: 1000 }, agent);
  return Object.fromEntries(jobs.map(({ jobId, state }) => [jobId, state]));
};
const pin = (agent: string, more: object = {}) =>
  f.ask('evidence.batch', { roundId: randomUUID(), limit: 30, ...more }, agent);

describe('agents that are due', () => {
  it('have enough unread signal jobs of the last 30 days, page by page', async () => {
    for (const agent of ['due-a', 'due-b', 'due-c']) await send(...[1, 2, 3].map(() => report({ agent })));
    await send(report({ agent: 'due-few' }), report({ agent: 'due-few', items: calm().slice(0, 1) }));
    await send(report({ agent: 'due-old' }), ...[1, 2].map(() => report({ agent: 'due-old', ...daysAgo(31) })));
    const first = await f.ask('evidence.due', { minUnread: 3, limit: 2 });
    expect(first).toEqual({
      agents: [
        { agent: 'due-a', unread: 3 },
        { agent: 'due-b', unread: 3 },
      ],
      nextCursor: 'due-b',
    });
    expect(await f.ask('evidence.due', { minUnread: 3, limit: 2, cursor: 'due-b' })).toEqual({
      agents: [{ agent: 'due-c', unread: 3 }],
    });
    expect(await f.ask('evidence.signals', {}, 'due-old')).toMatchObject({ unread: 1, passedOver: 0 });
  });
});

describe('the batch of a round', () => {
  it('takes the newest 30, at most three of one origin, and passes over the rest once consumed', async () => {
    const agent = 'batch-a';
    const old = report({ agent, ...daysAgo(31) });
    const early = Array.from({ length: 5 }, () => report({ agent, origin: 'early' }));
    const others = Array.from({ length: 26 }, () => report({ agent }));
    const same = Array.from({ length: 5 }, () => report({ agent, origin: 'same' }));
    await send(old, ...early, ...others, ...same);
    const roundId = randomUUID();
    const batch = await pin(agent, { roundId });
    const ids = batch.jobs.map(({ jobId }) => jobId);
    expect(ids).toEqual([...early.slice(4), ...others, ...same.slice(2)].map(({ jobId }) => jobId));
    expect(batch.waiting).toEqual([]);

    expect(await pin(agent, { roundId })).toEqual(batch);
    const late = report({ agent });
    await send(late);
    const counts = await f.ask('evidence.consume', { roundId, upTo: batch.upTo }, agent);
    expect(counts).toEqual({ consumed: 30, passedOver: 7 });
    expect(await f.ask('evidence.consume', { roundId, upTo: batch.upTo }, agent)).toEqual(counts);
    const now = await states(agent);
    expect(now[late.jobId]).toBe('unread');
    expect(now[same[0]!.jobId]).toBe('passed_over');
    expect(now[old.jobId]).toBe('passed_over');
    expect(now[same[4]!.jobId]).toBe('read');
    expect(await f.ask('evidence.signals', { limit: 1 }, agent)).toMatchObject({ unread: 1, passedOver: 7 });
    await expect(pin(agent, { roundId })).rejects.toMatchObject({ problem: { code: 'round_closed' } });
  });

  it('comes back when the round failed', async () => {
    const agent = 'batch-b';
    await send(report({ agent }), report({ agent }));
    const roundId = randomUUID();
    const batch = await pin(agent, { roundId });
    expect((await pin(agent)).jobs).toEqual([]);
    await f.ask('evidence.consume', { roundId, upTo: '0', consumed: false }, agent);
    await f.ask('evidence.consume', { roundId, upTo: batch.upTo, consumed: true }, agent);
    expect(Object.values(await states(agent))).toEqual(['unread', 'unread']);
    expect((await pin(agent)).jobs).toHaveLength(2);
    expect(await f.ask('evidence.consume', { roundId: randomUUID(), upTo: '0', consumed: false }, agent)).toEqual({
      consumed: 0,
      passedOver: 0,
    });
  });

  it('is consumed up to its own place only, and by its own agent', async () => {
    const agent = 'batch-c';
    await send(report({ agent }), report({ agent: 'batch-d' }));
    const roundId = randomUUID();
    const { upTo } = await pin(agent, { roundId });
    for (const [asking, place, code] of [
      [agent, String(Number(upTo) + 1), 'version_conflict'],
      ['batch-d', upTo, 'round_not_found'],
    ] as const) {
      await expect(f.ask('evidence.consume', { roundId, upTo: place }, asking)).rejects.toMatchObject({
        problem: { code },
      });
    }
  });

  it('is joined by the jobs of waiting candidates', async () => {
    const agent = 'batch-e';
    const earlier = report({ agent });
    await send(earlier);
    const first = randomUUID();
    const { upTo } = await pin(agent, { roundId: first });
    await f.ask('evidence.consume', { roundId: first, upTo }, agent);
    const fresh = report({ agent });
    await send(fresh);
    const batch = await pin(agent, { waitingJobIds: [earlier.jobId, fresh.jobId, 'nobody-knows-it'] });
    expect(batch.jobs.map(({ jobId }) => jobId)).toEqual([fresh.jobId, earlier.jobId]);
    expect(batch.waiting).toEqual([earlier.jobId]);
    expect(batch.bundle.map(({ jobId }) => jobId)).toEqual([fresh.jobId, earlier.jobId]);
    expect((await states(agent))[earlier.jobId]).toBe('read');
  });

  it('is attested: digests of items, digest of the bundle, signature', async () => {
    const agent = 'batch-f';
    const one = report({
      agent,
      items: [...failing(1), { type: 'message', role: 'user', text: 'Always use tabs.', human: true }],
    });
    await send(one);
    const { jobs, bundle, attestation } = await pin(agent);
    const digestOf = (item: number) => createHash('sha256').update(canonicalJson(jobs[0]!.items[item])).digest('hex');
    expect(bundle).toEqual([
      {
        jobId: one.jobId,
        finishedAt: one.finishedAt,
        origin: jobs[0]!.origin,
        credential: 'admin',
        calls: [{ item: 1, class: 'fault', digest: digestOf(1) }],
        humanMessages: [{ item: 2, human: 'proven', digest: digestOf(2) }],
      },
    ]);
    const { publicKey } = await f.ask('evidence.key');
    expect(attestation.digest).toBe(createHash('sha256').update(canonicalJson(bundle)).digest('hex'));
    expect(verify(null, Buffer.from(attestation.digest), publicKey, Buffer.from(attestation.signature, 'base64'))).toBe(
      true,
    );
    const replica = await f.replica();
    expect(replica).toBeDefined();
    expect((await f.ask('evidence.key')).publicKey).toBe(publicKey);
  });

  it('carries the release that two origins report and whose job ended last', async () => {
    const agent = 'batch-g';
    await send(
      report({ agent, release: '1', ...daysAgo(3) }),
      report({ agent, release: '1', ...daysAgo(3) }),
      report({ agent, release: '2', ...daysAgo(2) }),
      report({ agent, release: '2', ...daysAgo(2) }),
      report({ agent, release: '3', origin: 'o', ...daysAgo(1) }),
      report({ agent, release: '3', origin: 'o', ...daysAgo(1) }),
    );
    expect((await pin(agent)).release).toBe('2');
    const { release, jobs } = await f.ask('evidence.index', { limit: 4 }, agent);
    expect([release, jobs.length]).toEqual(['2', 4]);
    expect(jobs[0]!.finishedAt > jobs[3]!.finishedAt).toBe(true);
  });

  it('fits a message of the bus, whatever the jobs hold', async () => {
    const agent = 'batch-h';
    const long = 'line of output\n'.repeat(15_000);
    for (let jobs = 0; jobs < 8; jobs++) {
      const items = [
        { type: 'message' as const, role: 'user' as const, text: 'Do it.' },
        ...Array.from({ length: 5 }, (_, at) => ({
          type: 'command' as const,
          command: `x${at}`,
          exitCode: 1,
          output: long,
        })),
      ];
      await send(report({ agent, items }));
    }
    const batch = await pin(agent);
    expect(batch.jobs).toHaveLength(8);
    expect(batch.jobs.every(({ items }) => items.length === 6)).toBe(true);
  });

  it('is pinned once, however many ask at the same time', async () => {
    const agent = 'batch-i';
    await send(...Array.from({ length: 12 }, () => report({ agent })));
    const batches = await Promise.all(Array.from({ length: 8 }, () => pin(agent)));
    expect(batches.map(({ jobs }) => jobs.length).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 12]);
  });
});

describe('what people see', () => {
  it('lists jobs newest first, page by page', async () => {
    const agent = 'lists';
    const jobs = Array.from({ length: 5 }, (_, at) =>
      report({ agent, items: at === 2 ? calm().slice(0, 1) : failing(1) }),
    );
    await send(...jobs);
    const first = await f.ask('evidence.jobs', { limit: 3 }, agent);
    const rest = await f.ask('evidence.jobs', { limit: 3, cursor: first.nextCursor }, agent);
    expect([...first.jobs, ...rest.jobs].map(({ jobId }) => jobId)).toEqual(jobs.map(({ jobId }) => jobId).reverse());
    expect(rest.nextCursor).toBeUndefined();
    expect((await f.ask('evidence.signals', {}, agent)).jobs).toHaveLength(4);
    await expect(f.ask('evidence.job', { jobId: 'nobody' }, agent)).rejects.toMatchObject({
      problem: { code: 'job_not_found' },
    });
    await expect(f.ask('evidence.jobs', { cursor: 'x' }, agent)).rejects.toMatchObject({
      problem: { code: 'invalid_field' },
    });
  });

  it('tells health', async () => {
    await send({ ...report({ agent: 'healthy' }), skils: [] } as JobReport);
    expect(await f.ask('evidence.health')).toMatchObject({
      lastIntakeAt: NOW,
      agents: expect.arrayContaining([
        expect.objectContaining({ agent: 'healthy', unread: 1, passedOver: 0, lastIntakeAt: NOW }),
      ]) as unknown,
      deadLetters: { waiting: 0 },
      credentials: [
        expect.objectContaining({
          credential: 'admin',
          unknownFields: 1,
          lastUnknown: [{ path: 'skils', nearest: 'skills' }],
        }),
      ],
    });
  });
});

describe('keeping', () => {
  it('makes partitions ahead and none stay in the default', async () => {
    const { rows } = await f.pool.query<{ partitions: number; strays: number }>(
      `select (select count(*)::int from pg_inherits where inhparent = 'evidence.records'::regclass) as partitions,
              (select count(*)::int from evidence.records_default) as strays`,
    );
    expect(rows[0]).toEqual({ partitions: 4, strays: 0 });
  });

  it('lets evidence go after its days, but not what an open round reads', async () => {
    const agent = 'kept';
    const [open, closed] = [report({ agent }), report({ agent: 'gone' })];
    await send(open, closed);
    await pin(agent);
    const retention = f.app.get(Retention);
    await retention.run();
    expect(await f.ask('jobs.status', { jobId: closed.jobId }, 'gone')).toMatchObject({ status: 'recorded' });
    await retention.run(new Date(Date.now() + 100 * DAY_MS));
    expect(await f.ask('jobs.status', { jobId: closed.jobId }, 'gone')).toMatchObject({ status: 'unknown' });
    expect(await f.ask('evidence.job', { jobId: open.jobId }, agent)).toMatchObject({ state: 'in_round' });
  });

  it('drops the months that are over and empty', async () => {
    await f.pool.query(
      `create table evidence.records_2020_01 partition of evidence.records for values from ('2020-01-01 00:00:00+00') to ('2020-02-01 00:00:00+00')`,
    );
    await f.app.get(Retention).run();
    const { rows } = await f.pool.query(`select to_regclass('evidence.records_2020_01') as known`);
    expect(rows).toEqual([{ known: null }]);
  });

  it('works as a role that owns nothing', async () => {
    const role = `app_${randomUUID().slice(0, 8)}`;
    await f.pool.query(`create role ${role}; grant usage on schema evidence to ${role}`);
    const client = new pg.Client({ connectionString: f.databaseUrl });
    await client.connect();
    await client.query(`set role ${role}`);
    await client.query('select evidence.make_partitions(3)');
    await client.query('reset role');
    await client.end();
    await f.pool.query(`drop owned by ${role}; drop role ${role}`);
  });
});

const FILE = fileURLToPath(new URL('../../../../../shared/data/intercode-bash/ic-gpt-4.jobs.ndjson', import.meta.url));
const given = existsSync(FILE) ? it : it.skip;
if (!existsSync(FILE)) console.warn(`skipped: ${FILE} is not there`);

describe('real jobs', () => {
  given('are 200, of which 70 have a signal, and all of them once', async () => {
    const lines = readFileSync(FILE, 'utf8').trim().split('\n');
    const post = (line: string) => f.post(line).then((reply) => reply.json() as Promise<{ status: string }>);
    const first = await Promise.all(lines.map(post));
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set(['recorded']));
    const again = await Promise.all(lines.map(post));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['repeat']));
    await eventually(async () => {
      const { rows } = await f.pool.query<{ jobs: number; signals: number }>(
        `select count(*)::int as jobs, count(*) filter (where j.state = 'unread')::int as signals
           from evidence.jobs j where j.agent = 'ic-gpt-4'`,
      );
      expect(rows[0]).toEqual({ jobs: 200, signals: 70 });
    });
  });
});

describe('the clock of the deployment, which never goes back,', () => {
  it('says what is too old to count', async () => {
    await send(report({ agent: 'due-later' }));
    await f.setClock(new Date(Date.parse(NOW) + 40 * DAY_MS));
    expect((await f.ask('evidence.due', { minUnread: 1, limit: 100 })).agents).toEqual([]);
  });
});
