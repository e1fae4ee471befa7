import { randomUUID } from 'node:crypto';
import type { Replies } from '#contracts';
import { Dreaming } from '../../apps/reflection/src/dreaming/dreaming.service.js';
import { startOf } from '../../apps/reflection/src/dreaming/schedule.js';
import { DAY_MS, DreamingStack, HOUR_MS, jobIds, MINUTE_MS } from './dreaming.fixture.js';
import { START } from './stack.fixture.js';

/** The stack starts at noon, and dreaming runs at five. */
const tick = (day: number): Date => new Date(Date.parse(START) - 7 * HOUR_MS + day * DAY_MS);

describe('dreaming with three replicas beside the standalone', () => {
  const agents = ['ada', 'bob', 'cyd', 'dan', 'eve'];
  let dreams: DreamingStack;
  const due = async (): Promise<string | null> =>
    (await dreams.stack.ask<Replies['reflection.due']>('reflection.due')).at;

  beforeAll(async () => {
    dreams = await DreamingStack.start({ replicas: 3 });
  }, 60_000);
  afterAll(() => dreams.stop());

  it('says when it runs next', async () => {
    expect(await due()).toBe(tick(1).toISOString());
  });

  it('visits every agent with enough to read once, one round each, while all of them look for work', async () => {
    for (const agent of agents) await dreams.report(agent, jobIds(2));
    await dreams.report('idle', jobIds(1));

    let moving = true;
    const looking = dreams.replicas.map(async (replica) => {
      while (moving) await replica.get(Dreaming).run();
    });
    await dreams.advance(DAY_MS);
    moving = false;
    await Promise.all(looking);

    const visits = await dreams.visits();
    expect(visits.map(({ agent }) => agent).sort()).toEqual(agents);
    for (const visit of visits) {
      expect(visit).toMatchObject({ tick: tick(1), start_at: startOf(tick(1), visit.agent) });
      expect(visit.done_at).not.toBeNull();
    }
    for (const agent of agents) {
      expect(await dreams.rounds(agent)).toMatchObject([{ status: 'closed', outcome: 'learned' }]);
      expect(await dreams.events(agent)).toEqual(['lesson.created', 'round.closed']);
    }
    expect(await dreams.rounds('idle')).toEqual([]);
  });

  it('spreads the starts over the hour after the tick, and says which is next', async () => {
    for (const agent of agents) await dreams.report(agent, jobIds(2, 'second'));
    await dreams.advance(tick(2).getTime() - (await dreams.now()));
    const waiting = (await dreams.visits()).filter(({ done_at }) => done_at === null);
    const starts = waiting.map(({ start_at }) => start_at.getTime());
    expect(new Set(starts).size).toBe(agents.length);
    for (const start of starts) {
      expect(start).toBeGreaterThanOrEqual(tick(2).getTime());
      expect(start).toBeLessThan(tick(2).getTime() + HOUR_MS);
    }
    expect(await due()).toBe(new Date(starts[0]!).toISOString());

    await dreams.advance(HOUR_MS);
    for (const { agent, start_at } of waiting) {
      const [, round] = await dreams.rounds(agent);
      expect(round?.createdAt).toBe(start_at.toISOString());
    }
    expect(await due()).toBe(tick(3).toISOString());
  });

  it('fires every tick on the way, in order, when the clock is moved twice at once', async () => {
    await Promise.all([dreams.advance(DAY_MS), dreams.advance(2 * DAY_MS)]);
    const { rows } = await dreams.db.query<{ tick: Date }>(
      `select t.tick from reflection.ticks t where t.tick > $1 order by t.tick`,
      [START],
    );
    expect(rows.map((row) => row.tick)).toEqual([1, 2, 3, 4, 5].map(tick));
    expect(await due()).toBe(tick(6).toISOString());
  });

  it('visits an agent for its docket alone', async () => {
    await dreams.advance(3 * DAY_MS);
    const later = (await dreams.visits()).filter((visit) => visit.tick > tick(2));
    expect([...new Set(later.map(({ agent }) => agent))].sort()).toEqual(agents);
    for (const agent of agents) expect(await dreams.rounds(agent)).toHaveLength(2);
  });

  it('dreams of many agents at once by hand', async () => {
    const many = jobIds(16, 'many');
    await Promise.all(many.map((agent) => dreams.report(agent, jobIds(2))));
    await dreams.set('brain.max_open_rounds', 1000);
    const statuses = await Promise.all(many.map(async (agent) => (await dreams.dream(agent)).trigger.status));
    expect(new Set(statuses)).toEqual(new Set(['reflection_created']));
    for (const agent of many) expect(await dreams.rounds(agent)).toMatchObject([{ status: 'closed' }]);
  });

  it('keeps to the places there are, however many begin at once', async () => {
    const many = jobIds(6, 'few');
    await Promise.all(many.map((agent) => dreams.report(agent, jobIds(2))));
    await dreams.set('brain.max_open_rounds', 1);
    let most = 0;
    let dreaming = true;
    const counting = (async () => {
      while (dreaming) {
        const { rows } = await dreams.db.query<{ open: number }>(
          `select count(*)::int as open from reflection.rounds r where r.status = 'open'`,
        );
        most = Math.max(most, rows[0]!.open);
      }
    })();
    const statuses = await Promise.all(many.map(async (agent) => (await dreams.dream(agent)).trigger.status));
    dreaming = false;
    await counting;
    expect(most).toBeLessThanOrEqual(1);
    expect(statuses).toContain('reflection_created');
    for (const status of statuses) expect(['reflection_created', 'deferred']).toContain(status);
  });
});

