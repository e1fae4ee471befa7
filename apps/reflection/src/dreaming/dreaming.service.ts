import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { problemOf } from '#contracts';
import { inTransaction } from '#event-store';
import { Configuration, ServiceClient } from '#messaging';
import { REFLECTION_POOL } from '../reflection.tokens.js';
import { openRounds } from '../rounds/round.queries.js';
import { RoundRunner } from '../rounds/round-runner.js';
import { AgentDream } from './agent-dream.js';
import {
  awaitHolders,
  claimListing,
  claimVisit,
  finishVisit,
  insertVisits,
  lastTick,
  nextDue,
  saveListing,
  takeTick,
  type Listing,
} from './dream.queries.js';
import { latestTick, startOf, tickAfter } from './schedule.js';

const LOOK_EVERY_MS = 1_000;
const PAGE = 1_000;
/** The two lists an agent can be on: enough unread signal jobs, or a docket. */
const LISTS = ['signals', 'dockets'] as const;

/** When dreaming runs. All it knows is in the database, so any replica may do any of it, and a crash loses nothing. */
@Injectable()
export class Dreaming implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(Dreaming.name);
  private timer?: NodeJS.Timeout;
  /** One pass at a time: each holds a connection while it waits for another. */
  private turn: Promise<unknown> = Promise.resolve();
  private stopped = false;

  constructor(
    @Inject(REFLECTION_POOL) private readonly pool: Pool,
    private readonly client: ServiceClient,
    private readonly configuration: Configuration,
    private readonly agentDream: AgentDream,
    private readonly runner: RoundRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** Ends what runs while the bus is still there to ask. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.turn;
  }

  /**
   * When something is due next, by the clock of the deployment. What is due already waits for a free place or for another
   * part, and every run tries it again: it must not hold up a clock that stops at what is due.
   */
  async due(): Promise<Date> {
    const tick = tickAfter(this.cron, await this.baseline());
    const waiting = await nextDue(this.pool, this.configuration.clock.now());
    return waiting !== null && waiting < tick ? waiting : tick;
  }

  /**
   * Does what is due now and answers how much that was, when it is done. Each piece of work runs in a transaction that
   * holds its claim: a crash gives it back.
   */
  run(): Promise<number> {
    const pass = this.turn.then(() => this.pass());
    this.turn = pass.catch(() => undefined);
    return pass;
  }

  /** As {@link run}, and the visits that other replicas are at are done too: for a clock that goes on only then. */
  async runToEnd(): Promise<number> {
    const done = await this.run();
    const now = this.configuration.clock.now();
    await inTransaction(this.pool, (client) => awaitHolders(client, now));
    // What a crash of the others gave back, or their listing left.
    return done + (await this.run());
  }

  private async pass(): Promise<number> {
    let done = 0;
    const now = this.configuration.clock.now();
    const tick = latestTick(this.cron, await this.baseline(), now);
    if (tick !== undefined && (await takeTick(this.pool, tick))) done += 1;
    while (await inTransaction(this.pool, (client) => this.listPage(client))) done += 1;
    for (const { agent, roundId } of await openRounds(this.pool)) await this.runner.run(agent, roundId);
    while (!this.stopped && (await inTransaction(this.pool, (client) => this.visit(client, now)))) done += 1;
    return done;
  }

  private get cron(): string {
    return String(this.configuration.setting('brain.dreaming_task_cron'));
  }

  /** Where the cron counts from: the last tick, or the moment dreaming first ran here. */
  private async baseline(): Promise<Date> {
    const last = await lastTick(this.pool);
    if (last !== null) return last;
    await takeTick(this.pool, this.configuration.clock.now(), true);
    return (await lastTick(this.pool)) ?? this.configuration.clock.now();
  }

  /** One page of the agents of a tick becomes visits. */
  private async listPage(client: PoolClient): Promise<boolean> {
    const listing = await claimListing(client);
    if (listing === undefined) return false;
    const list = LISTS.find((name) => listing.cursors[name] !== null);
    if (list === undefined) {
      await saveListing(client, listing, true);
      return true;
    }
    const { agents, nextCursor } = await this.page(list, listing);
    await insertVisits(
      client,
      listing.tick,
      agents.map((agent) => ({ agent, startAt: startOf(listing.tick, agent) })),
    );
    await saveListing(client, { ...listing, cursors: { ...listing.cursors, [list]: nextCursor ?? null } }, false);
    return true;
  }

  private async page(
    list: (typeof LISTS)[number],
    { cursors }: Listing,
  ): Promise<{ agents: string[]; nextCursor?: string }> {
    const cursor = cursors[list] ?? undefined;
    if (list === 'dockets') return this.client.ask('ledger.dockets', { body: { cursor, limit: PAGE } });
    const minUnread = Number(this.configuration.setting('brain.skill_learning_reflection_threshold'));
    const { agents, nextCursor } = await this.client.ask('evidence.due', { body: { minUnread, cursor, limit: PAGE } });
    return { agents: agents.map(({ agent }) => agent), ...(nextCursor !== undefined && { nextCursor }) };
  }

  private async visit(client: PoolClient, now: Date): Promise<boolean> {
    const visit = await claimVisit(client, now);
    if (visit === undefined) return false;
    try {
      const { trigger } = await this.agentDream.dream(visit.agent, visit.tick);
      // A deferred agent keeps its place and is visited again when rounds have closed.
      if (trigger.status === 'deferred') return false;
    } catch (error) {
      if (problemOf(error)?.status === 503) throw error;
      // One agent that cannot be visited must not hold up those behind it.
      this.logger.error(`the visit of ${visit.agent} failed: ${String(error)}`);
    }
    await finishVisit(client, visit, this.configuration.clock.now());
    return true;
  }

  private async look(): Promise<void> {
    // Under a simulated clock the ledger says when: `clock.advance` asks for `reflection.run`.
    if (this.configuration.clock.mode === 'system') {
      await this.run().catch((error: unknown) => this.logger.warn(`dreaming waits: ${String(error)}`));
    }
    if (!this.stopped) this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS).unref();
  }
}
