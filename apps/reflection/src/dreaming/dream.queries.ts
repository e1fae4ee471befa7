import type { PoolClient } from 'pg';
import type { Queryable } from '#event-store';

/** The latest tick that was taken, or null before the first. */
export async function lastTick(pool: Queryable): Promise<Date | null> {
  const { rows } = await pool.query<{ tick: Date | null }>(`select max(t.tick) as tick from reflection.ticks t`);
  return rows[0]?.tick ?? null;
}

/** Takes a tick; false when another replica has. `listed` marks one that only sets where the cron starts from. */
export async function takeTick(pool: Queryable, tick: Date, listed = false): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into reflection.ticks (tick, listed) values ($1, $2) on conflict do nothing`,
    [tick, listed],
  );
  return rowCount === 1;
}

export interface Listing {
  tick: Date;
  cursors: Record<string, string | null>;
}

/** A tick whose agents are not all listed, locked until the transaction ends; undefined when there is none to take. */
export async function claimListing(client: PoolClient): Promise<Listing | undefined> {
  const { rows } = await client.query<Listing>(
    `select t.tick, t.cursors from reflection.ticks t where not t.listed order by t.tick limit 1 for update skip locked`,
  );
  return rows[0];
}

export async function saveListing(client: PoolClient, { tick, cursors }: Listing, listed: boolean): Promise<void> {
  await client.query(`update reflection.ticks set cursors = $2, listed = $3 where tick = $1`, [
    tick,
    JSON.stringify(cursors),
    listed,
  ]);
}

export async function insertVisits(
  client: PoolClient,
  tick: Date,
  visits: { agent: string; startAt: Date }[],
): Promise<void> {
  await client.query(
    `insert into reflection.visits (tick, agent, start_at)
     select $1, v.agent, v.start_at from unnest($2::text[], $3::timestamptz[]) as v(agent, start_at) on conflict do nothing`,
    [tick, visits.map(({ agent }) => agent), visits.map(({ startAt }) => startAt)],
  );
}

/** A visit that is due, locked until the transaction ends. */
export async function claimVisit(client: PoolClient, now: Date): Promise<{ tick: Date; agent: string } | undefined> {
  const { rows } = await client.query<{ tick: Date; agent: string }>(
    `select v.tick, v.agent from reflection.visits v where v.done_at is null and v.start_at <= $1
      order by v.start_at limit 1 for update skip locked`,
    [now],
  );
  return rows[0];
}

/**
 * Waits, at most 20 s, until no other replica holds a listing or a visit that is due. Shared locks: those who wait hold up
 * nobody.
 */
export async function awaitHolders(client: PoolClient, now: Date): Promise<void> {
  await client.query(`set local lock_timeout = '20s'`);
  await client.query(`select 1 from reflection.ticks t where not t.listed for share`);
  await client.query(`select 1 from reflection.visits v where v.done_at is null and v.start_at <= $1 for share`, [now]);
}

export async function finishVisit(client: PoolClient, visit: { tick: Date; agent: string }, at: Date): Promise<void> {
  await client.query(`update reflection.visits set done_at = $3 where tick = $1 and agent = $2`, [
    visit.tick,
    visit.agent,
    at,
  ]);
}

/** The first visit, or deadline of an open round, after `now`. */
export async function nextDue(pool: Queryable, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `select least(
       (select min(v.start_at) from reflection.visits v where v.done_at is null and v.start_at > $1),
       (select min(r.deadline) from reflection.rounds r where r.status = 'open' and r.deadline > $1)) as at`,
    [now],
  );
  return rows[0]?.at ?? null;
}
