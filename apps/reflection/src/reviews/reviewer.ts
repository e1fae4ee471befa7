import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { DocketEntry, Exposure, ReviewStatus } from '#contracts';
import { Configuration, ServiceClient } from '#messaging';
import { REFLECTION_POOL } from '../reflection.tokens.js';
import { roundViews } from '../rounds/round.queries.js';
import { decideByEvidence, type Verdict } from './evidence-review.js';
import { exposureOf } from './exposure.js';

/** The shown index: the agent's last 40 jobs of the last 7 days. */
const INDEX = { limit: 40, days: 7 };

/** Reviews the docket of an agent by what evidence decides alone. */
@Injectable()
export class Reviewer {
  constructor(
    @Inject(REFLECTION_POOL) private readonly pool: Pool,
    private readonly client: ServiceClient,
    private readonly configuration: Configuration,
  ) {}

  async review(agent: string): Promise<ReviewStatus> {
    const facts = await this.client.ask('ledger.agent', { agent });
    if (!facts.learning) return { status: 'skipped', reason: 'skill_learning_disabled' };
    const { docket } = await this.client.ask('ledger.docket', { agent });
    if (docket.length === 0) return { status: 'nothing_due' };

    const index = await this.client.ask('evidence.index', { agent, body: INDEX });
    const indexJobIds = index.jobs.map(({ jobId }) => jobId);
    const since = new Date(this.configuration.clock.now().getTime() - INDEX.days * 86_400_000);
    const decided = decideByEvidence({
      docket,
      skillTexts: new Map(facts.skills.map(({ name, text }) => [name, text])),
      rounds: await roundViews(this.pool, agent, { limit: 200, since }),
      indexJobIds: new Set(indexJobIds),
      duplicateThreshold: Number(this.configuration.setting('brain.duplicate_threshold')),
    });
    const verdicts = await this.withKnownExposure(agent, decided, docket);
    // Judging needs a reader; until a maintainer has one, only what evidence decides alone is decided.
    const maintainer = this.configuration.setting('brain.maintainer_agent_uid');
    const reason = maintainer === null ? 'maintainer_unset' : 'profile_unavailable';
    const counts =
      verdicts.length === 0
        ? { renewed: 0, obsoleted: 0, lapsed: 0 }
        : await this.submit(agent, index.release, indexJobIds, verdicts);
    const settled = counts.renewed + counts.obsoleted + counts.lapsed;
    return { status: 'skipped', reason, ...counts, stayed: docket.length - settled };
  }

  /** A job of which nobody knows whether it had the lesson renews nothing. */
  private async withKnownExposure(agent: string, verdicts: Verdict[], docket: DocketEntry[]): Promise<Verdict[]> {
    const known = await Promise.all(
      verdicts.map(async (verdict): Promise<Verdict[]> => {
        const lesson = docket.find(({ lessonId }) => lessonId === verdict.lessonId);
        if (verdict.verdict !== 'renew' || lesson === undefined) return [verdict];
        const jobs = verdict.evidenceJobIds ?? [];
        const exposures = await Promise.all(jobs.map((jobId) => this.exposureOf(agent, jobId, lesson)));
        const evidenceJobIds = jobs.filter((_, index) => exposures[index] !== 'unknown');
        return evidenceJobIds.length === 0 ? [] : [{ ...verdict, evidenceJobIds }];
      }),
    );
    return known.flat();
  }

  private async exposureOf(agent: string, jobId: string, lesson: DocketEntry): Promise<Exposure> {
    const [{ record }, { receipts }] = await Promise.all([
      this.client.ask('evidence.job', { agent, body: { jobId } }),
      this.client.ask('delivery.receipts', { agent, body: { jobId } }),
    ]);
    return exposureOf(record, receipts, lesson);
  }

  private async submit(agent: string, release: string | null, indexJobIds: string[], verdicts: unknown[]) {
    const reviewId = randomUUID();
    const body = { reviewId, release, indexJobIds, verdicts };
    const reply = await this.client.ask('ledger.review', { agent, body });
    await this.pool.query(
      `insert into reflection.reviews (review_id, agent, created_at, status, verdicts, reply) values ($1, $2, $3, 'reviewed', $4, $5)`,
      [reviewId, agent, this.configuration.clock.now(), JSON.stringify(verdicts), JSON.stringify(reply)],
    );
    return { renewed: reply.renewed.length, obsoleted: reply.obsoleted.length, lapsed: reply.lapsed.length };
  }
}
