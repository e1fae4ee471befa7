import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Subjects } from '#contracts';
import {
  findNatsServer,
  freePort,
  homeLock,
  startNats,
  startPostgres,
  stopLeftoverNats,
} from '../../../../deploy/local/index.js';
import type { CliConfig } from '../cli.config.js';
import { LOCAL_ROLES, removeRunFile, writeRunFile, type LocalRole, type RunFile } from '../run-file.js';
import { localCredentials, natsUsers } from './local-credentials.js';
import { localSecrets, SERVICE_USER } from './local-secrets.js';

export interface Stack {
  run: RunFile;
  /** Settles when a part that the stack cannot do without has ended by itself, with a sentence that says which. */
  broken: Promise<string>;
  stop(): Promise<void>;
}

type Stop = () => Promise<unknown>;

/**
 * Brings up everything on this machine: PostgreSQL and NATS, unless the environment names existing ones, then all
 * services in this process. `run.json` appears when all of it answers. Installs no signal handlers.
 */
export async function startStack(config: CliConfig, log: (line: string) => void): Promise<Stack> {
  const { home } = config;
  const lock = homeLock(home);
  const stops: Stop[] = [() => Promise.resolve(lock.release())];
  const stop = async (): Promise<void> => {
    // Last started, first stopped; one that fails must not keep the others up.
    for (const one of stops.splice(0).reverse()) await one().catch((error: unknown) => log(String(error)));
  };
  try {
    await removeRunFile(home);
    mkdirSync(join(home, 'logs'), { recursive: true });
    const subjects = new Subjects(config.subjectPrefix);
    const secrets = localSecrets(home);
    // Both settle before either failure counts: what has started must be known, or it could not be stopped.
    const [postgres, nats] = await bothOf(
      embeddedPostgres(config, log, stops),
      embeddedNats(config, subjects, log, stops),
    );

    log('starting the services');
    // Loaded here only: the other commands do without the services.
    const [{ startStandalone }, { migrateAll, provisionAll }] = await Promise.all([
      import('../../../standalone/src/standalone.js'),
      import('../../../standalone/src/provisioning.js'),
    ]);
    await Promise.all([migrateAll(postgres.url), provisionAll(nats.url(SERVICE_USER), config.subjectPrefix)]);
    const standalone = await startStandalone({
      databaseUrl: postgres.url,
      natsUrl: nats.url(SERVICE_USER),
      subjectPrefix: config.subjectPrefix,
      httpHost: config.httpHost,
      httpPort: await freePort(config.httpPort),
      clock: config.clock,
      clockStart: config.clockStart,
      production: config.production,
      allowShortSubjects: config.natsUrl === undefined,
      logLevel: config.logLevel,
      logFile: join(home, 'logs/services.log'),
      credentials: localCredentials().map((credential) => ({
        ...credential,
        secret: secrets[credential.id as LocalRole],
      })),
    });
    stops.push(() => standalone.close());

    const run: RunFile = {
      pid: process.pid,
      httpUrl: standalone.url,
      natsUrl: nats.url('operator'),
      databaseUrl: postgres.url,
      token: `mrg.operator.${secrets.operator}`,
      credentials: Object.fromEntries(LOCAL_ROLES.map((role) => [role, nats.url(role)])) as Record<LocalRole, string>,
      startedAt: new Date().toISOString(),
    };
    await writeRunFile(home, run);
    stops.push(() => removeRunFile(home));
    return { run, broken: Promise.race([postgres.exited, nats.exited]), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

const never = new Promise<string>(() => undefined);

async function embeddedPostgres(
  { home, databaseUrl }: CliConfig,
  log: (line: string) => void,
  stops: Stop[],
): Promise<{ url: string; exited: Promise<string> }> {
  if (databaseUrl !== undefined) return { url: databaseUrl, exited: never };
  const postgres = await startPostgres({ home, log });
  stops.push(() => postgres.stop());
  return postgres;
}

async function embeddedNats(
  config: CliConfig,
  subjects: Subjects,
  log: (line: string) => void,
  stops: Stop[],
): Promise<{ url(user: string): string; exited: Promise<string> }> {
  const { home, natsUrl } = config;
  if (natsUrl !== undefined) return { url: () => natsUrl, exited: never };
  await stopLeftoverNats(home, log);
  const server = await findNatsServer({ cacheDir: config.cacheDir, named: config.natsServer, log });
  const nats = await startNats({ binary: server.path, home, users: natsUsers(localSecrets(home), subjects), log });
  stops.push(() => nats.stop());
  return nats;
}
