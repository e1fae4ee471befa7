import type { Pool } from 'pg';

/** Figures of reflection for health (domain.md section 9). */
export async function reflectionHealth(pool: Pool, { cron, now }: { cron: string; now: Date }): Promise<unknown> {
  const { rows } = await pool.query(
    `select
       (select count(*)::int from reflection.rounds r where r.status = 'open') as "openRounds",
       (select count(*)::int from reflection.visits v where v.done_at is null) as "visitsWaiting",
       (select max(t.tick) from reflection.ticks t where t.listed) as "lastDream",
       (select max(r.closed_at) from reflection.rounds r) as "lastRound",
       (select max(v.created_at) from reflection.reviews v) as "lastReview",
       (select count(*)::int from reflection.rounds r, jsonb_array_elements(r.candidates) c
         where r.created_at > $1::timestamptz - interval '30 days' and c->>'reason' = 'no_skill') as "noSkillCandidates"`,
    [now],
  );
  const { rows: agents } = await pool.query(
    `select distinct on (r.agent) r.agent, r.round_id as "roundId", r.status, r.outcome, r.created_at as "createdAt", r.failure
       from reflection.rounds r order by r.agent, r.nth desc limit 1000`,
  );
  return { cron, ...(rows[0] as object), agents };
}
