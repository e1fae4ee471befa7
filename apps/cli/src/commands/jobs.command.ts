import type { Command } from 'commander';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { problemOf, type JobReport, type Replies } from '#contracts';
import type { ApiClient } from '../api-client.js';
import { UsageError } from '../cli.config.js';
import type { Session } from '../session.js';

interface ImportOptions {
  format: string;
  rebaseTo?: string;
  dreamEvery?: string;
}
interface ImportCounts {
  jobs: number;
  recorded: number;
  repeats: number;
  refused: { line: number; jobId: string | null; code: string; detail: string }[];
  dreams: number;
  rounds: string[];
}

/** Reports in flight at once. Small enough that a refused file stops early, large enough to fill batches. */
const IN_FLIGHT = 32;

export function jobsCommand(program: Command, session: Session): void {
  const jobs = program.command('jobs').description('job reports');
  jobs
    .command('import')
    .description('import job reports, one JSON a line; a second import of a file is a repeat')
    .argument('<files...>', 'files of job reports')
    .option('--format <format>', 'format of the files', 'ndjson')
    .option('--rebase-to <time>', 'shift all times by one offset, so that the last job finishes then: now, or ISO-8601')
    .option('--dream-every <jobs>', 'dream for the agents after each so many jobs, and at the end')
    .action(async (files: string[], options: ImportOptions) => {
      if (options.format !== 'ndjson') throw new UsageError(`unknown format ${options.format}; allowed: ndjson`);
      const counts: ImportCounts = { jobs: 0, recorded: 0, repeats: 0, refused: [], dreams: 0, rounds: [] };
      for (const file of files) await importFile(session, file, options, counts);
      session.print(counts, () => [
        `${counts.jobs} jobs: ${counts.recorded} recorded, ${counts.repeats} repeats, ${counts.refused.length} refused`,
        ...counts.refused
          .slice(0, 20)
          .map(({ line, jobId, code, detail }) => `  line ${line} ${jobId ?? ''} ${code}: ${detail}`),
        ...(options.dreamEvery === undefined ? [] : [`${counts.dreams} dreams, ${counts.rounds.length} rounds`]),
      ]);
      if (counts.refused.length > 0) process.exitCode = 1;
    });
  jobs
    .command('check')
    .description('what would be made of a report, with no effect')
    .argument('<file>', 'a file with one JSON report, or its first line')
    .action(async (file: string) => {
      const whole = await readFile(file, 'utf8');
      const body = parses(whole) ? whole : (whole.split('\n').find((line) => line.trim() !== '') ?? '');
      const response = await session
        .client()
        .fetch('/jobs:check', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      const reply = (await response.json()) as Replies['jobs.check'];
      session.print(reply, () => [
        reply.valid ? 'valid' : `refused: ${reply.problem?.code} ${reply.problem?.detail}`,
        ...(reply.problem?.errors ?? []).map(({ path, reason }) => `  ${path}: ${reason}`),
        `signals: ${reply.signals.join(', ') || 'none'}`,
        ...reply.calls.map(
          (call) => `  item ${call.item} ${call.class}${call.counts ? '' : ' (no signal)'}  ${call.call}`,
        ),
        ...reply.humanMessages.map(({ item, human }) => `  item ${item} a person, ${human}`),
        ...reply.notHuman.map(({ item, rule }) => `  item ${item} not a person: ${rule}`),
        `skill: ${reply.skill ?? 'none'}`,
        `redacted: ${
          Object.entries(reply.redactions)
            .map(([kind, n]) => `${n} ${kind}`)
            .join(', ') || 'nothing'
        }`,
        ...reply.unknownFields.map(
          ({ path, nearest }) => `  unknown field ${path}${nearest ? `; did you mean ${nearest}?` : ''}`,
        ),
      ]);
      if (!reply.valid) process.exitCode = 1;
    });
  jobs
    .command('list')
    .description('recorded jobs of an agent, newest first')
    .requiredOption('--agent <agent>')
    .action(async ({ agent }: { agent: string }) => {
      const reply = await session.client().ask('evidence.jobs', { limit: 100 }, agent);
      session.print(reply, () =>
        reply.jobs.map(
          (job) => `${job.finishedAt}  ${job.status.padEnd(9)}  ${job.state.padEnd(11)}  ${job.jobId}  ${job.title}`,
        ),
      );
    });
}

async function importFile(session: Session, file: string, options: ImportOptions, counts: ImportCounts): Promise<void> {
  const client = session.client('admin');
  const offset = options.rebaseTo === undefined ? 0 : await offsetOf(session.config.home, file, options.rebaseTo);
  const every = options.dreamEvery === undefined ? Infinity : Number(options.dreamEvery);
  if (!(every >= 1)) throw new UsageError('--dream-every takes a whole number from 1');
  const agents = new Set<string>();
  let line = 0;
  let waiting: Promise<void>[] = [];
  let sinceDream = 0;
  const settle = async (): Promise<void> => {
    await Promise.all(waiting);
    waiting = [];
  };
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === '') continue;
    counts.jobs += 1;
    sinceDream += 1;
    waiting.push(send(client, shifted(text, offset, agents), line, counts));
    if (waiting.length >= IN_FLIGHT || sinceDream >= every) await settle();
    if (sinceDream >= every) {
      await dream(client, agents, counts);
      sinceDream = 0;
    }
    if (counts.jobs % 500 === 0) session.say(`${counts.jobs} jobs`);
  }
  await settle();
  if (every !== Infinity && sinceDream > 0) await dream(client, agents, counts);
}

