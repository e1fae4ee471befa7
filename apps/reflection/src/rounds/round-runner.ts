import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { problemOf, Refusal, type EvidenceBatch, type ProposeReply } from '#contracts';
import { withClient, type Queryable } from '#event-store';
import { Configuration, ServiceClient } from '#messaging';
import { REFLECTION_POOL } from '../reflection.tokens.js';
import { reflect } from '../reflectors/builtin/index.js';
import { answered, deferredNotes, outcomeOf, viewsOf, waitingJobIds } from './candidates.js';
import {
  closeRound,
  failRound,
  insertRound,
  keepProposal,
  openRound,
  openRounds,
  roundViews,
  type KeptProposal,
  type NewRound,
  type StoredProposal,
} from './round.queries.js';

/** Newest unread signal jobs that a round reads. */
const BATCH_JOBS = 30;
/** How long a candidate with one origin waits for a second. */
const WAITING_MS = 30 * 86_400_000;

const LATE = 'the deadline has passed';
/** Only one round is begun at a time, so that no two take the last free place. */
const BEGINNING = 'reflection.rounds';

/**
 * Runs one round from its batch to its answer. Every step may be repeated, so a round that a crash left open is simply
 * run again: the batch is pinned by round id, the proposal is kept before it is sent, the ledger answers the same, and
 * consuming twice consumes once.
 */
@Injectable()
export class RoundRunner {
  private readonly logger = new Logger(RoundRunner.name);

  constructor(
    @Inject(REFLECTION_POOL) private readonly pool: Pool,
    private readonly client: ServiceClient,
    private readonly configuration: Configuration,
  ) {}

  /** Begins a round and runs it, while fewer than `places` are open. */
  begin(round: NewRound, places: number): Promise<'created' | 'deferred' | 'in_flight'> {
    return withClient(this.pool, async (db) => {
      // Held before the round can be seen: nobody else may run it under our hands.
      await lock(db, round.roundId);
      const begun = await this.insert(db, round, places);
      if (begun === 'created') await this.attempt(db, round.agent, round.roundId);
      await unlock(db, round.roundId);
      return begun;
    });
  }

  /** Runs an open round, unless another replica is at it. Unreachable parts leave it open for the next try. */
  run(agent: string, roundId: string): Promise<void> {
    return withClient(this.pool, async (db) => {
      if (!(await tryLock(db, roundId))) return;
      await this.attempt(db, agent, roundId);
      await unlock(db, roundId);
    });
  }

  private async insert(db: Queryable, round: NewRound, places: number): Promise<'created' | 'deferred' | 'in_flight'> {
    await lock(db, BEGINNING);
    const free = (await openRounds(db)).length < places;
    const inserted = free && (await insertRound(db, round));
    await unlock(db, BEGINNING);
    if (!free) return 'deferred';
    return inserted ? 'created' : 'in_flight';
  }

  /** On the one connection that holds the lock: were a second needed, many rounds at once would wait for each other. */
  private async attempt(db: Queryable, agent: string, roundId: string): Promise<void> {
    const round = await openRound(db, roundId);
    if (round === undefined) return;
    const late = round.kept === undefined && this.configuration.clock.now() >= round.deadline;
    // While learning is off a round rests; only its deadline still ends it.
    if (!late && !this.configuration.learning(agent)) return;
    try {
      if (late) throw new Refusal('round_closed', LATE);
      // What was kept came in time, and the ledger may hold it already: it is settled whatever the clock says.
      const kept = round.kept ?? (await this.read(db, agent, roundId));
      await this.settle(db, agent, roundId, kept);
    } catch (error) {
      const problem = problemOf(error);
      if (problem?.status === 503 || problem?.code === 'clock_suspect') {
        this.logger.warn(`round ${roundId} waits: ${problem.code} ${problem.detail}`);
        return;
      }
      await this.fail(db, agent, roundId, problem === undefined ? String(error) : `${problem.code}: ${problem.detail}`);
    }
  }

