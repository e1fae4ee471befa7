import type { CandidateView, RoundView } from '#contracts';
import type { Queryable } from '#event-store';

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

export interface NewRound {
  roundId: string;
  agent: string;
  tick: Date | null;
  reflector: string;
  createdAt: Date;
  deadline: Date;
}

/** False when the agent has an open round, or had one in this tick. */
export async function insertRound(db: Queryable, round: NewRound): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into reflection.rounds (round_id, agent, tick, reflector, status, created_at, deadline)
     values ($1, $2, $3, $4, 'open', $5, $6) on conflict do nothing`,
    [round.roundId, round.agent, round.tick, round.reflector, round.createdAt, round.deadline],
  );
  return rowCount === 1;
}

export async function openRoundOf(db: Queryable, agent: string): Promise<string | undefined> {
  const { rows } = await db.query<{ round_id: string }>(
    `select r.round_id from reflection.rounds r where r.agent = $1 and r.status = 'open'`,
    [agent],
  );
  return rows[0]?.round_id;
}

export async function openRounds(db: Queryable): Promise<{ roundId: string; agent: string; deadline: Date }[]> {
  const { rows } = await db.query<{ round_id: string; agent: string; deadline: Date }>(
    `select r.round_id, r.agent, r.deadline from reflection.rounds r where r.status = 'open' order by r.created_at`,
  );
  return rows.map((row) => ({ roundId: row.round_id, agent: row.agent, deadline: row.deadline }));
}

/** What is to be proposed, once the batch was read; `upTo` is the place up to which it was. */
export interface KeptProposal {
  proposal: StoredProposal;
  candidates: CandidateView[];
  upTo: string;
}

export async function openRound(
  db: Queryable,
  roundId: string,
): Promise<{ deadline: Date; kept: KeptProposal | undefined } | undefined> {
  const { rows } = await db.query<RoundRow & { proposal: StoredProposal | null }>(
    `select r.deadline, r.up_to::text, r.proposal, r.candidates from reflection.rounds r
      where r.round_id = $1 and r.status = 'open'`,
    [roundId],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  const { deadline, proposal, candidates, up_to: upTo } = row;
  return { deadline, kept: proposal !== null && upTo !== null ? { proposal, candidates, upTo } : undefined };
}

/** False when it comes at the deadline or later: the round may no longer be answered. */
export async function keepProposal(
  db: Queryable,
  roundId: string,
  { jobs, at, ...kept }: KeptProposal & { jobs: string[]; at: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update reflection.rounds set up_to = $2, jobs = $3, proposal = $4, candidates = $5
      where round_id = $1 and status = 'open' and deadline > $6`,
    [roundId, kept.upTo, JSON.stringify(jobs), JSON.stringify(kept.proposal), JSON.stringify(kept.candidates), at],
  );
  return rowCount === 1;
}

/** The proposal itself is dropped: what became of each candidate says it all. */
export async function closeRound(
  db: Queryable,
  roundId: string,
  closed: { outcome: string; closedAt: Date; candidates: CandidateView[]; position: string },
): Promise<void> {
  await db.query(
    `update reflection.rounds set status = 'closed', outcome = $2, closed_at = $3, candidates = $4, position = $5, proposal = null
      where round_id = $1 and status = 'open'`,
    [roundId, closed.outcome, closed.closedAt, JSON.stringify(closed.candidates), closed.position],
  );
}

export async function failRound(db: Queryable, roundId: string, failure: string, at: Date): Promise<void> {
  await db.query(
    `update reflection.rounds set status = 'failed', outcome = 'failed', failure = $2, closed_at = $3, proposal = null
      where round_id = $1 and status = 'open'`,
    [roundId, failure.slice(0, 500), at],
  );
}

export async function roundView(db: Queryable, agent: string, roundId: string): Promise<RoundView | undefined> {
  const { rows } = await db.query<RoundRow>(
    `select ${COLUMNS} from reflection.rounds r where r.agent = $1 and r.round_id = $2`,
    [agent, roundId],
  );
  return rows[0] && viewOf(rows[0]);
}

/** Rounds of an agent, newest first; `before` is the id of the last one seen. */
export async function roundViews(
  db: Queryable,
  agent: string,
  { before, limit, since }: { before?: string; limit: number; since?: Date },
): Promise<RoundView[]> {
  const { rows } = await db.query<RoundRow>(
    `select ${COLUMNS} from reflection.rounds r
      where r.agent = $1
        and ($2::uuid is null or r.nth < (select b.nth from reflection.rounds b where b.agent = $1 and b.round_id = $2))
        and ($3::timestamptz is null or r.created_at >= $3)
      order by r.nth desc limit $4`,
    [agent, before ?? null, since ?? null, limit],
  );
  return rows.map(viewOf);
}
