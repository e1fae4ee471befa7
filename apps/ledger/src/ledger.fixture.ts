import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { headers } from 'nats';
import { verbOf, type CallClass, type OperationName, type Problem, type Replies } from '#contracts';
import { Bus, provision } from '#messaging';
import { bootstrapApp, makeConfig, migrate, type RunningApp } from '#platform';
import { testDatabase, testNats } from '#testing';
import { LedgerConfig } from './ledger.config.js';
import { ledgerMigrations } from './ledger.migrations.js';
import { LedgerModule } from './ledger.module.js';
import type { LedgerOptions } from './ledger.options.js';

export const SECRET = 'secret-of-a-test';
const declared = (['operator', 'auditor', 'admin', 'runner'] as const).map((role) => ({
  id: role,
  role,
  agents: ['*'],
  person: true,
  relaysPeople: false,
  reportsExposure: false,
  secret: SECRET,
}));

/** A refusal as it came over the wire. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
  }
}

export interface AskOptions {
  agent?: string;
  /** The credential that asks; absent, the short subject of a local start. */
  as?: string;
}

/** The ledger alone, on a database and a subject prefix of its own. */
export class TestLedgerApp {
  private readonly replicas: RunningApp[] = [];

  private constructor(
    readonly databaseUrl: string,
    private readonly natsUrl: string,
    readonly bus: Bus,
    private readonly options: Partial<LedgerOptions>,
    private readonly beside: Type[],
    private readonly drop: () => Promise<void>,
  ) {}

  /** @param beside modules that play the other apps. */
  static async start(name: string, options: Partial<LedgerOptions> = {}, beside: Type[] = []): Promise<TestLedgerApp> {
    const database = await testDatabase(name);
    const { url, prefix } = testNats();
    await migrate(database.url, ledgerMigrations);
    const bus = await Bus.connect({ url, name: 'spec', credential: 'svc-spec', prefix });
    await provision(bus);
    const ledger = new TestLedgerApp(database.url, url, bus, options, beside, () => database.drop());
    await ledger.startReplica();
    return ledger;
  }

  get app(): RunningApp {
    const [first] = this.replicas;
    if (first === undefined) throw new Error('no replica runs');
    return first;
  }

  /** One more process, as far as database and bus can tell. */
  async startReplica(): Promise<RunningApp> {
    const config = makeConfig(LedgerConfig, {
      databaseUrl: this.databaseUrl,
      natsUrl: this.natsUrl,
      subjectPrefix: this.bus.subjects.prefix,
      credential: 'svc-ledger',
      allowShortSubjects: true,
      logLevel: 'silent',
    });
    const running = await bootstrapApp({
      modules: [LedgerModule.forRoot({ credentials: declared, ...this.options }), ...this.beside],
      config,
      migrations: ledgerMigrations,
      http: { host: '127.0.0.1', port: 0 },
    });
    this.replicas.push(running);
    return running;
  }

  async stopReplica(replica: RunningApp): Promise<void> {
    this.replicas.splice(this.replicas.indexOf(replica), 1);
    await replica.close();
  }

  async stop(): Promise<void> {
    for (const replica of this.replicas.splice(0)) await replica.close();
    await this.bus.close();
    await this.drop();
  }

  /** @throws Refused */
  async ask<N extends OperationName>(name: N, body: object = {}, { agent, as }: AskOptions = {}): Promise<Replies[N]> {
    const { subjects, connection } = this.bus;
    const verb = verbOf(name);
    const subject = as === undefined ? subjects.verb(verb, agent) : subjects.as(as, verb, agent);
    const message = await connection.request(subject, JSON.stringify(body), { timeout: 30_000, headers: headers() });
    const reply = message.json<unknown>();
    if (message.headers?.get('Nats-Service-Error-Code')) throw new Refused(reply as Problem);
    return reply as Replies[N];
  }

  /** The code of a refusal; fails where there was none. */
  async refusal(name: OperationName, body: object = {}, options: AskOptions = {}): Promise<string> {
    try {
      await this.ask(name, body, options);
    } catch (error) {
      if (error instanceof Refused) return error.problem.code;
      throw error;
    }
    throw new Error(`${name} was not refused`);
  }

  http(path: string, init: RequestInit = {}, credential = 'operator'): Promise<Response> {
    const authorization = `Bearer mrg.${credential}.${SECRET}`;
    return fetch(`${this.app.url}/v1${path}`, { ...init, headers: { authorization, ...init.headers } });
  }

  publishSkill(skill = 'bash', text = 'One step at a time.'): Promise<Replies['ledger.catalog.publish']> {
    const content = `---\nname: ${skill}\ndescription: How to use ${skill}.\n---\n\n# ${skill}\n\n${text}\n`;
    return this.ask('ledger.catalog.publish', { skill, files: [{ path: 'SKILL.md', content }] });
  }
}

export interface Proposed {
  content: string;
  skill?: string;
}

/** A round that read two jobs of different origin with a fault each, which all proposals cite. */
export function roundOf(
  proposals: Proposed[],
  { roundId = randomUUID(), callClass = 'fault' }: { roundId?: string; callClass?: CallClass } = {},
) {
  const jobs = [`${roundId}-1`, `${roundId}-2`];
  return {
    roundId,
    bundle: jobs.map((jobId) => ({
      jobId,
      finishedAt: '2026-11-01T05:00:00.000Z',
      origin: `origin of ${jobId}`,
      calls: [{ item: 1, class: callClass, digest: `digest of ${jobId}` }],
      humanMessages: [],
    })),
    proposals: proposals.map(({ content, skill = 'bash' }) => ({
      skill,
      kind: 'condition',
      content,
      evidence: jobs.map((jobId) => ({ jobId, item: 1 })),
    })),
  };
}
