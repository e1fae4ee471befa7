import pg from 'pg';
import { migrate } from '#platform';
import { testDatabase, type TestDatabase } from '#testing';
import { ingestionMigrations } from '../ingestion.migrations.js';
import { selectDue } from './batch.queries.js';
import { selectJobs } from './job.queries.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('plans');
  await migrate(database.url, ingestionMigrations);
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await pool.query(`
    insert into evidence.jobs (agent, job_id, part, seq, credential, status, title, origin, origin_at, signals, classes, state,
           finished_at, recorded_at, stored_at, first_item, item_digests, last_outcome, reported_at)
    select 'agent-' || n % 500, 'job-' || n, 0, n, 'c', 'failed', 't', 'o-' || n, now(), '{failed_call}', '{fault}',
           case when n % 20 = 0 then 'unread' else 'read' end, now() - n * interval '1 second', now(), now(), 0, '', 'recorded', now()
      from generate_series(1, 40000) n`);
  await pool.query('vacuum analyze evidence.jobs');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The plan of what the query asks, seen through a pool that explains instead. */
async function planOf(ask: (pool: pg.Pool) => Promise<unknown>): Promise<string> {
  let plan = '';
  const explaining = {
    query: async (sql: string, values: unknown[]) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    },
  };
  await ask(explaining as unknown as pg.Pool);
  return plan;
}

describe('plans', () => {
  it('agents that are due are found by the unread jobs alone', async () => {
    const plan = await planOf((p) => selectDue(p, { minUnread: 2, since: new Date(0), after: '', limit: 100 }));
    expect(plan).toContain('jobs_unread');
    expect(plan).not.toContain('Seq Scan');
  });

  it('jobs of an agent are read in their order, not sorted', async () => {
    const plan = await planOf((p) => selectJobs(p, 'agent-7', { before: null, limit: 10 }));
    expect(plan).toContain('jobs_in_order');
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });
});
