import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ending, endProcess } from './processes.js';

/** A log file above this many bytes is set aside at the next start; one old file is kept. */
const rotateAbove = 5_000_000;
const tailLines = 15;

export interface ServerCommand {
  /** For messages: `PostgreSQL`, `NATS`. */
  name: string;
  command: string;
  args: string[];
  logFile: string;
  /** Runs as this user; the caller's when absent. */
  user?: { uid: number; gid: number } | undefined;
  env?: Record<string, string>;
}

/** A server that writes to a log file, in a session of its own: a Ctrl-C on the terminal reaches us only, and we stop it in order. */
export class ServerProcess {
  readonly pid: number;
  /** Settles when the process ends, however it does, with a sentence that says how. */
  readonly exited: Promise<string>;
  private ended = false;
  private readonly logStart: number;

  private constructor(
    private readonly options: ServerCommand,
    child: ReturnType<typeof spawn>,
    logStart: number,
  ) {
    this.pid = child.pid as number;
    this.logStart = logStart;
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.ended = true;
        resolve(`${options.name} ended ${signal ? `by ${signal}` : `with exit code ${code}`}`);
      });
    });
  }

  static async start(options: ServerCommand): Promise<ServerProcess> {
    mkdirSync(dirname(options.logFile), { recursive: true });
    const size = (): number => statSync(options.logFile, { throwIfNoEntry: false })?.size ?? 0;
    if (size() > rotateAbove) renameSync(options.logFile, `${options.logFile}.1`);
    const logStart = size();
    const output = openSync(options.logFile, 'a', 0o600);
    try {
      const child = spawn(options.command, options.args, {
        cwd: '/',
        detached: true,
        stdio: ['ignore', output, output],
        ...(options.user ? { uid: options.user.uid, gid: options.user.gid } : {}),
        ...(options.env ? { env: options.env } : {}),
      });
      await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
      return new ServerProcess(options, child, logStart);
    } finally {
      closeSync(output);
    }
  }

  /** Asks until the answer is true. Rejects with the end of the log when the process ends or the time is over. */
  async untilReady(ask: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
    const until = Date.now() + withinMs;
    for (;;) {
      if (this.ended) throw new Error(`${await this.exited}.\n${this.logTail()}`);
      if (await ask()) return;
      if (Date.now() > until)
        throw new Error(`${this.options.name} was not ready in ${withinMs / 1000} s.\n${this.logTail()}`);
      await sleep(10);
    }
  }

  /** What the server wrote since this start. */
  log(): string {
    return readFileSync(this.options.logFile).subarray(this.logStart).toString('utf8');
  }

  private logTail(): string {
    return `${this.options.logFile} ends with:\n${this.log().trimEnd().split('\n').slice(-tailLines).join('\n')}`;
  }

  signal(signal: NodeJS.Signals): void {
    if (!this.ended) process.kill(this.pid, signal);
  }

  async stop(endings: Ending[]): Promise<void> {
    if (!this.ended) await endProcess(this.pid, endings);
    await this.exited;
  }
}
