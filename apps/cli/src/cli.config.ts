import { join, resolve } from 'node:path';
import { cacheFolder } from '../../../deploy/local/cache-folder.js';

/** What the command line reads of its surroundings, once. */
export interface CliConfig {
  /** Folder that holds everything local. */
  home: string;
  /** A stack elsewhere: HTTP address and bearer token instead of `run.json`. */
  url: string | undefined;
  token: string | undefined;
  databaseUrl: string | undefined;
  natsUrl: string | undefined;
  natsServer: string | undefined;
  /** Where downloads are kept. */
  cacheDir: string;
  httpHost: string;
  httpPort: number;
  clock: 'system' | 'simulated';
  clockStart: string | undefined;
  subjectPrefix: string;
  logLevel: string;
  production: boolean;
  colour: boolean;
}

/** The checkout: dist/apps/cli/src -> four up. */
const CHECKOUT = resolve(import.meta.dirname, '../../../..');

/** @throws UsageError when a variable has a value that is not allowed; all of them are listed. */
export function readCliConfig(
  // eslint-disable-next-line no-restricted-properties -- the one place where the command line reads the environment
  env: NodeJS.ProcessEnv = process.env,
): CliConfig {
  const faults: string[] = [];
  const port = Number(env.MARGINALIA_HTTP_PORT ?? 4180);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    faults.push('MARGINALIA_HTTP_PORT must be a port from 1 to 65535');
  const clock = env.MARGINALIA_CLOCK ?? 'system';
  if (clock !== 'system' && clock !== 'simulated') faults.push('MARGINALIA_CLOCK must be system or simulated');
  const production = env.NODE_ENV === 'production';
  if (clock === 'simulated' && production)
    faults.push('MARGINALIA_CLOCK=simulated is refused with NODE_ENV=production');
  const start = env.MARGINALIA_CLOCK_START;
  if (start !== undefined && Number.isNaN(Date.parse(start)))
    faults.push('MARGINALIA_CLOCK_START must be an ISO-8601 time');
  const prefix = env.MARGINALIA_SUBJECT_PREFIX ?? '';
  if (!/^(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)?$/.test(prefix))
    faults.push('MARGINALIA_SUBJECT_PREFIX must be subject tokens');
  if (env.MARGINALIA_TOKEN !== undefined && env.MARGINALIA_URL === undefined) {
    faults.push('MARGINALIA_TOKEN goes with MARGINALIA_URL: a local stack is found through its run.json');
  }
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
  return {
    home: resolve(env.MARGINALIA_HOME ?? join(CHECKOUT, '.marginalia')),
    url: env.MARGINALIA_URL,
    token: env.MARGINALIA_TOKEN,
    databaseUrl: env.MARGINALIA_DATABASE_URL,
    natsUrl: env.MARGINALIA_NATS_URL,
    natsServer: env.MARGINALIA_NATS_SERVER,
    cacheDir: cacheFolder(env),
    clockStart: start,
    httpHost: env.MARGINALIA_HTTP_HOST ?? '127.0.0.1',
    httpPort: port,
    clock: clock as CliConfig['clock'],
    subjectPrefix: prefix,
    logLevel: env.MARGINALIA_LOG_LEVEL ?? 'warn',
    production,
    colour: env.NO_COLOR === undefined && process.stdout.isTTY,
  };
}

/** Wrong use: ends the command with exit code 2. */
export class UsageError extends Error {}

/** Nothing answered: ends the command with exit code 3. */
export class NotReachable extends Error {}
