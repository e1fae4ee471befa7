import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { eventually } from '#testing';
import type { RunFile } from '../../apps/cli/src/run-file.js';

const ROOT = resolve(import.meta.dirname, '../..');
const COMMAND = join(ROOT, 'deploy/local/marginalia.mjs');

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The real command line, as a user runs it. */
export function marginalia(
  home: string,
  args: string[],
  env: Record<string, string> = {},
): { child: ChildProcess; done: Promise<Ran> } {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      MARGINALIA_HOME: home,
      MARGINALIA_HTTP_PORT: '4180',
      ...(process.env.MARGINALIA_TEST_NATS_SERVER !== undefined && {
        MARGINALIA_NATS_SERVER: process.env.MARGINALIA_TEST_NATS_SERVER,
      }),
      NODE_OPTIONS: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const done = new Promise<Ran>((ended) => child.on('close', (code) => ended({ code, stdout, stderr })));
  return { child, done };
}

/** Runs a command to its end and reads its JSON. */
export async function ask<T>(home: string, ...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await marginalia(home, [...args, '--json']).done;
  if (code !== 0) throw new Error(`marginalia ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

export const runFile = (home: string): RunFile => JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')) as RunFile;

/** `marginalia up`, ready. */
export async function up(
  home: string,
  env: Record<string, string> = {},
): Promise<{ child: ChildProcess; done: Promise<Ran>; run: RunFile }> {
  const { child, done } = marginalia(home, ['up'], env);
  let ended: Ran | undefined;
  void done.then((ran) => (ended = ran));
  await eventually(
    () => {
      if (ended !== undefined) return;
      if (!existsSync(join(home, 'run.json')) || runFile(home).pid !== child.pid) throw new Error('not ready');
    },
    { timeoutMs: 60_000 },
  );
  if (ended !== undefined) throw new Error(`the stack ended with ${ended.code}: ${ended.stderr}`);
  return { child, done, run: runFile(home) };
}