  /** Reads the batch and keeps what is to be proposed. */
  private async read(db: Queryable, agent: string, roundId: string): Promise<KeptProposal> {
    const facts = await this.client.ask('ledger.agent', { agent });
    const since = new Date(this.configuration.clock.now().getTime() - WAITING_MS);
    const earlier = await roundViews(db, agent, { limit: 200, since });
    const batch = await this.client.ask('evidence.batch', {
      agent,
      body: { roundId, limit: BATCH_JOBS, waitingJobIds: waitingJobIds(earlier) },
    });
    const { fresh, waiting } = split(batch);
    const candidates = reflect({
      jobs: fresh,
      waiting,
      skills: facts.skills.map(({ name, text }) => ({ name, text })),
      ...(facts.defaultSkill !== null && { defaultSkill: facts.defaultSkill }),
      trustPresumedPeople: this.configuration.setting('brain.trust_presumed_people', { agent }) === true,
      originsMinGapHours: Number(this.configuration.setting('brain.origins_min_gap_hours', { agent })),
      liveLessons: facts.lessons.map(({ skill, content }) => ({ skill, content })),
      deferred: deferredNotes(earlier),
    });
    const views = viewsOf(candidates);
    const proposal: StoredProposal = {
      roundId,
      release: batch.release,
      reflector: 'builtin',
      bundle: batch.bundle,
      batch: batch.attestation,
      proposals: views
        .filter(({ outcome }) => outcome === 'accepted')
        .map(({ skill, kind, content, condition, action, check, evidence }) => ({
          skill,
          kind,
          content,
          ...(condition !== null && { condition }),
          ...(action !== null && { action }),
          ...(check !== null && { check }),
          evidence,
        })),
    };
    const kept = { proposal, candidates: views, upTo: batch.upTo };
    const jobs = fresh.map(({ jobId }) => jobId);
    const inTime = await keepProposal(db, roundId, { ...kept, jobs, at: this.configuration.clock.now() });
    if (!inTime) throw new Refusal('round_closed', LATE);
    return kept;
  }

  /** Asks the ledger, moves the watermark, closes the round. An empty proposal is asked too: its close is in the log. */
  private async settle(db: Queryable, agent: string, roundId: string, kept: KeptProposal): Promise<void> {
    const reply: ProposeReply = await this.client.ask('ledger.propose', { agent, body: kept.proposal });
    await this.client.ask('evidence.consume', { agent, body: { roundId, upTo: kept.upTo, consumed: true } });
    const candidates = answered(kept.candidates, reply);
    await closeRound(db, roundId, {
      outcome: outcomeOf(candidates),
      closedAt: this.configuration.clock.now(),
      candidates,
      position: reply.position,
    });
  }

  /** The evidence comes back in a later round. */
  private async fail(db: Queryable, agent: string, roundId: string, why: string): Promise<void> {
    this.logger.warn(`round ${roundId} of ${agent} failed: ${why}`);
    await this.client.ask('evidence.consume', { agent, body: { roundId, upTo: '0', consumed: false } });
    await failRound(db, roundId, why, this.configuration.clock.now());
  }
}

// Session locks: they end with the connection, so a crashed replica holds nothing.
const key = 'hashtextextended($1, 0)';
const lock = (db: Queryable, name: string): Promise<unknown> => db.query(`select pg_advisory_lock(${key})`, [name]);
const unlock = (db: Queryable, name: string): Promise<unknown> => db.query(`select pg_advisory_unlock(${key})`, [name]);
async function tryLock(db: Queryable, name: string): Promise<boolean> {
  const { rows } = await db.query<{ mine: boolean }>(`select pg_try_advisory_lock(${key}) as mine`, [name]);
  return rows[0]?.mine === true;
}

/** Jobs that an earlier round has read come along because a waiting candidate cites them. */
function split(batch: EvidenceBatch): { fresh: EvidenceBatch['jobs']; waiting: EvidenceBatch['jobs'] } {
  const earlier = new Set(batch.waiting);
  return {
    fresh: batch.jobs.filter(({ jobId }) => !earlier.has(jobId)),
    waiting: batch.jobs.filter(({ jobId }) => earlier.has(jobId)),
  };
}
