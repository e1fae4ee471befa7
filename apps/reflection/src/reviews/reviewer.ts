import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { ReviewStatus } from '#contracts';
import { Configuration, ServiceClient } from '#messaging';
import { REFLECTION_POOL } from '../reflection.tokens.js';
import { roundViews } from '../rounds/round.queries.js';
import { decideByEvidence } from './evidence-review.js';

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
    const verdicts = decideByEvidence({
      docket,
      skillTexts: new Map(facts.skills.map(({ name, text }) => [name, text])),
      rounds: await roundViews(this.pool, agent, { limit: 200, since }),
      indexJobIds: new Set(indexJobIds),
      duplicateThreshold: Number(this.configuration.setting('brain.duplicate_threshold')),
    });
    // Judging needs a reader; until a maintainer has one, only what evidence decides alone is decided.
    const maintainer = this.configuration.setting('brain.maintainer_agent_uid');
    const reason = maintainer === null ? 'maintainer_unset' : 'profile_unavailable';
    const counts =
      verdicts.length === 0
        ? { renewed: 0, obsoleted: 0, lapsed: 0 }
        : await this.submit(agent, index.release, indexJobIds, verdicts);
    const decided = counts.renewed + counts.obsoleted + counts.lapsed;
    return { status: 'skipped', reason, ...counts, stayed: docket.length - decided };
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
