import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { eventually } from '#testing';
import { calm, cloudEvent, failing, ingestionFixture, report, type IngestionFixture } from '../ingestion.fixture.js';

let f: IngestionFixture;
beforeAll(async () => {
  f = await ingestionFixture('intake');
});
afterAll(() => f.close());

const status = (agent: string, jobId: string) => f.ask('jobs.status', { jobId }, agent);
const recorded = (agent: string, jobId: string) =>
  eventually(async () => expect(await status(agent, jobId)).toMatchObject({ status: 'recorded' }));
const letterOf = (jobId: string) =>
  eventually(async () => {
    const { deadLetters } = await f.ask('evidence.deadletters', {});
    const letter = deadLetters.find((one) => one.jobId === jobId);
    expect(letter).toBeDefined();
    return letter!;
  });
const idle = () =>
  eventually(async () => {
    const manager = await f.bus.manager();
    const { num_pending, num_ack_pending } = await manager.consumers.info(
      f.bus.subjects.stream('MARGINALIA_JOBS'),
      'ingestion',
    );
    expect(num_pending + num_ack_pending).toBe(0);
  });

describe('reports from the stream', () => {
  it('are recorded with what was read in them', async () => {
    const one = report({ origin: 'o1', release: '1.2' });
    await f.publish(one);
    await recorded('alpha', one.jobId);
    const job = await f.ask('evidence.job', { jobId: one.jobId }, 'alpha');
    expect(job).toMatchObject({ state: 'unread', redactions: {} });
    expect(job.record).toMatchObject({
      jobId: one.jobId,
      origin: 'given:runner:o1',
      credential: 'runner',
      signals: ['failed_call'],
      firstItem: 0,
      calls: [{ item: 1, class: 'fault', counts: true }],
    });
    expect(job.excerpt).toContain('tally');
  });

  it('come bare, as a CloudEvent, and on short subjects', async () => {
    const [bare, event, short] = [report(), report(), report()];
    await f.publish(bare);
    await f.publish(cloudEvent(event), { agent: 'alpha' });
    await f.bus.jetstream.publish(f.bus.subjects.verb('jobs.finished', 'alpha'), JSON.stringify(short));
    for (const { jobId } of [bare, event, short]) await recorded('alpha', jobId);
    expect((await f.ask('evidence.job', { jobId: short.jobId }, 'alpha')).record.credential).toBe('local');
  });

  it('hold no secrets once stored', async () => {
    const secret = 'ghp_' + 'a1B2c3D4e5'.repeat(4).slice(0, 36);
    const one = report();
    one.items.push({ type: 'command', command: `curl -H 'x: ${secret}'`, exitCode: 1, output: secret });
    await f.publish(one);
    await recorded('alpha', one.jobId);
    const { rows } = await f.pool.query<{ text: string }>(
      'select r.record::text || r.excerpt as text from evidence.records r where r.job_id = $1',
      [one.jobId],
    );
    expect(rows[0]!.text).not.toContain(secret);
    expect(rows[0]!.text).toContain('[secret:');
  });

  it('of two agents may have one job id', async () => {
    const one = report({ agent: 'alpha' });
    const other = report({ agent: 'beta', jobId: one.jobId });
    await f.publish(one);
    await f.publish(other);
    await recorded('alpha', one.jobId);
    await recorded('beta', one.jobId);
  });

  it('come again after a crash between commit and acknowledgement, and are repeats', async () => {
    const one = report();
    await f.publish(one);
    await recorded('alpha', one.jobId);
    await f.publish(one);
    await eventually(async () => expect(await status('alpha', one.jobId)).toMatchObject({ status: 'repeat' }));
    const { rows } = await f.pool.query('select 1 from evidence.jobs j where j.job_id = $1', [one.jobId]);
    expect(rows).toHaveLength(1);
  });

  it('replace a shorter one when it is unread, also in one batch', async () => {
    const one = report({ agent: 'grow' });
    await f.publish(one);
    await f.publish({ ...one, items: failing(3) });
    await f.publish({ ...one, items: failing(2) });
    await eventually(async () => expect(await status('grow', one.jobId)).toMatchObject({ status: 'repeat' }));
    const { record } = await f.ask('evidence.job', { jobId: one.jobId }, 'grow');
    expect(record.items).toHaveLength(4);
    expect((await f.ask('evidence.jobs', {}, 'grow')).jobs).toHaveLength(1);
    const { rows } = await f.pool.query('select 1 from evidence.records r where r.job_id = $1', [one.jobId]);
    expect(rows).toHaveLength(1);
  });

  it('that tell the job otherwise are conflicts and change nothing', async () => {
    const one = report();
    await f.publish(one);
    await recorded('alpha', one.jobId);
    await f.publish({ ...one, items: calm() });
    expect(await letterOf(one.jobId)).toMatchObject({ code: 'job_conflict', credential: 'runner', agent: 'alpha' });
    expect(await status('alpha', one.jobId)).toMatchObject({
      status: 'refused',
      code: 'job_conflict',
      state: 'unread',
    });
    expect((await f.ask('evidence.job', { jobId: one.jobId }, 'alpha')).record.items).toHaveLength(2);
  });

  it('that add to a job in a round, or read, become a part of their own', async () => {
    const one = report({ agent: 'tail', origin: 'x' });
    await f.publish(one);
    await recorded('tail', one.jobId);
    const roundId = randomUUID();
    const first = await f.ask('evidence.batch', { roundId, limit: 30 }, 'tail');
    await f.publish({ ...one, items: failing(2) });
    await eventually(async () => expect((await f.ask('evidence.signals', {}, 'tail')).jobs).toHaveLength(2));
    await f.ask('evidence.consume', { roundId, upTo: first.upTo }, 'tail');
    const second = await f.ask('evidence.batch', { roundId: randomUUID(), limit: 30 }, 'tail');
    expect(second.jobs).toMatchObject([
      { jobId: one.jobId, firstItem: 2, origin: 'given:runner:x', signals: ['failed_call'] },
    ]);
    expect(second.bundle).toMatchObject([{ jobId: one.jobId, calls: [{ item: 2, class: 'fault' }] }]);
    await f.publish({ ...one, items: [...failing(2), ...calm().slice(1)] });
    await eventually(async () =>
      expect((await f.ask('evidence.job', { jobId: one.jobId }, 'tail')).record.firstItem).toBe(3),
    );
    expect(await status('tail', one.jobId)).toMatchObject({ status: 'recorded', state: 'no_signal' });
  });
});

