import pg from 'pg';
import { EventStore } from '#event-store';
import { humanLesson, machineLesson, retiredLesson } from '../notebook/notebook.fixture.js';
import { TestLedgerApp } from '../ledger.fixture.js';
import { readModels } from './read-models.projection.js';
import { LOG_EVENT_VERSIONS, type LogEvent } from '#contracts';

const START = '2026-11-01T05:00:00.000Z';
const DAY_MS = 86_400_000;

describe('read models', () => {
  let ledger: TestLedgerApp;
  let pool: pg.Pool;
  let store: EventStore;
  beforeAll(async () => {
    ledger = await TestLedgerApp.start('read models', { clock: 'simulated', clockStart: START });
    pool = new pg.Pool({ connectionString: ledger.databaseUrl, max: 3 });
    store = new EventStore(pool);
    await ledger.publishSkill();
    await append(machineLesson(1), machineLesson(2), retiredLesson(2), humanLesson(3));
    await ledger.ask('ledger.catalog.release', { release: '2.0' }, { agent: 'other' });
  });
  afterAll(async () => {
    await store.close();
    await pool.end();
    await ledger.stop();
  });

  /** Lessons as rounds of long ago would have left them. */
  async function append(...events: LogEvent[]): Promise<void> {
    const by = { credential: 'svc-spec', role: 'service' as const, proven: true };
    const drafts = events.map(({ type, stream, data }) => ({
      type,
      stream,
      data,
      typeVersion: LOG_EVENT_VERSIONS[type],
    }));
    expect(await store.append({ by, cause: 'spec', events: drafts })).toMatchObject({ status: 'ok' });
  }
  const rows = async (): Promise<unknown[]> => {
    const tables = ['lessons', 'agents', 'skills'];
    const read = tables.map((table) => pool.query(`select * from ledger_read.${table} order by 1`));
    return (await Promise.all(read)).map((result) => result.rows);
  };

  it('count the lessons of agents, of those the asker may see', async () => {
    const { agents, position } = await ledger.ask('ledger.agents');
    expect(agents).toEqual([
      { agent: 'aria', live: 2, dormant: 0, ended: 1, release: null },
      { agent: 'other', live: 0, dormant: 0, ended: 0, release: '2.0' },
    ]);
    expect(position).toBe((await ledger.ask('ledger.head')).position);
    expect((await ledger.ask('ledger.agents', { query: 'OTH' })).agents.map(({ agent }) => agent)).toEqual(['other']);
    const first = await ledger.ask('ledger.agents', { limit: 1 });
    expect(first.nextCursor).toBe('aria');
    expect((await ledger.ask('ledger.agents', { cursor: 'aria' })).agents).toHaveLength(1);
    await ledger.ask('tokens.issue', { credential: 'narrow', role: 'operator', agents: ['o*'] }, { as: 'admin' });
    expect((await ledger.ask('ledger.agents', {}, { as: 'narrow' })).agents).toHaveLength(1);
  });

  it('are the same when the log is played twice', async () => {
    await ledger.ask('ledger.agents');
    const before = await rows();
    const client = await pool.connect();
    await readModels.apply(client, await store.read());
    client.release();
    expect(await rows()).toEqual(before);
  });

  it('name the agents with something due, as their dockets say', async () => {
    // The fixture checked against another text of the skill.
    expect((await ledger.ask('ledger.dockets')).agents).toEqual(['aria']);
    expect((await ledger.ask('ledger.docket', {}, { agent: 'aria' })).docket).toMatchObject([
      { due: ['skill_changed'], state: 'in_lease' },
    ]);
    const reviewed = await ledger.ask(
      'ledger.review',
      {
        reviewId: '00000000-0000-4000-8000-0000000000ff',
        indexJobIds: [],
        verdicts: [{ lessonId: '00000000-0000-4000-8000-000000000001', verdict: 'renew' }],
      },
      { agent: 'aria' },
    );
    expect(reviewed).toMatchObject({ rejected: [], renewed: ['00000000-0000-4000-8000-000000000001'] });
    expect((await ledger.ask('ledger.dockets')).agents).toEqual([]);
  });

  it('show in health, which tells what it can reach', async () => {
    const health = await ledger.ask('health.get');
    expect(health).toMatchObject({
      learning: true,
      agents: [{ agent: 'aria', live: 2, addedLast7Days: 3, endedLast7Days: 1, oldestLiveMachineLesson: START }],
      docket: { agents: 0, lessons: 0 },
      alarms: [],
      projections: { readModels: { lag: '0', quarantined: [] } },
      evidence: { unavailable: expect.stringContaining('evidence.health') },
    });
  });

  it('move lessons on by the clock alone', async () => {
    await pool.query('select ledger.set_simulated_clock($1)', [new Date(Date.parse(START) + 20 * DAY_MS)]);
    expect((await ledger.ask('ledger.agents', { query: 'aria' })).agents).toMatchObject([{ live: 1, dormant: 1 }]);
    const { lessons } = await ledger.ask('ledger.lessons', { state: 'dormant' }, { agent: 'aria' });
    expect(lessons).toHaveLength(1);
  });
});
