import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.js';
import { type Log } from './log.js';
import { postgresBinaries } from './postgres-binaries.js';
import { clusterFolder, ensureCluster, ownerName, type PostgresCluster } from './postgres-cluster.js';
import { commandLine, type Ending, endProcess } from './processes.js';
import { ServerProcess } from './server-process.js';

/** SIGINT rolls open transactions back and shuts down cleanly, SIGQUIT leaves it to recovery at the next start. */
const endings: Ending[] = [
  { signal: 'SIGINT', withinMs: 10_000 },
  { signal: 'SIGQUIT', withinMs: 5_000 },
];
/** Recovery after a crash can take long; it is cut short when the process ends. */
const readyWithinMs = 120_000;

/** For one machine with one stack: little memory when idle. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'ssl=off',
  'logging_collector=off',
  'log_timezone=UTC',
  'timezone=UTC',
  'max_connections=60',
  'shared_buffers=32MB',
  'max_wal_size=256MB',
  'io_method=sync',
  'jit=off',
];
/** Only for tests: a power cut may lose everything. */
const forgetful = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

export interface EmbeddedPostgresOptions {
  /** The home folder, which must exist: data in `postgres`, log in `logs/postgres.log`. */
  home: string;
  /** A free one when absent. */
  port?: number;
  /** False only for tests. Default true. */
  durable?: boolean;
  log?: Log;
}

export interface EmbeddedPostgres {
  /** Superuser of the database `marginalia`, with password. */
  url: string;
  port: number;
  pid: number;
  /** Settles when the server ends, asked to or not, with a sentence that says how. */
  exited: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on the home's data, which the first start creates, and resolves when it answers. A server that a
 * killed stack left on the same data is stopped first; the caller holds the home's lock. Installs no signal handlers.
 * Rejects with the end of the server's log.
 */
export async function startPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, log = () => undefined } = options;
  const home = resolve(options.home);
  const { folder, user } = clusterFolder(home, log);
  const binaries = postgresBinaries(user, log);
  if (!existsSync(join(folder, 'data'))) log('creating the database');
  const cluster = ensureCluster(folder, user, binaries, durable);
  await stopLeftoverPostgres(home, log);

  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const args = [...settings, ...(durable ? [] : forgetful)].flatMap((setting) => ['-c', setting]);
    const server = await ServerProcess.start({
      name: 'PostgreSQL',
      command: binaries.postgres,
      args: ['-D', cluster.data, '-p', String(port), ...args],
      logFile: join(home, 'logs/postgres.log'),
      user,
      env: { LC_ALL: 'C' },
    });
    try {
      await server.untilReady(() => answers(cluster, port, server.pid), readyWithinMs);
    } catch (error) {
      await server.stop(endings);
      if (attempt === 10 || !mayPass(server.log(), options.port)) throw error;
      await sleep(200);
      continue;
    }
    await ensureDatabase(cluster, port);
    return {
      url: urlOf(cluster, port, ownerName),
      port,
      pid: server.pid,
      exited: server.exited,
      stop: () => server.stop(endings),
    };
  }
}

/** Whether another try can help: a free port was taken meanwhile, or backends of a killed server are still ending. */
function mayPass(log: string, givenPort: number | undefined): boolean {
  return (
    log.includes('pre-existing shared memory block') || (givenPort === undefined && log.includes('could not bind'))
  );
}

/** Stops the server that a killed stack left on this home's data, and removes its lock file when it is stale. */
export async function stopLeftoverPostgres(home: string, log: Log = () => undefined): Promise<void> {
  const pidFile = join(home, 'postgres/data/postmaster.pid');
  if (!existsSync(pidFile)) return;
  const [pid, data] = readFileSync(pidFile, 'utf8').split('\n');
  const command = commandLine(Number(pid)) ?? '';
  if (data !== undefined && command.includes('postgres') && command.includes(data)) {
    log(`stopping the PostgreSQL that an earlier start left behind (process ${pid})`);
    await endProcess(Number(pid), endings);
  }
  // PostgreSQL would take any process that has got this id since for its predecessor.
  rmSync(pidFile, { force: true });
}

/** False while the server does not say in its lock file that it is ready; another server may have taken the port first. */
async function answers(cluster: PostgresCluster, port: number, pid: number): Promise<boolean> {
  const lockFile = join(cluster.data, 'postmaster.pid');
  const lines = existsSync(lockFile) ? readFileSync(lockFile, 'utf8').split('\n') : [];
  if (Number(lines[0]) !== pid || lines[7]?.trim() !== 'ready') return false;
  await query(cluster, port, 'select 1');
  return true;
}

async function ensureDatabase(cluster: PostgresCluster, port: number): Promise<void> {
  const { rowCount } = await query(cluster, port, `select 1 from pg_database where datname = '${ownerName}'`);
  if (rowCount === 0) await query(cluster, port, `create database ${ownerName}`);
}

async function query(cluster: PostgresCluster, port: number, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: urlOf(cluster, port, 'postgres'), connectionTimeoutMillis: 5_000 });
  // A server that shuts down while we are connected is told by the query's own rejection.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

function urlOf({ password }: PostgresCluster, port: number, database: string): string {
  return `postgresql://${ownerName}:${password}@127.0.0.1:${port}/${database}`;
}
