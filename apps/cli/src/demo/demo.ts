import type { NatsConnection } from 'nats';
import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CandidateView, JobReport, LogCloudEvent, Replies, RoundView } from '#contracts';
import { verifyChain } from '#event-store';
import { connectNats } from '#messaging';
import type { CliConfig } from '../cli.config.js';
import type { Session } from '../session.js';
import { signalled } from '../signalled.js';
import { startStack } from '../stack/stack.js';
import { candidateLine } from '../commands/dream.command.js';
import { DEMO_AGENT, DEMO_JOBS, DEMO_OPPOSITE, DEMO_REWORDINGS, DEMO_SKILL, DEMO_SKILL_TEXT } from './demo-jobs.js';
import { DemoRunner } from './demo-runner.js';

/** What `npm run demo -- --json` ends with. */
export interface DemoResult {
  jobs: number;
  signalJobs: number;
  rounds: number;
  proposed: number;
  accepted: number;
  rejected: Record<string, number>;
  delivered: number;
  ledgerEvents: number;
  verified: boolean;
}

const DAY_MS = 86_400_000;

/**
 * The main job end to end, on real input made on the spot, in a stack and a home folder of its own. Nothing of it is left
 * behind, also when a signal ends it.
 */
export async function runDemo(session: Session): Promise<DemoResult> {
  const interrupted = signalled().then((signal): never => {
    throw new Error(`ended by ${signal}`);
  });
  // Heard again at the race below; until then nobody else listens.
  interrupted.catch(() => undefined);
  const voice: Voice = {
    say: (line = '') => session.say(line),
    step: (text) => session.say(`\n${session.style('bold', text)}`),
    note: (text) => session.say(session.style('dim', text)),
  };
  const folder = mkdtempSync(join(tmpdir(), 'marginalia-demo-'));
  // Others may pass through: PostgreSQL and the jobs run as plain users when this process is root.
  chmodSync(folder, 0o711);
  const runner = new DemoRunner(join(folder, 'jobs'));
  const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true }), () => runner.release()];
  try {
    voice.step('Starting a stack of its own: PostgreSQL, NATS and all services');
    const stack = await startStack(ownStack(session.config, folder), (line) => voice.note(`  ${line}`));
    cleanups.push(() => stack.stop());
    const nats = await connectNats({ url: stack.run.credentials.admin, name: 'demo', credential: 'admin' });
    cleanups.push(() => nats.close());
    return await Promise.race([new Demo(session, nats, runner, voice).run(), interrupted]);
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
}

/** Nothing of the user's is touched: neither the home folder, nor servers that the environment names. */
const ownStack = (config: CliConfig, folder: string): CliConfig => ({
  ...config,
  home: join(folder, 'home'),
  databaseUrl: undefined,
  natsUrl: undefined,
  subjectPrefix: '',
  httpPort: 0,
  production: false,
  clock: 'simulated',
  clockStart: new Date().toISOString(),
});

interface Voice {
  say: (line?: string) => void;
  step: (text: string) => void;
  note: (text: string) => void;
}

class Demo {
  constructor(
    private readonly session: Session,
    private readonly nats: NatsConnection,
    private readonly runner: DemoRunner,
    private readonly voice: Voice,
  ) {}

