import type { Pool } from 'pg';

/** Agents that health lists at most, those with the latest intake first. */
const AGENTS = 200;

export interface AgentEvidence {
  agent: string;
  lastIntakeAt: string | null;
  unread: number;
  passedOver: number;
  inRound: number;
}
export interface CredentialIntake {
  credential: string;
  recorded: number;
  repeats: number;
  refused: number;
  unknownFields: number;
  lastUnknown: { path: string; nearest?: string }[];
  lastAt: string;
}
export interface EvidenceHealth {
  lastIntakeAt: string | null;
  agents: AgentEvidence[];
  agentsInAll: number;
  deadLetters: { waiting: number; codes: Record<string, number> };
  credentials: CredentialIntake[];
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** @param since unread jobs that ended before do not count */
export async function evidenceHealth(pool: Pool, since: Date): Promise<EvidenceHealth> {
  const [agents, credentials, letters, all] = await Promise.all([
    pool.query<Omit<AgentEvidence, 'lastIntakeAt'> & { lastIntakeAt: Date | null }>(
      `select a.agent, a.last_intake_at as "lastIntakeAt", j.unread, j."passedOver", j."inRound"
         from (select * from evidence.agents order by last_intake_at desc nulls last, agent limit $2) a
         cross join lateral (
           select count(*) filter (where j.state = 'unread' and j.finished_at > $1)::int as unread,
                  count(*) filter (where j.state = 'passed_over')::int as "passedOver",
                  count(*) filter (where j.state = 'in_round')::int as "inRound"
             from evidence.jobs j where j.agent = a.agent and j.state <> 'no_signal') j
        order by a.agent`,
      [since, AGENTS],
    ),
    pool.query<Omit<CredentialIntake, 'lastAt'> & { lastAt: Date }>(
      `select i.credential, i.recorded::int, i.repeats::int, i.refused::int, i.unknown_fields::int as "unknownFields",
              i.last_unknown as "lastUnknown", i.last_at as "lastAt"
         from evidence.intake i order by i.credential`,
    ),
    pool.query<{ code: string; count: number }>(
      `select d.code, count(*)::int as count from evidence.dead_letters d where d.replayed_at is null group by d.code`,
    ),
    pool.query<{ agents: number; lastIntakeAt: Date | null }>(
      `select count(*)::int as agents, max(a.last_intake_at) as "lastIntakeAt" from evidence.agents a`,
    ),
  ]);
  return {
    lastIntakeAt: iso(all.rows[0]!.lastIntakeAt),
    agents: agents.rows.map((row) => ({ ...row, lastIntakeAt: iso(row.lastIntakeAt) })),
    agentsInAll: all.rows[0]!.agents,
    deadLetters: {
      waiting: letters.rows.reduce((sum, { count }) => sum + count, 0),
      codes: Object.fromEntries(letters.rows.map(({ code, count }) => [code, count])),
    },
    credentials: credentials.rows.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() })),
  };
}
