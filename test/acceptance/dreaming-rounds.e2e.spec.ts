import type { Pool } from 'pg';
import { Refusal, type OperationName, type Replies } from '#contracts';
import { Configuration, ServiceClient, type AskOptions } from '#messaging';
import { eventually } from '#testing';
import { AgentDream } from '../../apps/reflection/src/dreaming/agent-dream.js';
import { REFLECTION_POOL } from '../../apps/reflection/src/reflection.tokens.js';
import { Reviewer } from '../../apps/reflection/src/reviews/reviewer.js';
import { RoundRunner } from '../../apps/reflection/src/rounds/round-runner.js';
import { DreamingStack, jobIds, MINUTE_MS } from './dreaming.fixture.js';

let dreams: DreamingStack;
beforeAll(async () => {
  dreams = await DreamingStack.start();
}, 60_000);
afterAll(() => dreams.stop());

type Disturb = (name: OperationName, ask: () => Promise<unknown>) => Promise<unknown>;

/** Dreams of `agent` in a replica whose requests to other apps go wrong as `disturb` says. */
async function dreamDisturbed(agent: string, disturb: Disturb): Promise<void> {
  const { standalone } = dreams.stack;
  const client = standalone.get(ServiceClient);
  const disturbed = {
    ask: (name: OperationName, options?: AskOptions) => disturb(name, () => client.ask(name, options)),
  } as ServiceClient;
  const pool = standalone.get<Pool>(REFLECTION_POOL);
  const configuration = standalone.get(Configuration);
  const runner = new RoundRunner(pool, disturbed, configuration);
  await new AgentDream(pool, client, configuration, runner, standalone.get(Reviewer)).dream(agent, null);
}

const gone = new Refusal('unavailable', 'gone');
const before =
  (verb: OperationName): Disturb =>
  (name, ask) =>
    name === verb ? Promise.reject(gone) : ask();
const after =
  (verb: OperationName): Disturb =>
  async (name, ask) => {
    const reply = await ask();
    if (name === verb) throw gone;
    return reply;
  };
const look = (): Promise<unknown> => dreams.stack.ask('reflection.run');

describe('a round that is cut short', () => {
  /** One round, one lesson, every job read once. */
  async function settledOnce(agent: string): Promise<void> {
    expect(await dreams.rounds(agent)).toMatchObject([{ status: 'closed', outcome: 'learned', jobs: jobIds(2) }]);
    expect(await dreams.events(agent)).toEqual(['lesson.created', 'round.closed']);
    expect(await dreams.lessons(agent)).toHaveLength(1);
    expect(await dreams.signals(agent)).toMatchObject({ unread: 0, passedOver: 0 });
    expect(await dreams.jobsThatAre('read', agent)).toEqual(jobIds(2));
    const { rows } = await dreams.db.query(`select r.outcome, r.consumed from evidence.rounds r where r.agent = $1`, [
      agent,
    ]);
    expect(rows).toEqual([{ outcome: 'consumed', consumed: 2 }]);
  }

  it.each([
    ['before it has a batch', before('evidence.batch')],
    ['after ingestion pinned its batch', after('evidence.batch')],
    ['between keeping the proposal and the answer of the ledger', before('ledger.propose')],
    ['when the answer of the ledger is lost', after('ledger.propose')],
    ['between the answer of the ledger and consuming', before('evidence.consume')],
    ['between consuming and closing', after('evidence.consume')],
  ])('%s, is finished at the next look', async (where, disturb) => {
    const agent = where.replaceAll(' ', '-').slice(0, 60);
    await dreams.report(agent, jobIds(2));
    await dreamDisturbed(agent, disturb);
    expect(await dreams.rounds(agent)).toMatchObject([{ status: 'open', outcome: null }]);
    await look();
    await settledOnce(agent);
    await look();
    await settledOnce(agent);
  });

  it('by hand, goes on first and counts what is unread only then', async () => {
    const agent = 'resumed';
    await dreams.report(agent, jobIds(2));
    await dreamDisturbed(agent, before('ledger.propose'));
    expect((await dreams.dream(agent)).trigger).toEqual({ status: 'below_threshold', signalJobs: 0 });
    await settledOnce(agent);
  });

  it('by the death of its replica, whose hold ends with its connection', async () => {
    const agent = 'orphan';
    await dreams.report(agent, jobIds(2));
    let wake = (): void => undefined;
    const asleep = new Promise<never>((_resolve, reject) => (wake = () => reject(gone)));
    const dying = dreamDisturbed(agent, (name, ask) => (name === 'ledger.propose' ? asleep : ask()));
    try {
      const roundId = await eventually(async () => {
        const [round] = await dreams.rounds(agent);
        expect(round).toBeDefined();
        return round!.roundId;
      });
      await eventually(async () => expect(await holders(roundId)).toHaveLength(1));
      await look();
      expect(await dreams.rounds(agent)).toMatchObject([{ status: 'open' }]);

      await dreams.db.query('select pg_terminate_backend($1)', await holders(roundId));
      await eventually(async () => expect(await holders(roundId)).toEqual([]));
      await look();
      await settledOnce(agent);
    } finally {
      wake();
    }
    await expect(dying).rejects.toThrow();
    await settledOnce(agent);
  });

  /** Connections that hold the lock of a round. */
  async function holders(roundId: string): Promise<number[]> {
    const { rows } = await dreams.db.query<{ pid: number }>(
      `select l.pid from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory'
          and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended($1, 0)`,
      [roundId],
    );
    return rows.map(({ pid }) => pid);
  }
});

