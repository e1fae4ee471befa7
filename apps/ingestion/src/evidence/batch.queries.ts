import type { Pool, PoolClient } from 'pg';
import type { StoredRecord } from './recordable.js';

type Queryable = Pool | PoolClient;

export interface PartKey {
  jobId: string;
  part: number;
}

export interface RoundRow {
  agent: string;
  upTo: string;
  release: string | null;
  waiting: PartKey[];
  outcome: 'consumed' | 'given_back' | null;
  consumed: number;
  passedOver: number;
}

/** Locks an agent against recording and other rounds; answers its watermark, 0 for an agent nobody knows. */
export async function lockAgent(client: PoolClient, agent: string): Promise<string> {
  const { rows } = await client.query<{ watermark: string }>(
    'select a.watermark from evidence.agents a where a.agent = $1 for update',
    [agent],
  );
  return rows[0]?.watermark ?? '0';
}

/** Agents with enough unread signal jobs that ended since, by name after `after`. */
export async function selectDue(
  pool: Pool,
  { minUnread, since, after, limit }: { minUnread: number; since: Date; after: string; limit: number },
): Promise<{ agent: string; unread: number }[]> {
  const { rows } = await pool.query<{ agent: string; unread: number }>(
    `select j.agent, count(*)::int as unread from evidence.jobs j
      where j.state = 'unread' and j.agent > $3 and j.finished_at > $2
      group by j.agent having count(*) >= $1
      order by j.agent limit $4`,
    [minUnread, since, after, limit],
  );
  return rows;
}

export async function selectRound(client: Queryable, roundId: string): Promise<RoundRow | undefined> {
  const { rows } = await client.query<RoundRow>(
    `select r.agent, r.up_to as "upTo", r.release, r.waiting, r.outcome, coalesce(r.consumed, 0) as consumed,
            coalesce(r.passed_over, 0) as "passedOver"
       from evidence.rounds r where r.round_id = $1`,
    [roundId],
  );
  return rows[0];
}

/**
 * Takes the newest unread signal jobs for a round, at most so many of one origin, and answers how many and the last place.
 */
export async function pinUnread(
  client: PoolClient,
  agent: string,
  { roundId, since, perOrigin, limit }: { roundId: string; since: Date; perOrigin: number; limit: number },
): Promise<string | null> {
  const { rows } = await client.query<{ upTo: string | null }>(
    `with ranked as (
       select j.seq, row_number() over (partition by j.origin order by j.seq desc) as nth
         from evidence.jobs j
        where j.agent = $1 and j.state = 'unread' and j.finished_at > $3
     ), chosen as (
       select r.seq from ranked r where r.nth <= $4 order by r.seq desc limit $5
     ), pinned as (
       update evidence.jobs j set state = 'in_round', round_id = $2 from chosen c
        where j.agent = $1 and j.seq = c.seq returning j.seq
     )
     select max(p.seq) as "upTo" from pinned p`,
    [agent, roundId, since, perOrigin, limit],
  );
  return rows[0]!.upTo;
}

/** Last parts of jobs that waiting candidates cite, ended since, none of which is in the round already. */
export async function selectWaiting(
  client: PoolClient,
  agent: string,
  { roundId, jobIds, since }: { roundId: string; jobIds: string[]; since: Date },
): Promise<PartKey[]> {
  const { rows } = await client.query<PartKey>(
    `select distinct on (j.job_id) j.job_id as "jobId", j.part from evidence.jobs j
      where j.agent = $1 and j.job_id = any($2) and j.finished_at > $3 and j.state <> 'voided'
        and not exists (select from evidence.jobs p where p.agent = $1 and p.job_id = j.job_id and p.round_id = $4 and p.state = 'in_round')
      order by j.job_id, j.part desc`,
    [agent, jobIds, since, roundId],
  );
  return rows;
}

