import { readFileSync } from 'node:fs';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NotReachable } from './cli.config.js';

/** Roles the local start makes a credential for; `admin` may do everything, for tests and tinkering. */
export const LOCAL_ROLES = ['runner', 'runtime', 'operator', 'auditor', 'admin'] as const;
export type LocalRole = (typeof LOCAL_ROLES)[number];

/** `run.json` in the home folder: how programs and people find a running stack. URLs carry their own credentials. */
export interface RunFile {
  pid: number;
  httpUrl: string;
  natsUrl: string;
  databaseUrl: string;
  /** An operator's bearer token for HTTP. */
  token: string;
  /** One NATS URL a role. */
  credentials: Record<LocalRole, string>;
  startedAt: string;
}

const pathOf = (home: string): string => join(home, 'run.json');

/** Written whole and readable by its owner only, when everything is ready. */
export async function writeRunFile(home: string, run: RunFile): Promise<void> {
  const temporary = `${pathOf(home)}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, pathOf(home));
}

export const removeRunFile = (home: string): Promise<void> => rm(pathOf(home), { force: true });

/** @throws NotReachable when no stack runs in `home`. */
export function readRunFile(home: string): RunFile {
  let text: string;
  try {
    text = readFileSync(pathOf(home), 'utf8');
  } catch {
    throw new NotReachable(`no stack runs in ${home} (no run.json); start one with: npm start`);
  }
  const run = JSON.parse(text) as RunFile;
  try {
    process.kill(run.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') {
      throw new NotReachable(`the stack of ${home} has ended without cleaning up; start it again with: npm start`);
    }
  }
  return run;
}