describe('a round past its deadline', () => {
  it('is failed by the clock, and its evidence comes back', async () => {
    const agent = 'late';
    await dreams.report(agent, jobIds(2));
    await dreamDisturbed(agent, after('evidence.batch'));
    expect(await dreams.jobsThatAre('in_round', agent)).toEqual(jobIds(2));

    // Away until the deadline: what looks in between must not finish it.
    await dreams.set('brain.skill_learning_enabled', false, { agent });
    const [open] = await dreams.rounds(agent);
    expect((await dreams.stack.ask<Replies['reflection.due']>('reflection.due')).at).toBe(open?.deadline);
    await dreams.advance(30 * MINUTE_MS);
    await dreams.set('brain.skill_learning_enabled', true, { agent });

    expect(await dreams.rounds(agent)).toMatchObject([{ status: 'failed', closedAt: open?.deadline }]);
    expect(await dreams.jobsThatAre('unread', agent)).toEqual(jobIds(2));

    const { roundId } = open!;
    const answer = { roundId, limit: 30, waitingJobIds: [] };
    await expect(dreams.stack.ask('evidence.batch', answer, { agent })).rejects.toMatchObject({ code: 'round_closed' });
    const place = { roundId, upTo: '9', consumed: true };
    expect(await dreams.stack.ask('evidence.consume', place, { agent })).toEqual({ consumed: 0, passedOver: 0 });
    expect(await dreams.jobsThatAre('unread', agent)).toEqual(jobIds(2));

    expect((await dreams.dream(agent)).trigger).toMatchObject({ status: 'reflection_created', signalJobs: 2 });
    expect(await dreams.events(agent)).toEqual(['lesson.created', 'round.closed']);
  });

  it('refuses an answer that comes later: nothing is proposed', async () => {
    const agent = 'slow';
    await dreams.report(agent, jobIds(2));
    const asked: OperationName[] = [];
    await dreamDisturbed(agent, async (name, ask) => {
      asked.push(name);
      const reply = await ask();
      if (name === 'evidence.batch') await dreams.advance(31 * MINUTE_MS);
      return reply;
    });
    expect(asked).not.toContain('ledger.propose');
    expect(await dreams.rounds(agent)).toMatchObject([{ status: 'failed', outcome: 'failed' }]);
    expect(await dreams.jobsThatAre('unread', agent)).toEqual(jobIds(2));
    expect(await dreams.events(agent)).toEqual([]);
  });

  it('is settled all the same when it was answered in time: the ledger may hold it already', async () => {
    const agent = 'answered';
    await dreams.report(agent, jobIds(2));
    await dreamDisturbed(agent, after('ledger.propose'));
    await dreams.set('brain.skill_learning_enabled', false, { agent });
    await dreams.advance(31 * MINUTE_MS);
    await dreams.set('brain.skill_learning_enabled', true, { agent });
    await look();
    expect(await dreams.rounds(agent)).toMatchObject([{ status: 'closed', outcome: 'learned' }]);
    expect(await dreams.events(agent)).toEqual(['lesson.created', 'round.closed']);
    expect(await dreams.jobsThatAre('read', agent)).toEqual(jobIds(2));
  });
});

