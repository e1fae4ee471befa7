import type { Type } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import pg from 'pg';
import {
  JOB_FINISHED_TYPE,
  Refusal,
  verbOf,
  type Configuration as Known,
  type JobReport,
  type KnownCredential,
  type OperationName,
  type Problem,
  type Replies,
  type SettingValue,
} from '#contracts';
import { Bus, Configuration, Handles, provision } from '#messaging';
import { bootstrapApp, makeConfig, migrate, type RunningApp } from '#platform';
import { TestClock, testDatabase, testNats } from '#testing';
import { IngestionConfig } from './ingestion.config.js';
import { ingestionMigrations } from './ingestion.migrations.js';
import { IngestionModule } from './ingestion.module.js';

export const NOW = '2026-11-30T12:00:00.000Z';
const SECRET = 'not-a-secret-of-anything';

/** What the ledger would say: settings, credentials, the clock. */
class LedgerSays {
  position = 0;
  readonly clock = new TestClock(NOW);
  settings: SettingValue[] = [];
  credentials: KnownCredential[] = [
    credential('runner', 'runner', ['*']),
    credential('narrow', 'runner', ['alpha', 'team-*']),
    credential('admin', 'admin', ['*'], { relaysPeople: true }),
    credential('operator', 'operator', ['*']),
    credential('runtime', 'runtime', ['*']),
  ];
}

function credential(
  id: string,
  role: KnownCredential['role'],
  agents: string[],
  more: Partial<KnownCredential> = {},
): KnownCredential {
  return {
    id,
    role,
    agents,
    person: false,
    relaysPeople: false,
    reportsExposure: false,
    secretHash: createHash('sha256').update(SECRET).digest('hex'),
    revoked: false,
    ...more,
  };
}

@Controller()
class Ledger {
  constructor(private readonly says: LedgerSays) {}

  @Handles('ledger.configuration')
  configuration(): Known {
    const { settings, credentials, clock } = this.says;
    this.says.position += 1;
    const now = clock.now().toISOString();
    return { position: String(this.says.position), settings, credentials, clock: { mode: 'simulated', now } };
  }

  @Handles('ledger.agent')
  agent(): Partial<Replies['ledger.agent']> {
    return { defaultSkill: 'fallback' };
  }
}

export interface IngestionFixture {
  app: RunningApp;
  bus: Bus;
  pool: pg.Pool;
  says: LedgerSays;
  databaseUrl: string;
  /** Another replica on the same database and bus. */
  replica(): Promise<RunningApp>;
  ask<N extends OperationName>(name: N, body?: object, agent?: string): Promise<Replies[N]>;
  /** Moves the clock of the deployment, and waits until ingestion knows. */
  setClock(time: string | Date): Promise<void>;
  setSetting(key: SettingValue['key'], value: unknown): Promise<void>;
  post(
    body: string | Uint8Array<ArrayBuffer>,
    options?: { credential?: string; headers?: Record<string, string>; path?: string },
  ): Promise<Response>;
  publish(report: unknown, options?: { credential?: string; agent?: string }): Promise<void>;
  close(): Promise<void>;
}

