import { Controller, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import type { EvidenceBatchRequest, EvidenceConsume, EvidenceDue, EvidenceIndexRequest, Replies } from '#contracts';
import { Configuration, Handles, type RequestContext } from '#messaging';
import { INGESTION_POOL } from '../ingestion.tokens.js';
import { Attestor } from './attestor.js';
import { Batches, EVIDENCE_MS } from './batches.js';
import { selectDue, selectRelease } from './batch.queries.js';
import { evidenceHealth } from './health.queries.js';
import { selectIndex } from './job.queries.js';

const DAY_MS = 24 * 3600_000;
/** The shown index: the last 40 jobs of the last 7 days. */
const INDEX_JOBS = 40;
const INDEX_DAYS = 7;

/** What reflection asks. */
@Controller()
export class EvidenceHandlers {
  constructor(
    @Inject(INGESTION_POOL) private readonly pool: Pool,
    private readonly configuration: Configuration,
    private readonly batches: Batches,
    private readonly attestor: Attestor,
  ) {}

  @Handles('evidence.due')
  async due({ minUnread, cursor = '', limit }: EvidenceDue): Promise<Replies['evidence.due']> {
    const agents = await selectDue(this.pool, {
      minUnread,
      since: this.daysAgo(EVIDENCE_MS / DAY_MS),
      after: cursor,
      limit: limit + 1,
    });
    const shown = agents.slice(0, limit);
    const last = shown.at(-1);
    return { agents: shown, ...(agents.length > limit && last !== undefined && { nextCursor: last.agent }) };
  }

  @Handles('evidence.batch')
  batch(
    { roundId, limit, waitingJobIds = [] }: EvidenceBatchRequest,
    { agent = '' }: RequestContext,
  ): Promise<Replies['evidence.batch']> {
    return this.batches.pin(agent, { roundId, limit, waitingJobIds });
  }

  @Handles('evidence.consume')
  consume(
    { roundId, upTo, consumed = true }: EvidenceConsume,
    { agent = '' }: RequestContext,
  ): Promise<Replies['evidence.consume']> {
    return this.batches.settle(agent, { roundId, upTo, consumed });
  }

  @Handles('evidence.key')
  async key(): Promise<Replies['evidence.key']> {
    return { publicKey: await this.attestor.publicKey() };
  }

  @Handles('evidence.index')
  async index(
    { limit = INDEX_JOBS, days = INDEX_DAYS }: EvidenceIndexRequest,
    { agent = '' }: RequestContext,
  ): Promise<Replies['evidence.index']> {
    const jobs = await selectIndex(this.pool, agent, { since: this.daysAgo(days), limit });
    return {
      jobs: jobs.map(({ finishedAt, ...job }) => ({ ...job, finishedAt: finishedAt.toISOString() })),
      release: await selectRelease(this.pool, agent),
    };
  }

  @Handles('evidence.health')
  health(): Promise<Replies['evidence.health']> {
    return evidenceHealth(this.pool, this.daysAgo(EVIDENCE_MS / DAY_MS));
  }

  private daysAgo(days: number): Date {
    return new Date(this.configuration.clock.now().getTime() - days * DAY_MS);
  }
}
