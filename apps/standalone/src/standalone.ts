import type { Credential } from '#contracts';
import { AppConfig, bootstrapApp, makeConfig, type LogLevel, type RunningApp } from '#platform';
import { DeliveryModule } from '../../delivery/src/delivery.module.js';
import { IngestionModule } from '../../ingestion/src/ingestion.module.js';
import { LedgerModule } from '../../ledger/src/ledger.module.js';
import { ReflectionModule } from '../../reflection/src/reflection.module.js';
import { allMigrations } from './provisioning.js';

export interface StandaloneOptions {
  databaseUrl: string;
  natsUrl: string;
  subjectPrefix: string;
  httpHost: string;
  /** 0 takes a free one. */
  httpPort: number;
  clock: 'system' | 'simulated';
  /** ISO-8601; where a simulated clock begins. */
  clockStart?: string | undefined;
  production: boolean;
  /** Take requests that name no credential: for a local start only. */
  allowShortSubjects: boolean;
  logLevel: string;
  logFile?: string;
  /** Credentials that the ledger issues unless it has. */
  credentials: (Credential & { secret: string })[];
}

export type RunningStandalone = RunningApp;

/** All services in one process, against a PostgreSQL that is migrated and a NATS that is provisioned. */
export function startStandalone(options: StandaloneOptions): Promise<RunningStandalone> {
  const { clock, clockStart, credentials } = options;
  const config = makeConfig(AppConfig, {
    databaseUrl: options.databaseUrl,
    natsUrl: options.natsUrl,
    subjectPrefix: options.subjectPrefix,
    credential: 'svc-standalone',
    allowShortSubjects: options.allowShortSubjects,
    httpHost: options.httpHost,
    httpPort: options.httpPort,
    logLevel: options.logLevel as LogLevel,
    ...(options.logFile !== undefined && { logFile: options.logFile }),
    ...(options.production && { nodeEnv: 'production' }),
  });
  return bootstrapApp({
    modules: [
      LedgerModule.forRoot({ clock, clockStart, credentials }),
      IngestionModule,
      ReflectionModule,
      DeliveryModule,
    ],
    config,
    migrations: allMigrations,
    http: { host: config.httpHost, port: config.httpPort },
  });
}
