import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStart } from './lock.mjs';

/** The command line of a running process with blanks between its words, or undefined when none runs under this id. */
export function commandLine(pid: number): string | undefined {
  if (processStart(pid) === undefined) return undefined;
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return undefined;
    }
  }
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

/** A signal and how long the process has to end by it. */
export interface Ending {
  signal: NodeJS.Signals;
  withinMs: number;
}

/**
 * Sends the signals one after the other until the process is gone. Throws when it outlives the last one,
 * and with EPERM when it is another user's.
 */
export async function endProcess(pid: number, endings: Ending[]): Promise<void> {
  const start = processStart(pid);
  const runs = (): boolean => start !== undefined && processStart(pid) === start;
  for (const { signal, withinMs } of endings) {
    if (!runs()) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    const until = Date.now() + withinMs;
    while (runs() && Date.now() < until) await sleep(10);
  }
  if (runs()) throw new Error(`Process ${pid} did not end by ${endings.map(({ signal }) => signal).join(', ')}.`);
}
