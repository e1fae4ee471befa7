import pg from 'pg';
import { problem } from '#contracts';
import { migrate } from '#platform';
import { testDatabase, type TestDatabase } from '#testing';
import { ingestionMigrations } from '../ingestion.migrations.js';
import { selectDeadLetters } from './dead-letter.queries.js';
import { DeadLetters, detailOf } from './dead-letters.js';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await testDatabase('dead letters');
  await migrate(database.url, ingestionMigrations);
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const message = {
  stream: 'MARGINALIA_JOBS',
  subject: 'marginalia.jobs.finished.alpha',
  credential: null,
  bytes: Buffer.from('{}'),
  receivedAt: new Date('2026-11-30T12:00:00.000Z'),
  problem: problem('invalid_field', undefined, { errors: [{ path: 'task', reason: 'is missing' }] }),
};

describe('dead letters', () => {
  it('are written once for a message that comes again', async () => {
    const letters = new DeadLetters(pool);
    await letters.record({ ...message, sequence: 1, agent: 'alpha', jobId: 'j', body: '{}' });
    await letters.record({ ...message, sequence: 1, agent: 'alpha', jobId: 'j', body: '{}' });
    await letters.record({ ...message, sequence: 2, agent: 'Not an agent' });
    const rows = await selectDeadLetters(pool, { before: null, limit: 10, characters: 1 });
    expect(rows).toMatchObject([
      { agent: null, body: null },
      {
        agent: 'alpha',
        jobId: 'j',
        body: '{…',
        code: 'invalid_field',
        detail: 'task is missing',
        receivedAt: '2026-11-30T12:00:00.000Z',
      },
    ]);
  });

  it('say the first faults only', () => {
    const errors = Array.from({ length: 7 }, (_, at) => ({ path: `items[${at}]`, reason: 'must be an object' }));
    expect(detailOf(problem('invalid_field', undefined, { errors }))).toMatch(
      /^items\[0\] must be an object; .*; and 2 more$/,
    );
  });
});
