import type { Pool } from 'pg';

export async function makePartitions(pool: Pool, monthsAhead: number): Promise<void> {
  await pool.query('select evidence.make_partitions($1)', [monthsAhead]);
}

export async function dropPartitions(pool: Pool, before: Date): Promise<void> {
  await pool.query('select evidence.drop_partitions($1)', [before]);
}

/** Deletes so many jobs stored before the time, with their records; those of an open round stay. Answers how many. */
export async function deleteOldJobs(pool: Pool, before: Date, limit: number): Promise<number> {
  const { rows } = await pool.query<{ deleted: number }>(
    `with old as (
       select j.agent, j.job_id, j.part from evidence.jobs j
        where j.stored_at < $1 and j.state <> 'in_round' limit $2 for update skip locked
     ), gone as (
       delete from evidence.jobs j using old o
        where j.agent = o.agent and j.job_id = o.job_id and j.part = o.part
        returning j.agent, j.job_id, j.part, j.stored_at
     ), records as (
       delete from evidence.records r using gone g
        where r.agent = g.agent and r.job_id = g.job_id and r.part = g.part and r.stored_at = g.stored_at
     )
     select count(*)::int as deleted from gone`,
    [before, limit],
  );
  return rows[0]!.deleted;
}

export async function deleteOldRounds(pool: Pool, before: Date): Promise<void> {
  await pool.query('delete from evidence.rounds r where r.pinned_at < $1 and r.outcome is not null', [before]);
}

export async function deleteOldDeadLetters(pool: Pool, before: Date): Promise<void> {
  await pool.query('delete from evidence.dead_letters d where d.recorded_at < $1', [before]);
}