  async run(): Promise<DemoResult> {
    const { step, say, note } = this.voice;

    step('Publishing the skill `shell`');
    const { position } = await this.ask<Replies['ledger.catalog.publish']>('ledger.catalog.publish', {
      skill: DEMO_SKILL,
      files: [{ path: 'SKILL.md', content: DEMO_SKILL_TEXT }],
    });
    note(`  event ${position} of the log; those before it issue the credentials of this start`);

    step(`Running ${DEMO_JOBS.length} small shell jobs for real, and publishing what happened`);
    const reports = await this.runJobs();
    for (const report of reports) {
      note(`  ${report.jobId}  ${report.title}`);
      for (const line of notable(report)) note(`           ${line}`);
    }
    const signals = await this.recorded(reports);
    say(`  ${signals.unread} of ${reports.length} jobs are worth reading: a call failed, or a person spoke.`);

    step('Dreaming: one round reads them');
    await this.ask('reflection.dream', {}, DEMO_AGENT);
    const { rounds } = await this.ask<Replies['reflection.rounds']>('reflection.rounds', {}, DEMO_AGENT);
    const candidates = rounds.flatMap((round) => round.candidates);
    this.showCandidates(candidates);

    step('What the agent is told now');
    const told = await this.view();
    say(indent(told.content));

    step('A person retires one lesson');
    const victim = told.lessons.find(({ text }) => text.includes('tree')) ?? told.lessons[0];
    if (victim === undefined) throw new Error('the round taught nothing, so there is nothing to retire');
    say(`  ${victim.text}`);
    const retired = await this.ask<Replies['ledger.retire']>(
      'ledger.retire',
      { lessonId: victim.lessonId, reason: 'we install it next week', actor: 'demo' },
      DEMO_AGENT,
    );
    const after = await this.view(retired.position);
    say(`  gone from the next answer: ${yes(!after.content.includes(victim.text))}`);

    step('It stays banned: proposed again in five other wordings, and its opposite');
    await this.proposeAgain(candidates, victim.lessonId);

    step('Time passes: lease, grace, and after');
    const delivered = told.lessons.length - 1;
    for (const days of [6, 3, 7]) {
      const { now } = await this.ask<Replies['clock.advance']>('clock.advance', { byMs: days * DAY_MS });
      const { lessons } = await this.view();
      const states = lessons.map(({ state }) => state.replace('_', ' '));
      say(
        `  ${now.slice(0, 10)}: ${lessons.length} delivered${states.length > 0 ? ` (${[...new Set(states)].join(', ')})` : ''}`,
      );
    }
    note('  Nobody renewed them, so delivery stopped by itself. Nothing was deleted: they are dormant.');

    step('An auditor replays the log and recomputes every digest');
    const verified = await verifyChain(this.log());
    say(
      `  ${verified.events} events, head ${verified.head.chain.slice(0, 16)}…: ${verified.verified ? 'verified' : 'NOT verified'}`,
    );

    return {
      jobs: reports.length,
      signalJobs: signals.unread,
      ...countsOf(rounds),
      delivered,
      ledgerEvents: verified.events,
      verified: verified.verified,
    };
  }

  private async runJobs(): Promise<JobReport[]> {
    const { now } = await this.ask<Replies['clock.get']>('clock.get');
    await this.runner.prepare();
    // The simulated clock stands still, so the jobs are placed in the hours before it.
    const start = Date.parse(now) - DEMO_JOBS.length * 60_000;
    const reports: JobReport[] = [];
    for (const [index, job] of DEMO_JOBS.entries()) {
      const at = new Date(start + index * 60_000);
      const report = await this.runner.run(job, index + 1, () => at);
      reports.push(report);
      const body = JSON.stringify({
        specversion: '1.0',
        id: randomUUID(),
        source: '/demo/runner',
        type: 'marginalia.job.finished.v1',
        subject: report.jobId,
        time: report.finishedAt,
        datacontenttype: 'application/json',
        data: report,
      });
      // A plain publish that waits for JetStream's word that it has the message.
      await this.nats.request(`marginalia.jobs.finished.${DEMO_AGENT}`, body, { timeout: 10_000 });
    }
    return reports;
  }

  /** Waits until every report is evidence. */
  private async recorded(reports: JobReport[]): Promise<Replies['evidence.signals']> {
    for (const { jobId } of reports) {
      for (;;) {
        const { status, code, detail } = await this.ask<Replies['jobs.status']>('jobs.status', { jobId }, DEMO_AGENT);
        if (status === 'recorded' || status === 'repeat') break;
        if (status === 'refused') throw new Error(`${jobId} was refused: ${code} ${detail}`);
        await sleep(50);
      }
    }
    return this.ask('evidence.signals', { limit: 100 }, DEMO_AGENT);
  }

  private showCandidates(candidates: CandidateView[]): void {
    for (const candidate of candidates) {
      const good = candidate.outcome === 'accepted';
      this.voice.say(`  ${this.session.style(good ? 'green' : 'yellow', candidateLine(candidate))}`);
      this.voice.note(
        `      from ${candidate.evidence.map(({ jobId }) => jobId).join(', ')}${meaning(candidate.reason)}`,
      );
    }
  }

