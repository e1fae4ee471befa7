import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { DreamReply, TriggerStatus } from '#contracts';
import { Configuration, ServiceClient } from '#messaging';
import { REFLECTION_POOL } from '../reflection.tokens.js';
import { Reviewer } from '../reviews/reviewer.js';
import { openRoundOf } from '../rounds/round.queries.js';
import { RoundRunner } from '../rounds/round-runner.js';

const DEADLINE_MS = 30 * 60_000;

/** Dreaming for one agent: a round where enough is unread, then a review of what is on the docket. */
@Injectable()
export class AgentDream {
  constructor(
    @Inject(REFLECTION_POOL) private readonly pool: Pool,
    private readonly client: ServiceClient,
    private readonly configuration: Configuration,
    private readonly runner: RoundRunner,
    private readonly reviewer: Reviewer,
  ) {}

  /** @param tick the tick that caused it, or null by hand. */
  async dream(agent: string, tick: Date | null): Promise<DreamReply['agents'][string]> {
    const trigger = await this.trigger(agent, tick);
    const review = await this.reviewer.review(agent);
    return { trigger, review };
  }

  /** The first status that holds (domain.md section 2). */
  private async trigger(agent: string, tick: Date | null): Promise<TriggerStatus> {
    const { learning, reflector } = await this.client.ask('ledger.agent', { agent });
    // A round that a crash left open goes on first; it changes what is unread.
    if (learning) await this.resume(agent);
    const { unread: signalJobs } = await this.client.ask('evidence.signals', { agent, body: { limit: 1 } });
    if (!learning) return { status: 'skipped', reason: 'skill_learning_disabled', signalJobs };
    const open = await openRoundOf(this.pool, agent);
    if (open !== undefined) return { status: 'reflection_in_flight', signalJobs, roundId: open };
    if (signalJobs < Number(this.configuration.setting('brain.skill_learning_reflection_threshold'))) {
      return { status: 'below_threshold', signalJobs };
    }

    const roundId = randomUUID();
    const createdAt = this.configuration.clock.now();
    const deadline = new Date(createdAt.getTime() + DEADLINE_MS);
    const begun = await this.runner.begin(
      { roundId, agent, tick, reflector, createdAt, deadline },
      Number(this.configuration.setting('brain.max_open_rounds')),
    );
    if (begun === 'created') return { status: 'reflection_created', signalJobs, roundId };
    return { status: begun === 'deferred' ? 'deferred' : 'reflection_in_flight', signalJobs };
  }

  private async resume(agent: string): Promise<void> {
    const open = await openRoundOf(this.pool, agent);
    if (open !== undefined) await this.runner.run(agent, open);
  }
}