describe('the batch of a round', () => {
  it('is the newest 30, at most 3 of one origin; older ones are passed over once it is answered', async () => {
    const agent = 'busy';
    const first = jobIds(30, 'each');
    const last = jobIds(5, 'same');
    await dreams.report(agent, first);
    await dreams.report(agent, last, () => ({ origin: 'one-task' }));
    expect(await dreams.signals(agent)).toMatchObject({ unread: 35, passedOver: 0 });

    await dreamDisturbed(agent, before('ledger.propose'));
    const read = [...first.slice(3), ...last.slice(2)];
    const older = [...first.slice(0, 3), ...last.slice(0, 2)];
    expect(await dreams.jobsThatAre('in_round', agent)).toEqual(read);
    expect(await dreams.jobsThatAre('unread', agent)).toEqual(older);

    await look();
    expect(await dreams.signals(agent)).toMatchObject({ unread: 0, passedOver: 5 });
    expect(await dreams.jobsThatAre('read', agent)).toEqual(read);
    expect(await dreams.jobsThatAre('passed_over', agent)).toEqual(older);
    const [round] = await dreams.rounds(agent);
    expect(round?.jobs).toEqual(read);
    const { jobs } = await dreams.signals(agent);
    expect(new Set(jobs.map(({ roundId }) => roundId))).toEqual(new Set([round?.roundId]));
    expect((await dreams.dream(agent)).trigger).toEqual({ status: 'below_threshold', signalJobs: 0 });
  });

  it('leaves what was recorded while the round was open to the next', async () => {
    const agent = 'meanwhile';
    await dreams.report(agent, jobIds(2));
    await dreamDisturbed(agent, before('ledger.propose'));
    await dreams.report(agent, jobIds(2, 'new'));
    await look();
    expect(await dreams.jobsThatAre('read', agent)).toEqual(jobIds(2));
    expect(await dreams.jobsThatAre('unread', agent)).toEqual(jobIds(2, 'new'));
  });

  it('that teaches nothing closes the round and moves the watermark', async () => {
    const agent = 'barren';
    // Each misses another program, so nothing is seen twice.
    await dreams.report(agent, jobIds(3), (jobId) => ({
      items: [
        {
          type: 'command',
          command: `tool-${jobId} --version`,
          exitCode: 127,
          output: `bash: line 1: tool-${jobId}: command not found`,
        },
      ],
    }));
    expect((await dreams.dream(agent)).trigger).toMatchObject({ status: 'reflection_created', signalJobs: 3 });
    const [round] = await dreams.rounds(agent);
    expect(round).toMatchObject({ status: 'closed', outcome: 'nothing_qualified' });
    expect(round?.candidates.map(({ outcome, reason }) => `${outcome}/${reason}`)).toEqual(
      Array.from({ length: 3 }, () => 'waiting/single_origin'),
    );
    expect(await dreams.signals(agent)).toMatchObject({ unread: 0, passedOver: 0 });
    expect(await dreams.events(agent)).toEqual(['round.closed']);
  });

  it('with nothing in it that could teach closes the round empty', async () => {
    const agent = 'harmless';
    await dreams.report(agent, jobIds(2), () => ({
      items: [{ type: 'command', command: 'grep needle haystack.txt', exitCode: 1, output: '' }],
    }));
    await dreams.dream(agent);
    expect(await dreams.rounds(agent)).toMatchObject([{ status: 'closed', outcome: 'empty', candidates: [] }]);
    expect(await dreams.jobsThatAre('read', agent)).toEqual(jobIds(2));
  });

  it('is joined by the job that a candidate of an earlier round waits with', async () => {
    const agent = 'patient';
    const other = (): object => ({
      items: [{ type: 'command', command: 'grep needle haystack.txt', exitCode: 1, output: '' }],
    });
    await dreams.report(agent, ['first']);
    await dreams.report(agent, ['other'], other);
    await dreams.dream(agent);
    expect((await dreams.rounds(agent))[0]?.candidates).toMatchObject([
      { outcome: 'waiting', reason: 'single_origin' },
    ]);

    await dreams.report(agent, ['second']);
    await dreams.report(agent, ['another'], other);
    await dreams.dream(agent);
    const [lesson] = await dreams.lessons(agent);
    expect(lesson?.evidence.map(({ jobId }) => jobId).sort()).toEqual(['first', 'second']);
    expect(await dreams.jobsThatAre('read', agent)).toEqual(['first', 'other', 'second', 'another']);
  });
});