  /** Through the real request, as a reflector would, citing the jobs that the lesson rested on or others. */
  private async proposeAgain(candidates: CandidateView[], lessonId: string): Promise<void> {
    const retired = candidates.find((candidate) => candidate.lessonId === lessonId);
    const other = candidates.find((candidate) => candidate.lessonId !== null && candidate.lessonId !== lessonId);
    const evidence = (other ?? retired)?.evidence ?? [];
    const bundle = evidence.map(({ jobId, item }) => ({
      jobId,
      finishedAt: new Date().toISOString(),
      origin: jobId,
      calls: [{ item: item ?? 0, class: 'fault', digest: createHash('sha256').update(jobId).digest('hex') }],
      humanMessages: [],
    }));
    const contents = [...DEMO_REWORDINGS, DEMO_OPPOSITE];
    const reply = await this.ask<Replies['ledger.propose']>(
      'ledger.propose',
      {
        roundId: randomUUID(),
        bundle,
        proposals: contents.map((content) => ({ skill: DEMO_SKILL, kind: 'condition', content, evidence })),
      },
      DEMO_AGENT,
    );
    for (const [index, content] of contents.entries()) {
      const rejection = reply.rejected.find((rejected) => rejected.index === index);
      const opposite = index === DEMO_REWORDINGS.length;
      this.voice.say(`  [${rejection?.reason ?? 'accepted'}] ${content}`);
      if (opposite) this.voice.note('      the opposite: not banned, it only has no evidence of its own here');
      const banned = rejection?.reason === 'revoked_lesson';
      if (banned === opposite) throw new Error(`expected ${opposite ? 'no ban' : 'a ban'} for: ${content}`);
    }
    for (const accepted of reply.accepted) {
      await this.ask('ledger.retire', { lessonId: accepted.lessonId, reason: 'only shown by the demo' }, DEMO_AGENT);
    }
  }

  private async view(minPosition?: string): Promise<Extract<Replies['delivery.view'], { content: string }>> {
    const reply = await this.ask<Replies['delivery.view']>(
      'delivery.view',
      { skill: DEMO_SKILL, minPosition },
      DEMO_AGENT,
    );
    if ('notModified' in reply) throw new Error('asked without a hash');
    return reply;
  }

  private async *log(): AsyncIterable<LogCloudEvent> {
    let after = '0';
    for (;;) {
      const page = await this.ask<Replies['ledger.events']>('ledger.events', { after, limit: 1000 });
      yield* page.events;
      const last = page.events.at(-1);
      if (last === undefined || page.next === undefined) return;
      after = last.position;
    }
  }

  /** A request as any client in any language makes it: a subject, JSON in, JSON out. */
  private async ask<T>(verb: string, body: object = {}, agent?: string): Promise<T> {
    const subject = agent === undefined ? `marginalia.${verb}` : `marginalia.${verb}.${agent}`;
    const message = await this.nats.request(subject, JSON.stringify(body), { timeout: 120_000 });
    const reply = message.json<T & { code?: string; detail?: string }>();
    if (message.headers?.get('Nats-Service-Error-Code')) throw new Error(`${verb}: ${reply.code} ${reply.detail}`);
    return reply;
  }
}

function countsOf(rounds: RoundView[]): Pick<DemoResult, 'rounds' | 'proposed' | 'accepted' | 'rejected'> {
  const rejected: Record<string, number> = {};
  let accepted = 0;
  let proposed = 0;
  for (const candidate of rounds.flatMap((round) => round.candidates)) {
    proposed += 1;
    if (candidate.outcome === 'accepted') accepted += 1;
    else rejected[candidate.reason ?? candidate.outcome] = (rejected[candidate.reason ?? candidate.outcome] ?? 0) + 1;
  }
  return { rounds: rounds.length, proposed, accepted, rejected };
}

/** Reasons of the demo in words. */
const MEANINGS: Record<string, string> = {
  adds_limit: 'at most two new notes a round and skill; it waits for the next',
  too_wide: 'the message has many causes, so a note would be too wide',
  transient_failure: 'one outage is no condition',
  points_at_task: 'holds for this task only',
};
const meaning = (reason: string | null): string => (reason === null ? '' : `: ${MEANINGS[reason] ?? reason}`);

/** What made a job worth reading: failed calls with the first line of their output, and a person's words. */
function notable({ items }: JobReport): string[] {
  return items.flatMap((item, index) => {
    if (item.type === 'message' && index > 0) return [`a person: ${item.text}`];
    if (item.type !== 'command' || item.exitCode === 0) return [];
    return [`$ ${item.command}  → exit ${item.exitCode}  ${item.output.split('\n')[0] ?? ''}`];
  });
}

const indent = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `  | ${line}`)
    .join('\n');
const yes = (value: boolean): string => (value ? 'yes' : 'NO');