/** Ingestion on a database and a subject prefix of its own, with a ledger that says what the test wants. */
export async function ingestionFixture(name: string, more: Partial<IngestionConfig> = {}): Promise<IngestionFixture> {
  const database = await testDatabase(name);
  const { url: natsUrl, prefix } = testNats();
  await migrate(database.url, ingestionMigrations);
  const bus = await Bus.connect({ url: natsUrl, name: 'test', credential: 'svc-test', prefix });
  await provision(bus, { MARGINALIA_JOBS: 2 ** 25, MARGINALIA_WORK: 2 ** 20, MARGINALIA_DEADLETTERS: 2 ** 24 });
  const says = new LedgerSays();

  @Module({ controllers: [Ledger], providers: [{ provide: LedgerSays, useValue: says }] })
  class LedgerModule {}

  const config = makeConfig(IngestionConfig, {
    databaseUrl: database.url,
    natsUrl,
    subjectPrefix: prefix,
    credential: 'svc-ingestion',
    allowShortSubjects: true,
    logLevel: 'silent',
    ...more,
  });
  const start = (modules: Type[]): Promise<RunningApp> =>
    bootstrapApp({ modules, config, migrations: ingestionMigrations, http: { host: '127.0.0.1', port: 0 } });
  const app = await start([LedgerModule, IngestionModule]);
  const replicas: RunningApp[] = [];
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });

  const fixture: IngestionFixture = {
    app,
    bus,
    pool,
    says,
    databaseUrl: database.url,
    replica: async () => {
      const replica = await start([IngestionModule]);
      replicas.push(replica);
      return replica;
    },
    ask: async (operation, body = {}, agent) => {
      const verb = verbOf(operation);
      const { subjects } = bus;
      const subject = config.allowShortSubjects ? subjects.verb(verb, agent) : subjects.as('admin', verb, agent);
      const reply = await bus.connection.request(subject, JSON.stringify(body), { timeout: 20_000 });
      const said = JSON.parse(reply.string()) as Problem;
      if (reply.headers?.has('Nats-Service-Error'))
        throw Object.assign(new Refusal(said.code, said.detail), { problem: said });
      return said as never;
    },
    setClock: async (time) => {
      says.clock.set(time);
      const now = says.clock.now().toISOString();
      bus.connection.publish(bus.subjects.clock, JSON.stringify({ mode: 'simulated', now }));
      await settled();
    },
    setSetting: async (key, value) => {
      says.settings = [...says.settings.filter((setting) => setting.key !== key), { key, value }];
      await settled();
    },
    post: (body, { credential: id = 'admin', headers = {}, path = '/v1/jobs' } = {}) =>
      fetch(`${app.url}${path}`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer mrg.${id}.${SECRET}`, 'content-type': 'application/json', ...headers },
      }),
    publish: async (report, { credential: id = 'runner', agent } = {}) => {
      const named = (report as Partial<JobReport>).agent ?? 'alpha';
      const bytes = report instanceof Uint8Array ? report : Buffer.from(JSON.stringify(report));
      await bus.jetstream.publish(bus.subjects.as(id, 'jobs.finished', agent ?? named), bytes);
    },
    close: async () => {
      await Promise.all(replicas.map((replica) => replica.close()));
      await app.close();
      await pool.end();
      const manager = await bus.manager();
      for (const stream of [
        'MARGINALIA_JOBS',
        'MARGINALIA_LOG',
        'MARGINALIA_WORK',
        'MARGINALIA_DEADLETTERS',
        'MARGINALIA_HEADS',
      ] as const) {
        await manager.streams.delete(bus.subjects.stream(stream));
      }
      await bus.close();
      await database.drop();
    },
  };
  return fixture;

  async function settled(): Promise<void> {
    await app.get(Configuration).refresh();
  }
}

let made = 0;

/** A valid report of a failed command; each call is another job of another origin unless told otherwise. */
export function report(more: Partial<JobReport> = {}): JobReport {
  made += 1;
  return {
    jobId: `job-${made}`,
    agent: 'alpha',
    status: 'succeeded',
    title: `Job ${made}`,
    task: `Count the files of folder number ${made}.`,
    startedAt: '2026-11-30T11:00:00.000Z',
    finishedAt: '2026-11-30T11:05:00.000Z',
    skills: ['bash'],
    items: failing(1),
    ...more,
  };
}

/** A task and so many failed commands. */
export const failing = (commands: number): JobReport['items'] => [
  { type: 'message', role: 'user', text: 'Count the files.' },
  ...Array.from({ length: commands }, (_, at) => ({
    type: 'command' as const,
    command: `tally --folder ${at}`,
    exitCode: 127,
    output: 'bash: tally: command not found\n',
  })),
];

export const calm = (): JobReport['items'] => [
  { type: 'message', role: 'user', text: 'Count the files.' },
  { type: 'command', command: 'ls | wc -l', exitCode: 0, output: '3\n' },
];

export const cloudEvent = (data: JobReport): object => ({
  specversion: '1.0',
  id: `${data.agent}:${data.jobId}`,
  source: '/test',
  type: JOB_FINISHED_TYPE,
  time: data.finishedAt,
  data,
});
