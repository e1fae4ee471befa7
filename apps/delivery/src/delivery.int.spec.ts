import pg from 'pg';
import { migrate } from '#platform';
import { testDatabase } from '#testing';
import { deliveryMigrations } from './delivery.migrations.js';
import { ReceiptLog } from './receipts/receipt-log.js';
import { selectReceipts } from './receipts/receipts.queries.js';
import type { Rendered } from './views/views.service.js';

const rendered = (asOf: string, contentHash = 'hash'): Rendered =>
  ({
    skill: { name: 'bash' },
    contentHash,
    lessons: [{ lessonId: '6f1c1d5e-0000-4000-8000-000000000001' }],
    position: '7',
    asOf,
  }) as unknown as Rendered;

describe('receipts', () => {
  let pool: pg.Pool;
  let log: ReceiptLog;
  let drop: () => Promise<void>;
  const note = (agent: string, at: string, jobId?: string, contentHash?: string): void =>
    log.note({ agent, credential: 'runtime', jobId, rendered: rendered(at, contentHash) });

  beforeAll(async () => {
    const database = await testDatabase();
    drop = database.drop;
    await migrate(database.url, deliveryMigrations);
    pool = new pg.Pool({ connectionString: database.url });
    log = new ReceiptLog(pool);
  });
  afterAll(async () => {
    await pool.end();
    await drop();
  });

  it('count equal answers of one minute, also over several writes', async () => {
    for (const second of ['00', '30', '59']) {
      note('counted', `2026-11-20T12:00:${second}.000Z`);
      await log.flush();
    }
    note('counted', '2026-11-20T12:01:00.000Z');
    await log.flush();
    const receipts = await selectReceipts(pool, 'counted', { limit: 10 });
    expect(receipts.map(({ at, answers }) => [at, answers])).toEqual([
      ['2026-11-20T12:01:00.000Z', 1],
      ['2026-11-20T12:00:00.000Z', 3],
    ]);
  });

  it('stand alone for each job', async () => {
    note('jobs', '2026-11-20T12:00:00.100Z', 'job-1');
    note('jobs', '2026-11-20T12:00:00.200Z', 'job-2');
    await log.flush();
    const [receipt, ...others] = await selectReceipts(pool, 'jobs', { jobId: 'job-1', limit: 10 });
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({
      jobId: 'job-1',
      at: '2026-11-20T12:00:00.100Z',
      position: '7',
      renderVersion: '1',
      answers: 1,
    });
  });

  it('are found by the lesson that was told', async () => {
    note('told', '2026-11-20T12:00:00.000Z');
    await log.flush();
    const lessonId = '6f1c1d5e-0000-4000-8000-000000000001';
    expect(await selectReceipts(pool, 'told', { lessonId, limit: 10 })).toHaveLength(1);
    expect(await selectReceipts(pool, 'told', { lessonId: '6f1c1d5e-0000-4000-8000-000000000002', limit: 10 })).toEqual(
      [],
    );
  });

  it('wait while the database is away, and are written when it is back', async () => {
    const away = new ReceiptLog(new pg.Pool({ connectionString: 'postgresql://nobody@127.0.0.1:1/none' }));
    away.note({ agent: 'late', credential: 'runtime', rendered: rendered('2026-11-20T12:00:00.000Z') });
    await away.flush();
    Object.assign(away, { pool });
    away.note({ agent: 'late', credential: 'runtime', rendered: rendered('2026-11-20T12:00:10.000Z') });
    await away.flush();
    expect(await selectReceipts(pool, 'late', { limit: 10 })).toMatchObject([{ answers: 2 }]);
  });
});