describe('refused reports', () => {
  it('are dead letters with their code, and the rest goes on', async () => {
    const good = report();
    await f.publish(Buffer.from('{ not json'));
    await f.publish(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
    await f.publish({ ...report(), task: '' });
    await f.publish(report({ agent: 'beta' }), { agent: 'alpha' });
    await f.publish(report({ agent: 'alpha' }), { agent: 'Alpha' });
    await f.publish(report({ items: [{ type: 'message', role: 'user', text: 'x'.repeat(300_000) }] }));
    await f.publish(report({ finishedAt: '2027-01-01T00:00:00.000Z' }));
    await f.publish(report({ agent: 'beta' }), { credential: 'narrow' });
    await f.publish(report(), { credential: 'runtime' });
    await f.publish(report(), { credential: 'stranger' });
    await f.publish(report({ reflection: { roundId: 'r', token: 't', output: {} } }));
    await f.publish(good);
    await recorded('alpha', good.jobId);
    await idle();
    const { deadLetters } = await f.ask('evidence.deadletters', { limit: 11 });
    expect(deadLetters.map(({ code }) => code).reverse()).toEqual([
      'invalid_json',
      'not_utf8',
      'invalid_field',
      'agent_mismatch',
      'invalid_agent',
      'payload_too_large',
      'time_out_of_range',
      'forbidden',
      'forbidden',
      'unauthenticated',
      'round_closed',
    ]);
    expect(deadLetters.at(-1)).toMatchObject({ body: null, size: 10, stream: 'MARGINALIA_JOBS' });
    const copies = await (await f.bus.manager()).streams.info(f.bus.subjects.stream('MARGINALIA_DEADLETTERS'));
    expect(copies.state.messages).toBeGreaterThanOrEqual(11);
    const { credentials } = (await f.ask('evidence.health')) as {
      credentials: { credential: string; refused: number }[];
    };
    expect(credentials.find(({ credential }) => credential === 'narrow')).toMatchObject({ refused: 1 });
  });

  it('are redacted', async () => {
    const one = { ...report(), status: 'done', error: { summary: 'token=ghp_' + 'z9Y8x7W6v5'.repeat(4).slice(0, 36) } };
    await f.publish(one);
    const letter = await letterOf(one.jobId);
    expect(letter.body).toContain('[secret:');
    expect(letter.body).not.toContain('ghp_');
    expect(letter.detail).toContain('status');
  });

  it('can be replayed once what refused them has changed', async () => {
    await f.setSetting('intake.unknown_agents', 'hold');
    const held = report({ agent: 'newcomer' });
    await f.publish(held);
    const letter = await letterOf(held.jobId);
    expect(letter).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('hold') as string });
    const bad = { ...report(), task: 7 };
    await f.publish(bad);
    const hopeless = await letterOf(bad.jobId);
    const { results } = await f.ask('evidence.replay', { ids: [letter.id, hopeless.id, '999999'] });
    expect(results).toMatchObject([
      { id: letter.id, outcome: 'recorded' },
      { id: hopeless.id, outcome: 'refused', detail: expect.stringContaining('task') as string },
      { id: '999999', outcome: 'unknown' },
    ]);
    expect(await status('newcomer', held.jobId)).toMatchObject({ status: 'recorded' });
    const next = report({ agent: 'newcomer' });
    await f.publish(next);
    await recorded('newcomer', next.jobId);
    expect(await f.ask('evidence.replay', { ids: [letter.id] })).toMatchObject({ results: [{ outcome: 'repeat' }] });
    await f.setSetting('intake.unknown_agents', 'accept');
  });

  it('by the database do not cost their neighbours theirs', async () => {
    await f.pool.query(`alter table evidence.jobs add constraint poison check (title <> 'poison')`);
    try {
      const [before, poison, after] = [report(), report({ title: 'poison' }), report()];
      for (const one of [before, poison, after]) await f.publish(one);
      await recorded('alpha', before.jobId);
      await recorded('alpha', after.jobId);
      expect(await letterOf(poison.jobId)).toMatchObject({ code: 'internal_error' });
    } finally {
      await f.pool.query('alter table evidence.jobs drop constraint poison');
    }
  });
});

