import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { type Log } from './log.js';
import { natsConfig, type NatsUser } from './nats-config.js';
import { commandLine, type Ending, endProcess } from './processes.js';
import { ServerProcess } from './server-process.js';

const endings: Ending[] = [
  { signal: 'SIGTERM', withinMs: 10_000 },
  { signal: 'SIGKILL', withinMs: 5_000 },
];
/** JetStream reads its store before the server listens. */
const readyWithinMs = 60_000;
const reloadWithinMs = 5_000;

export interface EmbeddedNatsOptions {
  /** Path of nats-server, see findNatsServer. */
  binary: string;
  /** The home folder, which must exist: configuration and JetStream in `nats`, log in `logs/nats.log`. */
  home: string;
  /** A free one when absent. */
  port?: number;
  users: NatsUser[];
  log?: Log;
}

export interface EmbeddedNats {
  port: number;
  pid: number;
  /** Settles when the server ends, asked to or not, with a sentence that says how. */
  exited: Promise<string>;
  /** The server's URL with the login of one of its users. */
  url(user: string): string;
  /** Replaces the users without a restart; connections of users that are gone are closed by the server. */
  reload(users: NatsUser[]): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a NATS server with JetStream on the home's data and resolves when it answers. One that a killed stack left on
 * the same home is stopped first; the caller holds the home's lock. Rejects with the end of the server's log.
 */
export async function startNats(options: EmbeddedNatsOptions): Promise<EmbeddedNats> {
  const { binary, log = () => undefined } = options;
  const home = resolve(options.home);
  const folder = join(home, 'nats');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await stopLeftoverNats(home, log);
  const configFile = configFileOf(home);
  let users = options.users;

  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const write = (): void =>
      replaceFile(
        configFile,
        natsConfig({ port, storeDir: join(folder, 'jetstream'), pidFile: pidFileOf(home), users }),
      );
    write();
    const server = await ServerProcess.start({
      name: 'NATS',
      command: binary,
      args: ['-c', configFile],
      logFile: join(home, 'logs/nats.log'),
    });
    try {
      // By its own word: whoever answers on the port may be another server that took it first.
      await server.untilReady(() => server.log().includes('Server is ready'), readyWithinMs);
    } catch (error) {
      await server.stop(endings);
      if (options.port === undefined && attempt < 5 && server.log().includes('address already in use')) continue;
      throw error;
    }
    return {
      port,
      pid: server.pid,
      exited: server.exited,
      url: (name) => urlOf(port, name, users),
      reload: async (next) => {
        users = next;
        write();
        await reload(server);
      },
      stop: () => server.stop(endings),
    };
  }
}

/** Stops the server that a killed stack left on this home's data, and removes its file when it is stale. */
export async function stopLeftoverNats(home: string, log: Log = () => undefined): Promise<void> {
  const pidFile = pidFileOf(home);
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  if (commandLine(pid)?.includes(configFileOf(home))) {
    log(`stopping the NATS server that an earlier start left behind (process ${pid})`);
    await endProcess(pid, endings);
  }
  rmSync(pidFile, { force: true });
}

function configFileOf(home: string): string {
  return join(realpathSync(home), 'nats/nats.conf');
}

function pidFileOf(home: string): string {
  return join(home, 'nats/nats.pid');
}

/** Passwords are in it: readable by its owner only, and never half written. */
function replaceFile(path: string, content: string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** The server tells of a reload in its log only. */
async function reload(server: ServerProcess): Promise<void> {
  const before = server.log().length;
  server.signal('SIGHUP');
  const until = Date.now() + reloadWithinMs;
  for (;;) {
    const told = server.log().slice(before);
    if (told.includes('Reloaded server configuration')) return;
    if (told.includes('Failed to reload') || Date.now() > until) {
      throw new Error(`NATS did not take its new configuration.\n${told.trim()}`);
    }
    await sleep(10);
  }
}

function urlOf(port: number, name: string, users: NatsUser[]): string {
  const found = users.find(({ user }) => user === name);
  if (!found) throw new Error(`NATS has no user ${name}.`);
  return `nats://${encodeURIComponent(name)}:${encodeURIComponent(found.password)}@127.0.0.1:${port}`;
}
