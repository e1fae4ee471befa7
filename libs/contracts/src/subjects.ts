/** Every subject starts with `marginalia.`, or with `<prefix>.marginalia.` where deployments share one NATS. */
export class Subjects {
  private readonly root: string;

  /** @param prefix one or more subject tokens without a trailing dot, or empty. */
  constructor(readonly prefix = '') {
    this.root = prefix === '' ? 'marginalia' : `${prefix}.marginalia`;
  }

  /** Short form of a verb, for services and for the local start. */
  verb(verb: string, agent?: string): string {
    return agent === undefined ? `${this.root}.${verb}` : `${this.root}.${verb}.${agent}`;
  }

  /** The form a credential speaks: its permissions pin the token, so the receiver knows who asks. */
  as(credential: string, verb: string, agent?: string): string {
    return this.verb(`as.${credential}.${verb}`, agent);
  }

  /**
   * Splits a subject of ours into its verb, credential and agent. `perAgent` says whether the last token is an agent.
   * Undefined when it is none of ours.
   */
  parse(subject: string, perAgent: boolean): { verb: string; credential?: string; agent?: string } | undefined {
    if (!subject.startsWith(`${this.root}.`)) return undefined;
    const tokens = subject.slice(this.root.length + 1).split('.');
    const credential = tokens[0] === 'as' ? tokens.splice(0, 2)[1] : undefined;
    const agent = perAgent ? tokens.pop() : undefined;
    return {
      verb: tokens.join('.'),
      ...(credential !== undefined && { credential }),
      ...(agent !== undefined && { agent }),
    };
  }

  /** Subject of a log event: `marginalia.log.<stream tokens>.<type>`. */
  log(stream: string, type: string): string {
    return `${this.root}.log.${stream.replaceAll('/', '.')}.${type.slice(type.indexOf('.') + 1)}`;
  }

  get jobsFinished(): string[] {
    return [this.verb('jobs.finished', '*'), this.as('*', 'jobs.finished', '*')];
  }

  /** Core subject on which the simulated clock is announced. */
  get clock(): string {
    return this.verb('clock.changed');
  }

  /** JetStream names carry the prefix too, so that deployments do not share a stream. */
  stream(name: StreamName): string {
    return this.prefix === '' ? name : `${this.prefix.replaceAll('.', '_').toUpperCase()}_${name}`;
  }
}

export const STREAM_NAMES = [
  'MARGINALIA_JOBS',
  'MARGINALIA_LOG',
  'MARGINALIA_WORK',
  'MARGINALIA_DEADLETTERS',
  'MARGINALIA_HEADS',
] as const;
export type StreamName = (typeof STREAM_NAMES)[number];