describe('a database that goes away', () => {
  it('loses no report and records none twice', async () => {
    const reports = Array.from({ length: 60 }, () => report({ agent: 'crash' }));
    const cut = async () => {
      const { rowCount } = await f.pool.query(
        `select pg_terminate_backend(a.pid) from pg_stat_activity a
          where a.datname = current_database() and a.pid <> pg_backend_pid() and a.query like '%evidence.%'`,
      );
      return rowCount;
    };
    for (const [at, one] of reports.entries()) {
      await f.publish(one);
      if (at % 20 === 10) await cut();
    }
    await idle();
    expect((await f.ask('evidence.jobs', { limit: 100 }, 'crash')).jobs).toHaveLength(60);
    const { rows } = await f.pool.query<{ last: number }>(
      `select a.last_seq::int as last from evidence.agents a where a.agent = 'crash'`,
    );
    expect(rows).toEqual([{ last: 60 }]);
  });
});

describe('the order of recording', () => {
  it('is gapless for each agent, whoever writes at the same time', async () => {
    await f.replica();
    const agents = ['order-a', 'order-b', 'order-c'];
    const reports = Array.from({ length: 150 }, (_, at) => report({ agent: agents[at % 3]! }));
    await Promise.all(
      reports.map((one, at) =>
        at % 2 === 0 ? f.publish(one) : f.post(JSON.stringify(one)).then((reply) => expect(reply.status).toBe(202)),
      ),
    );
    await idle();
    const { rows } = await f.pool.query<{ agent: string; jobs: number; first: number; last: number; counter: number }>(
      `select j.agent, count(distinct j.seq)::int as jobs, min(j.seq)::int as first, max(j.seq)::int as last, min(a.last_seq)::int as counter
         from evidence.jobs j join evidence.agents a on a.agent = j.agent
        where j.agent like 'order-%' group by j.agent order by j.agent`,
    );
    expect(rows).toEqual(agents.map((agent) => ({ agent, jobs: 50, first: 1, last: 50, counter: 50 })));
  });
});

