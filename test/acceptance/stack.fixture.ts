import { randomUUID } from 'node:crypto';
import { testDatabase, testNats, eventually } from '#testing';
import { Bus, provision, type StreamSizes } from '#messaging';
import { STREAM_NAMES, type JobReport, type Replies } from '#contracts';
import { startStandalone, type RunningStandalone } from '../../apps/standalone/src/standalone.js';
import { migrateAll } from '../../apps/standalone/src/provisioning.js';
import { localCredentials } from '../../apps/cli/src/stack/local-credentials.js';

export const START = '2026-11-20T12:00:00.000Z';

/** Small, since JetStream reserves what streams may take, and many tests share one server. */
const SIZES: StreamSizes = {
  MARGINALIA_JOBS: 32 * 1024 * 1024,
  MARGINALIA_WORK: 1024 * 1024,
  MARGINALIA_DEADLETTERS: 8 * 1024 * 1024,
};

/** A refusal as it came over the wire. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly body: { detail: string; errors?: { path: string; reason: string }[]; conflictsWith?: string },
  ) {
    super(`${code}: ${body.detail}`);
  }
}

/** All services on a database and a subject prefix of their own, asked as a client in any language would. */
export class TestStack {
  private constructor(
    readonly standalone: RunningStandalone,
    private readonly bus: Bus,
    readonly databaseUrl: string,
    readonly natsUrl: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start({ clock = 'simulated' }: { clock?: 'simulated' | 'system' } = {}): Promise<TestStack> {
    const database = await testDatabase();
    const { url, prefix } = testNats();
    await migrateAll(database.url);
    const bus = await Bus.connect({ url, name: 'test', credential: 'test', prefix });
    await provision(bus, SIZES);
    const standalone = await startAgain(database.url, url, prefix, clock);
    return new TestStack(standalone, bus, database.url, url, database.drop);
  }

  async stop(): Promise<void> {
    await this.standalone.close();
    const manager = await this.bus.manager();
    for (const name of STREAM_NAMES) await manager.streams.delete(this.bus.subjects.stream(name));
    await this.bus.close();
    await this.drop();
  }

  /** Asks on NATS; `as` names a credential, else the short subject. @throws Refused */
  async ask<T>(
    verb: string,
    body: object | string = {},
    { agent, as }: { agent?: string; as?: string } = {},
  ): Promise<T> {
    const { subjects, connection } = this.bus;
    const subject = as === undefined ? subjects.verb(verb, agent) : subjects.as(as, verb, agent);
    const payload = typeof body === 'string' ? body : JSON.stringify(body);
    const message = await connection.request(subject, payload, { timeout: 60_000 });
    const reply = message.json<T & Refused['body'] & { code: string }>();
    if (message.headers?.get('Nats-Service-Error-Code')) throw new Refused(reply.code, reply);
    return reply;
  }

  /** Asks over HTTP with the token of a local role. */
  async http(
    method: string,
    path: string,
    { role = 'operator', body, headers = {} }: { role?: string; body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    return fetch(`${this.standalone.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer mrg.${role}.secret-of-${role}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  async publish(report: Partial<JobReport> & { agent: string }, { as }: { as?: string } = {}): Promise<void> {
    const { subjects, connection } = this.bus;
    const subject =
      as === undefined ? subjects.verb('jobs.finished', report.agent) : subjects.as(as, 'jobs.finished', report.agent);
    await connection.request(subject, JSON.stringify(report), { timeout: 10_000 });
  }

  async recorded(agent: string, jobId: string): Promise<void> {
    await eventually(
      async () => {
        const { status } = await this.ask<Replies['jobs.status']>('jobs.status', { jobId }, { agent });
        if (status !== 'recorded' && status !== 'repeat') throw new Error(`${jobId} is ${status}`);
      },
      { timeoutMs: 20_000 },
    );
  }

  publishSkill(
    skill: string,
    text = `# ${skill}\n\nOne step at a time.\n`,
  ): Promise<Replies['ledger.catalog.publish']> {
    const content = `---\nname: ${skill}\ndescription: Work with ${skill}.\n---\n\n${text}`;
    return this.ask('ledger.catalog.publish', { skill, files: [{ path: 'SKILL.md', content }] });
  }

  view(
    agent: string,
    skill: string,
    minPosition?: string,
  ): Promise<Extract<Replies['delivery.view'], { content: string }>> {
    return this.ask('delivery.view', { skill, minPosition }, { agent });
  }
}

function startAgain(
  databaseUrl: string,
  natsUrl: string,
  subjectPrefix: string,
  clock: 'simulated' | 'system',
): Promise<RunningStandalone> {
  return startStandalone({
    databaseUrl,
    natsUrl,
    subjectPrefix,
    httpHost: '127.0.0.1',
    httpPort: 0,
    clock,
    clockStart: clock === 'simulated' ? START : undefined,
    production: false,
    allowShortSubjects: true,
    logLevel: 'silent',
    credentials: localCredentials().map((credential) => ({ ...credential, secret: `secret-of-${credential.id}` })),
  });
}

/** A report with one failed call and what got past it. */
export function failedJob(agent: string, jobId: string, more: Partial<JobReport> = {}): JobReport {
  const at = (ms: number): string => new Date(Date.parse(START) - 3_600_000 + ms).toISOString();
  return {
    jobId,
    agent,
    status: 'succeeded',
    title: `Task of ${jobId}`,
    task: `Do the task of ${jobId}`,
    startedAt: at(0),
    finishedAt: at(1_000),
    skills: ['bash'],
    items: [
      { type: 'message', role: 'user', text: `Do the task of ${jobId}` },
      {
        type: 'command',
        command: 'sudo apt-get update',
        exitCode: 127,
        output: 'bash: line 1: sudo: command not found',
      },
      { type: 'command', command: 'apt-get update', exitCode: 0, output: 'Reading package lists... Done' },
    ],
    ...more,
  };
}

/** A proposal with a bundle of its own: two jobs of different origin that failed. */
export function proposalOf(
  skill: string,
  content: string,
  { jobs = ['e1', 'e2'], callClass = 'fault', kind = 'condition' } = {},
) {
  return {
    roundId: randomUUID(),
    bundle: jobs.map((jobId) => ({
      jobId,
      finishedAt: START,
      origin: `origin-${jobId}`,
      calls: [{ item: 1, class: callClass, digest: `digest-of-${jobId}` }],
      humanMessages: [],
    })),
    proposals: [{ skill, kind, content, evidence: jobs.map((jobId) => ({ jobId, item: 1 })) }],
  };
}
