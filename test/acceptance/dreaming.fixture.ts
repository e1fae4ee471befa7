import pg from 'pg';
import type { JobReport, Replies, RoundView } from '#contracts';
import { AppConfig, bootstrapApp, makeConfig, type RunningApp } from '#platform';
import { reflectionMigrations } from '../../apps/reflection/src/reflection.migrations.js';
import { ReflectionModule } from '../../apps/reflection/src/reflection.module.js';
import { failedJob, TestStack } from './stack.fixture.js';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export interface Visit {
  tick: Date;
  agent: string;
  start_at: Date;
  done_at: Date | null;
}

/** All services with further replicas of reflection beside them, and a look into what reflection keeps. */
export class DreamingStack {
  private constructor(
    readonly stack: TestStack,
    readonly db: pg.Pool,
    /** Every process that dreams; the first is the standalone. */
    readonly replicas: RunningApp[],
  ) {}

  static async start({ replicas = 0, threshold = 2 } = {}): Promise<DreamingStack> {
    const stack = await TestStack.start();
    const { databaseUrl, natsUrl, subjectPrefix } = stack.standalone.get(AppConfig);
    const config = makeConfig(AppConfig, {
      databaseUrl,
      natsUrl,
      subjectPrefix,
      credential: 'svc-reflection',
      allowShortSubjects: true,
      logLevel: 'silent' as const,
    });
    const more: RunningApp[] = [];
    for (let n = 0; n < replicas; n++) {
      more.push(await bootstrapApp({ modules: [ReflectionModule], config, migrations: reflectionMigrations }));
    }
    await stack.publishSkill('bash');
    const dreaming = new DreamingStack(stack, new pg.Pool({ connectionString: databaseUrl }), [
      stack.standalone,
      ...more,
    ]);
    await dreaming.set('brain.skill_learning_reflection_threshold', threshold);
    return dreaming;
  }

  async stop(): Promise<void> {
    await this.db.end();
    for (const replica of this.replicas.slice(1)) await replica.close();
    await this.stack.stop();
  }

  async now(): Promise<number> {
    return Date.parse((await this.stack.ask<Replies['clock.get']>('clock.get')).now);
  }

  advance(byMs: number): Promise<Replies['clock.advance']> {
    return this.stack.ask('clock.advance', { byMs });
  }

  set(key: string, value: unknown, scope: { agent?: string } = {}): Promise<Replies['ledger.settings.set']> {
    return this.stack.ask('ledger.settings.set', { key, value, ...scope });
  }

  /** What a runner of `agent` reports just now, in this order: by default jobs that miss `sudo`, each an origin of its own. */
  async report(
    agent: string,
    jobIds: string[],
    more: (jobId: string) => Partial<JobReport> = () => ({}),
  ): Promise<void> {
    const now = await this.now();
    const times = {
      startedAt: new Date(now - 2 * MINUTE_MS).toISOString(),
      finishedAt: new Date(now - MINUTE_MS).toISOString(),
    };
    for (const jobId of jobIds) await this.stack.publish(failedJob(agent, jobId, { ...times, ...more(jobId) }));
    for (const jobId of jobIds) await this.stack.recorded(agent, jobId);
  }

  async dream(agent: string) {
    const reply = await this.stack.ask<Replies['reflection.dreamAgent']>('reflection.dream', {}, { agent });
    return reply.agents[agent]!;
  }

  signals(agent: string): Promise<Replies['evidence.signals']> {
    return this.stack.ask('evidence.signals', { limit: 100 }, { agent });
  }

  /** Ids of the signal jobs of an agent that stand as `state`, in the order of recording. */
  async jobsThatAre(state: string, agent: string): Promise<string[]> {
    const { jobs } = await this.signals(agent);
    return jobs
      .filter((job) => job.state === state)
      .map(({ jobId }) => jobId)
      .reverse();
  }

  /** Oldest first. */
  async rounds(agent: string): Promise<RoundView[]> {
    const { rounds } = await this.stack.ask<Replies['reflection.rounds']>('reflection.rounds', {}, { agent });
    return rounds.reverse();
  }

  async lessons(agent: string): Promise<Replies['ledger.lessons']['lessons']> {
    return (await this.stack.ask<Replies['ledger.lessons']>('ledger.lessons', {}, { agent })).lessons;
  }

  /** What the log holds of the lessons and rounds of an agent: the types of its events, in their order. */
  async events(agent: string): Promise<string[]> {
    const { events } = await this.stack.ask<Replies['ledger.events']>('ledger.events', {
      after: '0',
      agent,
      limit: 1000,
    });
    return events.map(({ type }) => type.replace(/^marginalia\.(.*)\.v\d+$/, '$1'));
  }

  async visits(): Promise<Visit[]> {
    const { rows } = await this.db.query<Visit>(
      `select v.tick, v.agent, v.start_at, v.done_at from reflection.visits v order by v.start_at`,
    );
    return rows;
  }
}

export const jobIds = (count: number, name = 'job'): string[] =>
  Array.from({ length: count }, (_, n) => `${name}-${String(n).padStart(2, '0')}`);
