import pg from 'pg';

import { testDatabase } from '#testing';

import { sha256Hex } from './canonical-json.js';
import { BlobStore } from './blobs.js';
import { setSimulatedClock } from './clock.js';
import { EventStore } from './event-store.js';
import { accepted, groupOf, type TestLedger, testLedger } from './ledger.fixture.js';
import { grantsFor } from './migration.js';
import { ProjectionRunner } from './projection-runner.js';

describe('grantsFor', () => {
  let ledger: TestLedger;
  let pool: pg.Pool;
  const role = `app_${sha256Hex(String(process.pid)).slice(0, 8)}`;

  beforeEach(async () => {
    ledger = await testLedger(await testDatabase('grants'));
    await ledger.pool.query(`create role ${role} login; ${grantsFor(role)} ${grantsFor(role)}`);
    // Roles are the server's, and how they log in is not: the rights are those of the role either way.
    pool = new pg.Pool({ connectionString: ledger.url, options: `-c role=${role}` });
  });
  afterEach(async () => {
    await pool.end();
    await ledger.pool.query(`drop owned by ${role}; drop role ${role}`);
    await ledger.drop();
  });

  it('lets the application append, read, project, follow the clock and keep blobs', async () => {
    const store = new EventStore(pool);
    accepted(await store.append(groupOf(['lesson/a/s'])));
    expect(await store.read()).toHaveLength(1);
    await new BlobStore(pool).put([Buffer.from('file')]);
    await setSimulatedClock(pool, new Date('2040-01-01T00:00:00.000Z'));
    const projection = { name: 'none', version: 1, apply: () => Promise.resolve() };
    const knownTypes = { 'lesson.created': 1 };
    expect(await new ProjectionRunner(pool, store, projection, { knownTypes }).step()).toBe(true);
    await store.close();
  });

  it.each([
    `update ledger.events set data = '{}'`,
    'delete from ledger.events',
    'truncate ledger.events',
    `insert into ledger.events select * from ledger.events`,
    'update ledger.head set position = 0',
    'delete from ledger.streams',
    'delete from ledger.commands',
    `update ledger.clock set mode = 'system'`,
    `update ledger.signed_heads set chain = ''`,
    `update ledger.blobs set content = ''`,
  ])('keeps it from: %s', async (sql) => {
    await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});
