import { Controller, Inject } from '@nestjs/common';
import type { Pool } from 'pg';
import { Refusal, type EvidenceList, type JobRef, type Replies } from '#contracts';
import { Configuration, Handles, type RequestContext } from '#messaging';
import { INGESTION_POOL } from '../ingestion.tokens.js';
import { EVIDENCE_MS } from './batches.js';
import { numberCursor, PAGE } from './cursor.js';
import { countSignalJobs, selectFate, selectJob, selectJobs, selectSignalJobs } from './job.queries.js';

/** What people and runners ask of recorded jobs. */
@Controller()
export class JobsHandlers {
  constructor(
    @Inject(INGESTION_POOL) private readonly pool: Pool,
    private readonly configuration: Configuration,
  ) {}

  @Handles('jobs.status')
  async status({ jobId }: JobRef, { agent = '' }: RequestContext): Promise<Replies['jobs.status']> {
    const fate = await selectFate(this.pool, agent, jobId);
    if (fate === undefined) return { jobId, status: 'unknown' };
    const { outcome, state, code, detail } = fate;
    return {
      jobId,
      status: outcome,
      ...(outcome === 'refused' && code !== null && { code, detail: detail ?? '' }),
      ...(state !== null && { state }),
    };
  }

  @Handles('evidence.signals')
  async signals(
    { cursor, limit = PAGE }: EvidenceList,
    { agent = '' }: RequestContext,
  ): Promise<Replies['evidence.signals']> {
    const since = new Date(this.configuration.clock.now().getTime() - EVIDENCE_MS);
    const counts = await countSignalJobs(this.pool, agent, since);
    return { ...counts, ...(await selectSignalJobs(this.pool, agent, { before: numberCursor(cursor), limit })) };
  }

  @Handles('evidence.job')
  async job({ jobId }: JobRef, { agent = '' }: RequestContext): Promise<Replies['evidence.job']> {
    const found = await selectJob(this.pool, agent, jobId);
    if (found === undefined) throw new Refusal('job_not_found');
    const { record, origin, excerpt, redactions, state } = found;
    return { record: { ...record, origin }, excerpt, redactions, state };
  }

  @Handles('evidence.jobs')
  jobs({ cursor, limit = PAGE }: EvidenceList, { agent = '' }: RequestContext): Promise<Replies['evidence.jobs']> {
    return selectJobs(this.pool, agent, { before: numberCursor(cursor), limit });
  }
}
