import { Logger, type DynamicModule, type INestMicroservice, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import { Bus, Configuration, MessagingModule, NatsOperationsServer, verify } from '#messaging';
import { redacted } from './config/config.js';
import type { AppConfig } from './config/app.config.js';
import { Database } from './database/database.js';
import { verifyMigrations, type Migration } from './database/migrate.js';
import { HealthChecks } from './health.js';
import { HttpServer } from './http/http-server.js';
import { JsonLogger } from './logging/json-logger.js';
import { PlatformModule } from './platform.module.js';

export interface BootstrapOptions {
  /** The apps to run in this process. */
  modules: (Type | DynamicModule)[];
  config: AppConfig;
  /** What the database must have; it is looked at, never changed. */
  migrations?: Migration[];
  /** No HTTP when absent. */
  http?: { host: string; port: number };
  /** SIGINT and SIGTERM end the process gracefully; for `main.ts`, not where somebody else owns the process. */
  handleSignals?: boolean;
}

export interface RunningApp {
  /** Base URL of HTTP; empty without. */
  url: string;
  /** A provider of one of the modules. */
  get<T>(token: Type<T> | symbol): T;
  /** Takes nothing new, finishes what runs, writes what waits, then closes connections. */
  close(): Promise<void>;
}

/** How long the ledger may take to answer at the start; it may be starting too. */
const LEDGER_MS = 30_000;

/**
 * Starts the apps and resolves when they answer on the bus and over HTTP and know their configuration.
 * @throws with a clear message when a server is away, not provisioned or not migrated; nothing is left open then
 */
export async function bootstrapApp(options: BootstrapOptions): Promise<RunningApp> {
  const { config, migrations = [] } = options;
  const logger = new JsonLogger({ level: config.logLevel, file: config.logFile });
  Logger.overrideLogger(logger);
  logger.log({ msg: 'starting', config: redacted(config) }, 'Bootstrap');
  // Last opened, first closed.
  const closing: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const one of closing.splice(0).reverse()) await one().catch((error: unknown) => logger.error(error));
  };
  try {
    await verifyMigrations(config.databaseUrl, migrations);
    const database = new Database(config.databaseUrl);
    closing.push(() => database.close());
    const bus = await Bus.connect({
      url: config.natsUrl,
      name: `marginalia ${config.credential}`,
      credential: config.credential,
      prefix: config.subjectPrefix,
    });
    closing.push(() => bus.close());
    await verify(bus);
    const app = await createApp(options, database, bus, logger);
    closing.push(() => app.close());
    const url = await start(app, options, closing);
    const running = { url, close, get: <T>(token: Type<T> | symbol): T => app.get<T>(token, { strict: false }) };
    if (options.handleSignals === true) closeOnSignals(close);
    logger.log({ msg: 'ready', url }, 'Bootstrap');
    return running;
  } catch (error) {
    await close();
    throw error;
  }
}

function createApp(
  { modules, config }: BootstrapOptions,
  database: Database,
  bus: Bus,
  logger: JsonLogger,
): Promise<INestMicroservice> {
  class Process {}
  const root: DynamicModule = {
    module: Process,
    imports: [PlatformModule.forRoot(config, database), MessagingModule.forRoot(bus, config), ...modules],
  };
  return NestFactory.createMicroservice<AsyncMicroserviceOptions>(root, {
    logger,
    abortOnError: false,
    inject: [NatsOperationsServer],
    useFactory: (strategy: NatsOperationsServer) => ({ strategy }),
  });
}

async function start(
  app: INestMicroservice,
  { http, config }: BootstrapOptions,
  closing: (() => Promise<unknown>)[],
): Promise<string> {
  const database = app.get(Database).pool({ max: 1 });
  app.get(HealthChecks).add('database', async () => (await database.query('select 1')).rowCount === 1);
  await app.listen();
  const server = app.get(HttpServer);
  closing.push(() => server.close());
  const allowedHosts = config.allowedHosts.split(',').filter((host) => host !== '');
  const url = http === undefined ? '' : await server.listen({ ...http, allowedHosts });
  await inTime(app.get(Configuration).ready);
  return url;
}

async function inTime(ready: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The ledger did not answer; is it running?')), LEDGER_MS);
  });
  await Promise.race([ready, late]).finally(() => clearTimeout(timer));
}

function closeOnSignals(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().then(() => process.exit(0)));
  }
}