async function send(client: ApiClient, body: string, line: number, counts: ImportCounts): Promise<void> {
  try {
    const response = await client.fetch('/jobs', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const { status } = (await response.json()) as { status: string };
    if (status === 'repeat') counts.repeats += 1;
    else counts.recorded += 1;
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    const jobId = (parses(body) as { jobId?: string } | undefined)?.jobId ?? null;
    counts.refused.push({
      line,
      jobId,
      code: problem.code,
      detail: problem.errors?.[0] ? `${problem.errors[0].path} ${problem.errors[0].reason}` : problem.detail,
    });
  }
}

async function dream(client: ApiClient, agents: Set<string>, counts: ImportCounts): Promise<void> {
  for (const agent of agents) {
    const reply = await client.ask('reflection.dreamAgent', {}, agent);
    counts.dreams += 1;
    for (const { trigger } of Object.values(reply.agents)) {
      if (trigger.status === 'reflection_created') counts.rounds.push(trigger.roundId);
    }
  }
}

function parses(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The report with its times shifted. What is no report goes as it is: the intake says what is wrong with it. */
function shifted(text: string, offset: number, agents: Set<string>): string {
  const report = parses(text) as (Partial<JobReport> & { at?: string }) | undefined;
  if (typeof report !== 'object' || report === null) return text;
  if (typeof report.agent === 'string') agents.add(report.agent);
  if (offset === 0) return text;
  const move = (at: unknown): unknown =>
    typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? new Date(Date.parse(at) + offset).toISOString() : at;
  const items: unknown[] = Array.isArray(report.items) ? report.items : [];
  return JSON.stringify({
    ...report,
    startedAt: move(report.startedAt),
    finishedAt: move(report.finishedAt),
    items: items.map((item) =>
      typeof item === 'object' && item !== null && 'at' in item ? { ...item, at: move(item.at) } : item,
    ),
  });
}

/** One offset for a whole file, kept by the digest of the file, so that importing it again later is a repeat. */
async function offsetOf(home: string, file: string, to: string): Promise<number> {
  const target = to === 'now' ? Date.now() : Date.parse(to);
  if (Number.isNaN(target)) throw new UsageError('--rebase-to takes now or an ISO-8601 time');
  const content = await readFile(file);
  const digest = createHash('sha256').update(content).digest('hex');
  const path = join(home, 'imports.json');
  const kept = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Record<string, number>;
  const known = kept[digest];
  if (known !== undefined) return known;
  let last = -Infinity;
  for (const line of content.toString('utf8').split('\n')) {
    const at = Date.parse((parses(line) as Partial<JobReport> | undefined)?.finishedAt ?? '');
    if (at > last) last = at;
  }
  const offset = last === -Infinity ? 0 : target - last;
  kept[digest] = offset;
  await mkdir(home, { recursive: true });
  await writeFile(`${path}.new`, JSON.stringify(kept, null, 2));
  await rename(`${path}.new`, path);
  return offset;
}
