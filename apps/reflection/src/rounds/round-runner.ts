import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool } from 'pg';
import { problemOf, type CandidateView, type EvidenceBatch, type ProposeReply } from '#contracts';
import { Configuration, ServiceClient } from '#messaging';
import { REFLECTION_POOL } from '../reflection.tokens.js';
import { reflect } from '../reflectors/builtin/index.js';
import { answered, deferredNotes, outcomeOf, viewsOf, waitingJobIds } from './candidates.js';
import { closeRound, failRound, keepProposal, proposalOf, roundViews, type StoredProposal } from './round.queries.js';

/** Newest unread signal jobs that a round reads. */
const BATCH_JOBS = 30;
/** How long a candidate with one origin waits for a second. */
const WAITING_MS = 30 * 86_400_000;

interface KeptRound {
  proposal: StoredProposal;
  candidates: CandidateView[];
  upTo: string;
}

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

  /** Runs the round, unless another replica is at it. Unreachable parts leave it open for the next try. */
  async run(agent: string, roundId: string): Promise<void> {
    const connection = await this.pool.connect();
    try {
      // A session lock: it ends with the connection, so a crashed replica holds nothing.
      const { rows } = await connection.query<{ mine: boolean }>(
        `select pg_try_advisory_lock(hashtextextended($1, 0)) as mine`,
        [roundId],
      );
      if (rows[0]?.mine !== true) return;
      try {
        await this.attempt(agent, roundId);
      } finally {
        await connection.query(`select pg_advisory_unlock(hashtextextended($1, 0))`, [roundId]);
      }
    } finally {
      connection.release();
    }
  }

  private async attempt(agent: string, roundId: string): Promise<void> {
    const round = await proposalOf(this.pool, roundId);
    if (round?.status !== 'open') return;
    if (this.configuration.clock.now() > round.deadline)
      return this.fail(agent, roundId, round.upTo, 'deadline passed');
    try {
      const kept =
        round.proposal !== null && round.upTo !== null
          ? { proposal: round.proposal, candidates: round.candidates, upTo: round.upTo }
          : await this.read(agent, roundId);
      await this.settle(agent, roundId, kept);
    } catch (error) {
      const problem = problemOf(error);
      if (problem?.status === 503 || problem?.code === 'clock_suspect') {
        this.logger.warn(`round ${roundId} waits: ${problem.code} ${problem.detail}`);
        return;
      }
      await this.fail(
        agent,
        roundId,
        round.upTo,
        problem === undefined ? String(error) : `${problem.code}: ${problem.detail}`,
      );
    }
  }

  /** Reads the batch and keeps what is to be proposed. */
  private async read(agent: string, roundId: string): Promise<KeptRound> {
    const facts = await this.client.ask('ledger.agent', { agent });
    const since = new Date(this.configuration.clock.now().getTime() - WAITING_MS);
    const earlier = await roundViews(this.pool, agent, { limit: 200, since });
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
    const jobs = fresh.map(({ jobId }) => jobId);
    await keepProposal(this.pool, roundId, { upTo: batch.upTo, jobs, proposal, candidates: views });
    return { proposal, candidates: views, upTo: batch.upTo };
  }

  /** Asks the ledger, moves the watermark, closes the round. An empty proposal is asked too: its close is in the log. */
  private async settle(agent: string, roundId: string, kept: KeptRound): Promise<void> {
    const reply: ProposeReply = await this.client.ask('ledger.propose', { agent, body: kept.proposal });
    await this.client.ask('evidence.consume', { agent, body: { roundId, upTo: kept.upTo, consumed: true } });
    const candidates = answered(kept.candidates, reply);
    await closeRound(this.pool, roundId, {
      outcome: outcomeOf(candidates),
      closedAt: this.configuration.clock.now(),
      candidates,
      position: reply.position,
    });
  }

  /** The evidence comes back in a later round. */
  private async fail(agent: string, roundId: string, upTo: string | null, why: string): Promise<void> {
    this.logger.warn(`round ${roundId} of ${agent} failed: ${why}`);
    await this.client.ask('evidence.consume', { agent, body: { roundId, upTo: upTo ?? '0', consumed: false } });
    await failRound(this.pool, roundId, why, this.configuration.clock.now());
  }
}

/** Jobs that an earlier round has read come along because a waiting candidate cites them. */
function split(batch: EvidenceBatch): { fresh: EvidenceBatch['jobs']; waiting: EvidenceBatch['jobs'] } {
  const earlier = new Set(batch.waiting);
  return {
    fresh: batch.jobs.filter(({ jobId }) => !earlier.has(jobId)),
    waiting: batch.jobs.filter(({ jobId }) => earlier.has(jobId)),
  };
}
