import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { chown, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Item, JobReport } from '#contracts';
import { DEMO_AGENT, DEMO_FILES, DEMO_PROGRAMS, DEMO_SKILL, type DemoJob } from './demo-jobs.js';

/** Nobody: a read-only folder means nothing to root. */
const PLAIN_USER = 65_534;
const SEARCHED = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/opt/homebrew/bin', '/usr/local/bin'];

/** A tiny job runner: it executes the commands of a job and reports what happened. */
export class DemoRunner {
  private readonly asPlainUser = process.getuid?.() === 0;

  /** @param folder of its own; made when it is not there */
  constructor(private readonly folder: string) {}

  /** Lays the scratch folder and the slim PATH. */
  async prepare(): Promise<void> {
    for (const [path, content] of Object.entries(DEMO_FILES)) {
      const full = join(this.work, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, content);
    }
    mkdirSync(this.bin, { recursive: true });
    for (const program of DEMO_PROGRAMS) {
      const found = SEARCHED.map((at) => join(at, program)).find(isExecutable);
      if (found !== undefined) symlinkSync(found, join(this.bin, program));
    }
    if (this.asPlainUser) {
      await chown(this.work, PLAIN_USER, PLAIN_USER);
      for (const entry of await readdir(this.work, { recursive: true }))
        await chown(join(this.work, entry), PLAIN_USER, PLAIN_USER);
    }
    chmodSync(this.readOnly, 0o555);
  }

  /** Takes back what would keep the folder from being removed. */
  release(): void {
    if (existsSync(this.readOnly)) chmodSync(this.readOnly, 0o755);
  }

  /** Executes a job for real. @param number makes the job id */
  async run(job: DemoJob, number: number, now: () => Date): Promise<JobReport> {
    const startedAt = now();
    const items: Item[] = [{ type: 'message', role: 'user', text: job.task }];
    let last = 0;
    for (const [index, command] of job.commands.entries()) {
      for (const message of job.messages ?? []) {
        if (message.before === index) items.push({ type: 'message', role: 'user', text: message.text, human: true });
      }
      const { exitCode, output } = this.execute(command);
      last = exitCode ?? 1;
      items.push({ type: 'command', command, exitCode, output, skill: DEMO_SKILL });
    }
    await sleep(1);
    return {
      jobId: `demo-${String(number).padStart(2, '0')}`,
      agent: DEMO_AGENT,
      status: last === 0 ? 'succeeded' : 'failed',
      title: job.task,
      task: job.task,
      startedAt: startedAt.toISOString(),
      finishedAt: new Date(Math.max(now().getTime(), startedAt.getTime() + 1)).toISOString(),
      skills: [DEMO_SKILL],
      items,
    };
  }

  private execute(command: string): { exitCode: number | null; output: string } {
    const ran = spawnSync(join(this.bin, 'bash'), ['--norc', '-c', command], {
      argv0: 'bash',
      cwd: this.work,
      // Messages in English, whatever the machine speaks; nothing of this process's surroundings leaks in.
      env: { PATH: this.bin, HOME: this.work, LC_ALL: 'C' },
      encoding: 'utf8',
      timeout: 10_000,
      ...(this.asPlainUser && { uid: PLAIN_USER, gid: PLAIN_USER }),
    });
    if (ran.error !== undefined) throw ran.error;
    return { exitCode: ran.status, output: `${ran.stdout}${ran.stderr}` };
  }

  private get work(): string {
    return join(this.folder, 'work');
  }

  private get readOnly(): string {
    return join(this.work, 'archive');
  }

  private get bin(): string {
    return join(this.folder, 'bin');
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
