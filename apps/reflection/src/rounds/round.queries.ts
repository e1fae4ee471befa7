import type { Pool } from 'pg';
import type { CandidateView, RoundView } from '#contracts';

/** What is sent to `ledger.propose`, kept with the round until it is answered. */
export type StoredProposal = Record<string, unknown>;

interface RoundRow {
  round_id: string;
  agent: string;
  reflector: string;
  status: RoundView['status'];
  outcome: string | null;
  created_at: Date;
  deadline: Date;
  closed_at: Date | null;
  up_to: string | null;
  jobs: string[];
  candidates: CandidateView[];
  position: string | null;
}

const COLUMNS =
  'r.round_id, r.agent, r.reflector, r.status, r.outcome, r.created_at, r.deadline, r.closed_at, r.up_to::text, r.jobs, r.candidates, r.position::text';

const viewOf = (row: RoundRow): RoundView => ({
  roundId: row.round_id,
  agent: row.agent,
  reflector: row.reflector,
  status: row.status,
  outcome: row.outcome,
  createdAt: row.created_at.toISOString(),
  deadline: row.deadline.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
  jobs: row.jobs,
  upTo: row.up_to,
  candidates: row.candidates,
  position: row.position,
});

/** False when the agent has an open round, or had one in this tick. */
export async function insertRound(
  pool: Pool,
  round: { roundId: string; agent: string; tick: Date | null; reflector: string; createdAt: Date; deadline: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into reflection.rounds (round_id, agent, tick, reflector, status, created_at, deadline)
     values ($1, $2, $3, $4, 'open', $5, $6) on conflict do nothing`,
    [round.roundId, round.agent, round.tick, round.reflector, round.createdAt, round.deadline],
  );
  return rowCount === 1;
}

export async function openRoundOf(pool: Pool, agent: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ round_id: string }>(
    `select r.round_id from reflection.rounds r where r.agent = $1 and r.status = 'open'`,
    [agent],
  );
  return rows[0]?.round_id;
}

export async function openRounds(pool: Pool): Promise<{ roundId: string; agent: string; deadline: Date }[]> {
  const { rows } = await pool.query<{ round_id: string; agent: string; deadline: Date }>(
    `select r.round_id, r.agent, r.deadline from reflection.rounds r where r.status = 'open' order by r.created_at`,
  );
  return rows.map((row) => ({ roundId: row.round_id, agent: row.agent, deadline: row.deadline }));
}

export async function proposalOf(
  pool: Pool,
  roundId: string,
): Promise<
  | {
      status: RoundView['status'];
      deadline: Date;
      upTo: string | null;
      proposal: StoredProposal | null;
      candidates: CandidateView[];
    }
  | undefined
> {
  const { rows } = await pool.query<RoundRow & { proposal: StoredProposal | null }>(
    `select r.status, r.deadline, r.up_to::text, r.proposal, r.candidates from reflection.rounds r where r.round_id = $1`,
    [roundId],
  );
  const row = rows[0];
  return (
    row && {
      status: row.status,
      deadline: row.deadline,
      upTo: row.up_to,
      proposal: row.proposal,
      candidates: row.candidates,
    }
  );
}

export async function keepProposal(
  pool: Pool,
  roundId: string,
  kept: { upTo: string; jobs: string[]; proposal: StoredProposal; candidates: CandidateView[] },
): Promise<void> {
  await pool.query(
    `update reflection.rounds set up_to = $2, jobs = $3, proposal = $4, candidates = $5 where round_id = $1 and status = 'open'`,
    [roundId, kept.upTo, JSON.stringify(kept.jobs), JSON.stringify(kept.proposal), JSON.stringify(kept.candidates)],
  );
}

/** The proposal itself is dropped: what became of each candidate says it all. */
export async function closeRound(
  pool: Pool,
  roundId: string,
  closed: { outcome: string; closedAt: Date; candidates: CandidateView[]; position: string },
): Promise<void> {
  await pool.query(
    `update reflection.rounds set status = 'closed', outcome = $2, closed_at = $3, candidates = $4, position = $5, proposal = null
      where round_id = $1 and status = 'open'`,
    [roundId, closed.outcome, closed.closedAt, JSON.stringify(closed.candidates), closed.position],
  );
}

export async function failRound(pool: Pool, roundId: string, failure: string, at: Date): Promise<void> {
  await pool.query(
    `update reflection.rounds set status = 'failed', outcome = 'failed', failure = $2, closed_at = $3, proposal = null
      where round_id = $1 and status = 'open'`,
    [roundId, failure.slice(0, 500), at],
  );
}

export async function roundView(pool: Pool, agent: string, roundId: string): Promise<RoundView | undefined> {
  const { rows } = await pool.query<RoundRow>(
    `select ${COLUMNS} from reflection.rounds r where r.agent = $1 and r.round_id = $2`,
    [agent, roundId],
  );
  return rows[0] && viewOf(rows[0]);
}

/** Rounds of an agent, newest first; `before` is the created time and id of the last one seen. */
export async function roundViews(
  pool: Pool,
  agent: string,
  { before, limit, since }: { before?: { createdAt: string; roundId: string }; limit: number; since?: Date },
): Promise<RoundView[]> {
  const { rows } = await pool.query<RoundRow>(
    `select ${COLUMNS} from reflection.rounds r
      where r.agent = $1
        and ($2::timestamptz is null or (r.created_at, r.round_id) < ($2::timestamptz, $3::uuid))
        and ($4::timestamptz is null or r.created_at >= $4)
      order by r.created_at desc, r.round_id desc limit $5`,
    [agent, before?.createdAt ?? null, before?.roundId ?? null, since ?? null, limit],
  );
  return rows.map(viewOf);
}