/** The release that two origins report and whose job ended last. */
export async function selectRelease(client: Queryable, agent: string): Promise<string | null> {
  const { rows } = await client.query<{ release: string }>(
    `select j.release from evidence.jobs j where j.agent = $1 and j.release is not null
      group by j.release having count(distinct j.origin) >= 2
      order by max(j.finished_at) desc, j.release limit 1`,
    [agent],
  );
  return rows[0]?.release ?? null;
}

export async function insertRound(
  client: PoolClient,
  round: { roundId: string; agent: string; upTo: string; release: string | null; waiting: PartKey[] },
): Promise<void> {
  await client.query(
    `insert into evidence.rounds (round_id, agent, up_to, release, waiting) values ($1, $2, $3, $4, $5::jsonb)`,
    [round.roundId, round.agent, round.upTo, round.release, JSON.stringify(round.waiting)],
  );
}

export interface BatchRow extends PartKey {
  record: StoredRecord;
  origin: string;
  itemDigests: Buffer;
  waiting: boolean;
}

/** Jobs of a round in the order of recording, and those that joined. */
export async function selectBatch(
  client: PoolClient,
  agent: string,
  { roundId, waiting }: { roundId: string; waiting: PartKey[] },
): Promise<BatchRow[]> {
  const { rows } = await client.query<BatchRow>(
    `select j.job_id as "jobId", j.part, r.record, j.origin, j.item_digests as "itemDigests", w."jobId" is not null as waiting
       from evidence.jobs j
       join evidence.records r
         on r.agent = j.agent and r.job_id = j.job_id and r.part = j.part and r.stored_at = j.stored_at
       left join jsonb_to_recordset($3::jsonb) as w("jobId" text, part int) on w."jobId" = j.job_id and w.part = j.part
      where j.agent = $1 and (w."jobId" is not null or (j.round_id = $2 and j.state = 'in_round'))
      order by waiting, j.seq`,
    [agent, roundId, JSON.stringify(waiting)],
  );
  return rows;
}

/** Jobs of the round that its reply cannot carry. */
export async function passOver(client: PoolClient, agent: string, keys: PartKey[]): Promise<void> {
  await client.query(
    `update evidence.jobs j set state = 'passed_over'
       from unnest($2::text[], $3::int[]) as k(job_id, part)
      where j.agent = $1 and j.job_id = k.job_id and j.part = k.part`,
    [agent, keys.map(({ jobId }) => jobId), keys.map(({ part }) => part)],
  );
}

/** The round has read its jobs; what lies below its place and was not taken is passed over. */
export async function consumeRound(
  client: PoolClient,
  agent: string,
  { roundId, upTo }: { roundId: string; upTo: string },
): Promise<{ consumed: number; passedOver: number }> {
  const read = await client.query(
    `update evidence.jobs j set state = 'read' where j.agent = $1 and j.round_id = $2 and j.state = 'in_round'`,
    [agent, roundId],
  );
  const passed = await client.query(
    `update evidence.jobs j set state = 'passed_over', round_id = $2
      where j.agent = $1 and j.state = 'unread' and j.seq <= $3`,
    [agent, roundId, upTo],
  );
  await client.query('update evidence.agents a set watermark = greatest(a.watermark, $2) where a.agent = $1', [
    agent,
    upTo,
  ]);
  return { consumed: read.rowCount ?? 0, passedOver: passed.rowCount ?? 0 };
}

/** The round failed: its jobs are unread again. */
export async function giveBackRound(client: PoolClient, agent: string, roundId: string): Promise<void> {
  await client.query(
    `update evidence.jobs j set state = 'unread', round_id = null
      where j.agent = $1 and j.round_id = $2 and j.state = 'in_round'`,
    [agent, roundId],
  );
}

export async function settleRound(
  client: PoolClient,
  roundId: string,
  { outcome, consumed, passedOver }: { outcome: 'consumed' | 'given_back'; consumed: number; passedOver: number },
): Promise<void> {
  await client.query(
    `update evidence.rounds r set outcome = $2, consumed = $3, passed_over = $4, settled_at = now() where r.round_id = $1`,
    [roundId, outcome, consumed, passedOver],
  );
}
