import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { isAgent, problem, problemOf, type Credential, type Problem } from '#contracts';
import { Bus, Configuration, INTAKE_CONSUMER, PullConsumer, type InboundMessage, type Outcome } from '#messaging';
import { DeadLetters, type DeadLetterBody } from '../deadletters/dead-letters.js';
import { Intake, mayReport, type Submission } from './intake.js';
import { IntakeLimits } from './intake-limits.js';
import { RateLimiter } from './rate-limiter.js';

const STREAM = 'MARGINALIA_JOBS';
/** Name by which unproven reports on short subjects are counted when there is no local start. */
const NOBODY = 'nobody';
/** Headers that say how a body is to be read. */
const READ_HEADERS = ['content-type', 'content-encoding', 'ce-type', 'ce-specversion', 'ce-id', 'ce-source'];

/** Takes reports from the stream of jobs; acknowledged after commit, refused ones after their dead letter is written. */
@Injectable()
export class JobsConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly consumer: PullConsumer;
  private readonly limiter: RateLimiter;
  /** What reading showed of refused messages, by place in the stream, until their dead letter is written. */
  private readonly refused = new Map<number, DeadLetterBody>();

  constructor(
    private readonly bus: Bus,
    private readonly configuration: Configuration,
    private readonly intake: Intake,
    private readonly deadLetters: DeadLetters,
    limits: IntakeLimits,
  ) {
    this.limiter = new RateLimiter(limits);
    this.consumer = new PullConsumer(bus, {
      ...INTAKE_CONSUMER,
      handle: (messages) => this.handle(messages),
      recordDeadLetter: (message, reason) => this.recordDeadLetter(message, reason),
    });
  }

  onApplicationBootstrap(): void {
    // Nothing is judged before settings and credentials are known.
    void this.configuration.ready.then(() => this.consumer.start());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.consumer.stop();
  }

  private async handle(messages: InboundMessage[]): Promise<Outcome[]> {
    const admitted: { index: number; submission: Submission }[] = [];
    const outcomes: Outcome[] = [];
    for (const [index, message] of messages.entries()) {
      const submission = await this.submission(message);
      const retryAfterMs = this.limiter.delayMs(submission.credential.id);
      if (retryAfterMs > 0) outcomes[index] = { retryAfterMs };
      else admitted.push({ index, submission });
    }
    const taken = await this.intake.takeAll(admitted.map(({ submission }) => submission));
    for (const [place, { index }] of admitted.entries()) {
      const report = taken[place]!;
      if (report.status === 'refused') {
        const { problem: reason, agent, jobId, body } = report;
        this.refused.set(messages[index]!.sequence, { agent, jobId, body });
        outcomes[index] = { deadLetter: reason };
      } else outcomes[index] = 'ack';
    }
    return outcomes;
  }

  private async submission(message: InboundMessage): Promise<Submission> {
    const { credential, agent = '' } = this.placeOf(message);
    const headers = READ_HEADERS.flatMap((name): [string, string][] => {
      const value = message.header(name);
      return value === undefined ? [] : [[name, value]];
    });
    return {
      bytes: message.data,
      headers: Object.fromEntries(headers),
      credential: await this.credentialOf(credential, agent),
      agent,
    };
  }

  private async credentialOf(
    id: string | undefined,
    agent: string,
  ): Promise<Credential | { id: string; refused: Problem }> {
    try {
      const { credential } = await this.configuration.authenticate(id);
      const refused = isAgent(agent) ? mayReport(credential, agent) : problem('invalid_agent');
      return refused === undefined ? credential : { id: credential.id, refused };
    } catch (error) {
      const refused = problemOf(error);
      // A ledger that is away refuses nobody: the message comes again.
      if (refused === undefined || refused.status === 503) throw error;
      return { id: id ?? NOBODY, refused };
    }
  }

  private async recordDeadLetter(message: InboundMessage, reason: Problem): Promise<string | undefined> {
    const { credential, agent } = this.placeOf(message);
    const known = this.refused.get(message.sequence) ?? {};
    await this.deadLetters.record({
      stream: STREAM,
      sequence: message.sequence,
      subject: message.subject,
      credential: credential ?? null,
      bytes: message.data,
      receivedAt: message.receivedAt,
      problem: reason,
      ...known,
      agent: known.agent ?? agent,
    });
    this.refused.delete(message.sequence);
    return known.body;
  }

  private placeOf({ subject }: InboundMessage): { credential?: string; agent?: string } {
    return this.bus.subjects.parse(subject, true) ?? {};
  }
}