describe('origins', () => {
  const originOf = async (agent: string, jobId: string) =>
    (await f.ask('evidence.job', { jobId }, agent)).record.origin;

  it('join the same task within a day of its first job, and no chain of days', async () => {
    const at = (hours: number) => ({
      startedAt: new Date(Date.UTC(2026, 10, 20) + hours * 3600_000).toISOString(),
      finishedAt: new Date(Date.UTC(2026, 10, 20) + hours * 3600_000).toISOString(),
    });
    const jobs = [0, 20, 40].map((hours) =>
      report({ agent: 'daily', task: hours === 20 ? ' Check  the DISK ' : 'check the disk', ...at(hours) }),
    );
    for (const job of jobs) await f.post(JSON.stringify(job));
    const [first, second, third] = await Promise.all(jobs.map(({ jobId }) => originOf('daily', jobId)));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('follow the parent, whichever comes first', async () => {
    const parent = report({ agent: 'family', origin: 'root' });
    const [early, late] = [1, 2].map(() => report({ agent: 'family', parentJobId: parent.jobId }));
    for (const job of [early, parent, late]) await f.post(JSON.stringify(job));
    for (const { jobId } of [early!, late!]) expect(await originOf('family', jobId)).toBe('given:admin:root');
  });

  it('given by two credentials are two', async () => {
    const [one, other] = [report({ agent: 'apart', origin: 'same' }), report({ agent: 'apart', origin: 'same' })];
    await f.post(JSON.stringify(one));
    await f.post(JSON.stringify(other), { credential: 'runner' });
    expect(await originOf('apart', one.jobId)).not.toBe(await originOf('apart', other.jobId));
  });
});

describe('POST /v1/jobs', () => {
  it('answers after commit, and a repeat as such', async () => {
    const one = report({ agent: 'http' });
    const first = await f.post(JSON.stringify(one));
    expect([first.status, await first.json()]).toEqual([202, { status: 'recorded', agent: 'http', jobId: one.jobId }]);
    expect(await (await f.post(JSON.stringify(one))).json()).toMatchObject({ status: 'repeat' });
    expect(await status('http', one.jobId)).toMatchObject({ status: 'repeat', state: 'unread' });
  });

  it('takes compressed bodies, CloudEvents of both modes and agents in capitals', async () => {
    const [zipped, event, binary] = [report({ agent: 'HTTP' }), report({ agent: 'http' }), report({ agent: 'http' })];
    const replies = [
      await f.post(gzipSync(JSON.stringify(zipped)), { headers: { 'content-encoding': 'gzip' } }),
      await f.post(JSON.stringify(cloudEvent(event)), { headers: { 'content-type': 'application/cloudevents+json' } }),
      await f.post(JSON.stringify(binary), {
        headers: { 'ce-specversion': '1.0', 'ce-type': 'marginalia.job.finished.v1' },
      }),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([202, 202, 202]);
  });

  it('takes more than a message of the bus can carry, and no more than the contract allows', async () => {
    const long = (texts: number) => ({
      ...report({ agent: 'http' }),
      items: Array.from({ length: texts }, () => ({
        type: 'message',
        role: 'assistant',
        text: 'word '.repeat(40_000),
      })),
    });
    expect((await f.post(JSON.stringify(long(30)))).status).toBe(202);
    const tooLarge = await f.post(JSON.stringify(long(90)));
    expect(tooLarge.status).toBe(413);
    const bomb = await f.post(gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20)), {
      headers: { 'content-encoding': 'gzip' },
    });
    expect([bomb.status, ((await bomb.json()) as { code: string }).code]).toEqual([413, 'payload_too_large']);
  });

  it('refuses with problem details', async () => {
    const refusals = [
      await f.post('{'),
      await f.post(JSON.stringify({ ...report(), status: 'done' })),
      await f.post(JSON.stringify(report()), { credential: 'nobody' }),
      await f.post(JSON.stringify(report()), { credential: 'operator' }),
      await f.post(JSON.stringify(report({ agent: 'beta' })), { credential: 'narrow' }),
      await f.post(JSON.stringify(report()), { path: '/v1/jobs?format=mystery' }),
    ];
    expect(
      await Promise.all(refusals.map(async (reply) => [reply.status, ((await reply.json()) as { code: string }).code])),
    ).toEqual([
      [400, 'invalid_json'],
      [400, 'invalid_field'],
      [401, 'unauthenticated'],
      [403, 'forbidden'],
      [403, 'forbidden'],
      [400, 'unknown_format'],
    ]);
    expect(refusals[0]!.headers.get('content-type')).toContain('application/problem+json');
    expect((await f.post(JSON.stringify(report({ agent: 'team-a' })), { credential: 'narrow' })).status).toBe(202);
  });
});

describe('jobs.check', () => {
  it('says what would be made of a report and keeps nothing', async () => {
    const one = { ...report({ agent: 'checked' }), exit_code: 3, lessonsSeen: ['a-lesson'] };
    expect(await f.ask('jobs.check', one)).toMatchObject({
      valid: true,
      signals: ['failed_call'],
      calls: [{ item: 1, class: 'fault', counts: true, call: 'tally --folder 0' }],
      skill: 'bash',
      exposure: ['a-lesson'],
      unknownFields: [{ path: 'exit_code' }],
    });
    expect(await f.ask('jobs.check', { ...one, status: 'done' })).toMatchObject({
      valid: false,
      problem: { code: 'invalid_field', errors: [{ path: 'status' }] },
    });
    expect(await f.ask('jobs.check', report({ skills: [] }))).toMatchObject({ skill: 'fallback' });
    expect(await status('checked', one.jobId)).toEqual({ jobId: one.jobId, status: 'unknown' });
    const reply = await f.post(JSON.stringify(one), { credential: 'operator', path: '/v1/jobs:check' });
    expect(await reply.json()).toMatchObject({ valid: true });
  });
});
