import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from './lock.mjs';
import { type Log } from './log.js';
import { fetchWithApt } from './nats-server.apt.js';
import { fetchRelease } from './nats-server.release.js';

/** Everything Marginalia asks of NATS works from here on. */
const oldestVersion = '2.9.10';

export interface NatsServerBinary {
  path: string;
  /** Such as `2.10.27`. */
  version: string;
}

export interface FindNatsServerOptions {
  /** A path or name that the user gave (MARGINALIA_NATS_SERVER); nothing else is tried then. */
  named?: string | undefined;
  cacheDir: string;
  log?: Log;
}

/**
 * The nats-server of this machine: the named one, else one on PATH or in /usr/sbin, else one in the cache, else one
 * fetched into the cache: by apt (no root needed), else the official release. Rejects with the ways out.
 */
export async function findNatsServer({
  named,
  cacheDir,
  log = () => undefined,
}: FindNatsServerOptions): Promise<NatsServerBinary> {
  if (named !== undefined) {
    const found = await inspect(named);
    if (found && isNewEnough(found.version)) return found;
    throw new Error(
      `MARGINALIA_NATS_SERVER names ${named}, which is ${found ? `version ${found.version}` : 'no nats-server that runs here'}; ` +
        `needed is nats-server ${oldestVersion} or newer.`,
    );
  }
  const local = (await usable('nats-server', log)) ?? (await usable('/usr/sbin/nats-server', log));
  return local ?? (await inCache(cacheDir)) ?? (await fetchOne(cacheDir, log));
}

async function fetchOne(cacheDir: string, log: Log): Promise<NatsServerBinary> {
  const failures: string[] = [];
  await withLock(
    join(cacheDir, 'nats-server.lock'),
    async () => {
      // A fetcher stores what it gets as `nats-server-<version>` in the cache, so the next look finds it.
      for (const fetchInto of [fetchWithApt, fetchRelease]) {
        if (await inCache(cacheDir)) return;
        try {
          await fetchInto(cacheDir, log, isUsable);
        } catch (error) {
          failures.push((error as Error).message);
        }
      }
    },
    (pid) => log(`waiting for process ${pid}, which is fetching nats-server`),
  );
  const found = await inCache(cacheDir);
  if (found) return found;
  throw new Error(
    [
      `No nats-server ${oldestVersion} or newer was found, and it could not be fetched:`,
      ...failures.map((failure) => `  - ${failure}`),
      'Ways out: install nats-server (https://github.com/nats-io/nats-server/releases, or your package manager), or set',
      'MARGINALIA_NATS_SERVER to its path, or set MARGINALIA_NATS_URL to a NATS with JetStream that already runs.',
    ].join('\n'),
  );
}

async function inCache(cacheDir: string): Promise<NatsServerBinary | undefined> {
  if (!existsSync(cacheDir)) return undefined;
  const names = readdirSync(cacheDir).filter((name) => /^nats-server-\d+\.\d+\.\d+$/.test(name));
  const found = await Promise.all(names.map((name) => inspect(join(cacheDir, name))));
  return found
    .filter((binary) => binary !== undefined)
    .filter(({ version }) => isNewEnough(version))
    .sort((a, b) => compareVersions(b.version, a.version))[0];
}

async function usable(command: string, log: Log): Promise<NatsServerBinary | undefined> {
  const found = await inspect(command);
  if (!found || isNewEnough(found.version)) return found;
  log(`${command} is version ${found.version}, too old; looking further`);
  return undefined;
}

/** The version of a fetched binary, or a reason not to take it. */
async function isUsable(path: string): Promise<string> {
  const found = await inspect(path);
  if (!found) throw new Error('the fetched nats-server does not run here');
  if (!isNewEnough(found.version))
    throw new Error(`the fetched nats-server ${found.version} is older than ${oldestVersion}`);
  return found.version;
}

async function inspect(command: string): Promise<NatsServerBinary | undefined> {
  try {
    const { stdout } = await promisify(execFile)(command, ['--version'], { timeout: 10_000 });
    const version = /\bv(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
    return version === undefined ? undefined : { path: command.includes('/') ? resolve(command) : command, version };
  } catch {
    return undefined;
  }
}

function isNewEnough(version: string): boolean {
  return compareVersions(version, oldestVersion) >= 0;
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