describe('the status of a trigger', () => {
  const agent = 'ada';
  let dreams: DreamingStack;

  beforeAll(async () => {
    dreams = await DreamingStack.start();
    await dreams.report(agent, jobIds(2));
  }, 60_000);
  afterAll(() => dreams.stop());

  /** A round that another replica is at: open, and its lock held by a connection of its own. */
  async function roundElsewhere(of: string): Promise<{ roundId: string; end: () => Promise<void> }> {
    const roundId = randomUUID();
    const now = await dreams.now();
    const holder = await dreams.db.connect();
    await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [roundId]);
    await holder.query(
      `insert into reflection.rounds (round_id, agent, reflector, status, created_at, deadline)
       values ($1, $2, 'builtin', 'open', $3, $4)`,
      [roundId, of, new Date(now), new Date(now + 30 * MINUTE_MS)],
    );
    const end = async (): Promise<void> => {
      await holder.query('select pg_advisory_unlock_all()');
      holder.release();
    };
    return { roundId, end };
  }

  it('is skipped while learning is off, for all or for the agent', async () => {
    const skipped = { status: 'skipped', reason: 'skill_learning_disabled' };
    for (const scope of [{}, { agent }]) {
      await dreams.set('brain.skill_learning_enabled', false, scope);
      expect(await dreams.dream(agent)).toEqual({ trigger: { ...skipped, signalJobs: 2 }, review: skipped });
      await dreams.set('brain.skill_learning_enabled', true, scope);
    }
    expect(await dreams.rounds(agent)).toEqual([]);
  });

  it('is in flight while a round of the agent is open', async () => {
    const { roundId, end } = await roundElsewhere(agent);
    expect((await dreams.dream(agent)).trigger).toEqual({ status: 'reflection_in_flight', signalJobs: 2, roundId });
    await dreams.db.query('delete from reflection.rounds r where r.round_id = $1', [roundId]);
    await end();
  });

  it('leaves an open round alone while learning is off', async () => {
    const { roundId, end } = await roundElsewhere('off');
    await end();
    await dreams.set('brain.skill_learning_enabled', false, { agent: 'off' });
    await dreams.stack.ask('reflection.run');
    expect(await dreams.rounds('off')).toMatchObject([{ roundId, status: 'open' }]);
    await dreams.set('brain.skill_learning_enabled', true, { agent: 'off' });
    await dreams.stack.ask('reflection.run');
    expect(await dreams.rounds('off')).toMatchObject([{ roundId, status: 'closed', outcome: 'empty' }]);
  });

  it('is below the threshold with too few unread signal jobs', async () => {
    await dreams.set('brain.skill_learning_reflection_threshold', 3);
    expect((await dreams.dream(agent)).trigger).toEqual({ status: 'below_threshold', signalJobs: 2 });
    await dreams.set('brain.skill_learning_reflection_threshold', 2);
  });

  it('is deferred while as many rounds are open as may be; the visit waits and no tick is lost', async () => {
    await dreams.set('brain.max_open_rounds', 1);
    const { end } = await roundElsewhere('other');
    expect((await dreams.dream(agent)).trigger).toEqual({ status: 'deferred', signalJobs: 2 });

    await dreams.advance(2 * DAY_MS);
    expect(await dreams.visits()).toMatchObject([
      { tick: tick(1), agent, done_at: null },
      { tick: tick(2), agent, done_at: null },
    ]);
    expect(await dreams.rounds(agent)).toEqual([]);

    await end();
    await dreams.stack.ask('reflection.run');
    expect((await dreams.visits()).filter(({ done_at }) => done_at === null)).toEqual([]);
    expect(await dreams.rounds('other')).toMatchObject([{ status: 'failed' }]);
    expect(await dreams.rounds(agent)).toMatchObject([{ status: 'closed', outcome: 'learned' }]);
    await dreams.set('brain.max_open_rounds', 8);
  });

  it('is created when a round was started', async () => {
    await dreams.report(agent, jobIds(3, 'more'));
    const { trigger } = await dreams.dream(agent);
    expect(trigger).toMatchObject({ status: 'reflection_created', signalJobs: 3 });
    const { roundId } = trigger as { roundId: string };
    expect((await dreams.rounds(agent)).at(-1)).toMatchObject({ roundId, jobs: jobIds(3, 'more') });
  });

  it('shows rounds page by page, newest first, also those of one instant', async () => {
    const all = (await dreams.rounds(agent)).map(({ roundId }) => roundId).reverse();
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const body = { limit: 1, cursor };
      const page = await dreams.stack.ask<Replies['reflection.rounds']>('reflection.rounds', body, { agent });
      paged.push(...page.rounds.map(({ roundId }) => roundId));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(all).toHaveLength(2);
    expect(paged).toEqual(all);
    await expect(dreams.stack.ask('reflection.rounds', { cursor: 'x' }, { agent })).rejects.toMatchObject({
      code: 'invalid_field',
    });
  });
});
