import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { Refusal, type EvidenceBatch } from '#contracts';
import { inTransaction } from '#event-store';
import { Bus, Configuration } from '#messaging';
import { INGESTION_POOL } from '../ingestion.tokens.js';
import { Attestor } from './attestor.js';
import {
  consumeRound,
  giveBackRound,
  insertRound,
  lockAgent,
  passOver,
  pinUnread,
  selectBatch,
  selectRelease,
  selectRound,
  selectWaiting,
  settleRound,
  type PartKey,
} from './batch.queries.js';
import { bundleOf, type BatchJob } from './bundle.js';
import { fittedRecords } from './fitted-records.js';

/** Only jobs that ended in so long count, measured when the round starts. */
export const EVIDENCE_MS = 30 * 24 * 3600_000;
/** One origin may not crowd out the others. */
const PER_ORIGIN = 3;
/** Share of the bus's largest message that records may take; bundle, signature and envelope take the rest. */
const RECORDS_SHARE = 0.75;

export interface BatchRequest {
  roundId: string;
  limit: number;
  waitingJobIds: string[];
}

/** What rounds read: pinned to the round until it is consumed or given back. */
@Injectable()
export class Batches {
  constructor(
    @Inject(INGESTION_POOL) private readonly pool: Pool,
    private readonly configuration: Configuration,
    private readonly attestor: Attestor,
    private readonly bus: Bus,
  ) {}

  /** The same round again answers the same batch. @throws Refusal `round_closed`, `round_not_found` */
  async pin(agent: string, request: BatchRequest): Promise<EvidenceBatch> {
    const { roundId } = request;
    const { jobs, upTo, release } = await inTransaction(this.pool, async (client) => {
      const watermark = await lockAgent(client, agent);
      let round = await selectRound(client, roundId);
      if (round === undefined) {
        await this.pinNew(client, agent, request, watermark);
        round = (await selectRound(client, roundId))!;
      }
      if (round.agent !== agent) throw new Refusal('round_not_found');
      if (round.outcome !== null) throw new Refusal('round_closed');
      return { ...round, jobs: await this.jobs(client, agent, { roundId, waiting: round.waiting }) };
    });
    const bundle = bundleOf(jobs);
    return {
      roundId,
      upTo,
      jobs: jobs.map(({ record }) => record),
      waiting: [...new Set(jobs.filter(({ waiting }) => waiting).map(({ record }) => record.jobId))],
      bundle,
      attestation: await this.attestor.attest(bundle),
      release,
    };
  }

  /**
   * Ends a round's hold on its jobs: read, with the watermark moved, or unread again. The first answer stands; a round that
   * never had a batch has nothing to end. @throws Refusal `round_not_found`, `version_conflict` for another place than pinned
   */
  async settle(
    agent: string,
    { roundId, upTo, consumed }: { roundId: string; upTo: string; consumed: boolean },
  ): Promise<{ consumed: number; passedOver: number }> {
    return inTransaction(this.pool, async (client) => {
      await lockAgent(client, agent);
      const round = await selectRound(client, roundId);
      if (round === undefined) return { consumed: 0, passedOver: 0 };
      if (round.agent !== agent) throw new Refusal('round_not_found');
      if (round.outcome !== null) return { consumed: round.consumed, passedOver: round.passedOver };
      if (!consumed) {
        await giveBackRound(client, agent, roundId);
        await settleRound(client, roundId, { outcome: 'given_back', consumed: 0, passedOver: 0 });
        return { consumed: 0, passedOver: 0 };
      }
      if (upTo !== round.upTo) throw new Refusal('version_conflict', `The round reads up to ${round.upTo}.`);
      const counts = await consumeRound(client, agent, { roundId, upTo });
      await settleRound(client, roundId, { outcome: 'consumed', ...counts });
      return counts;
    });
  }

  private async pinNew(client: PoolClient, agent: string, request: BatchRequest, watermark: string): Promise<void> {
    const { roundId, limit, waitingJobIds: jobIds } = request;
    const since = new Date(this.configuration.clock.now().getTime() - EVIDENCE_MS);
    const upTo = (await pinUnread(client, agent, { roundId, since, perOrigin: PER_ORIGIN, limit })) ?? watermark;
    const waiting = jobIds.length === 0 ? [] : await selectWaiting(client, agent, { roundId, jobIds, since });
    const release = await selectRelease(client, agent);
    await insertRound(client, { roundId, agent, upTo, release, waiting });
  }

  /** Records cut to what one message carries; what cannot be carried is passed over. */
  private async jobs(
    client: PoolClient,
    agent: string,
    round: { roundId: string; waiting: PartKey[] },
  ): Promise<BatchJob[]> {
    const rows = await selectBatch(client, agent, round);
    const jobs = rows.map(({ record, origin, ...row }) => ({ ...row, record: { ...record, origin } }));
    const room = (this.bus.connection.info?.max_payload ?? 1024 * 1024) * RECORDS_SHARE;
    const fitted = fittedRecords(jobs, room);
    const kept = new Set(fitted.map(({ jobId, part }) => `${jobId} ${part}`));
    const tooLarge = jobs.filter(({ jobId, part, waiting }) => !waiting && !kept.has(`${jobId} ${part}`));
    if (tooLarge.length > 0) await passOver(client, agent, tooLarge);
    return fitted;
  }
}
