import { Injectable } from '@nestjs/common';
import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { NatsError, ErrorCode, type Service, type ServiceMsg } from 'nats';
import { operation, OPERATIONS, Refusal, verbOf, type AppName, type OperationName, type Problem } from '#contracts';
import { decodeBody } from './body.js';
import { Bus } from './bus.js';
import { OperationDispatcher } from './operation-dispatcher.js';

const VERSION = '0.1.0';
/** Replies go below an inbox only: elsewhere, our own rights would carry what the asker may not say. */
const INBOX = '_INBOX.';

/**
 * Serves every handled operation by the NATS services protocol, one service per app, its instances in one queue group.
 * Each verb listens on its short subject and on the one that names the credential.
 */
@Injectable()
export class NatsOperationsServer extends Server implements CustomTransportStrategy {
  private readonly services: Service[] = [];
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly bus: Bus,
    private readonly dispatcher: OperationDispatcher,
  ) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    this.serve().then(() => callback(), callback);
  }

  /** Takes no more requests, ends long polls, and waits for the answers under way. */
  async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
    this.stopping.abort();
    await Promise.all(this.running);
  }

  on(): void {}

  unwrap<T>(): T {
    return this.bus.connection as T;
  }

  private async serve(): Promise<void> {
    const apps = new Map<AppName, OperationName[]>();
    for (const [pattern, handler] of this.messageHandlers) {
      if (!Object.hasOwn(OPERATIONS, pattern)) throw new Error(`No operation is named ${pattern}.`);
      const name = pattern as OperationName;
      this.dispatcher.register(name, handler);
      const { app } = operation(name);
      apps.set(app, [...(apps.get(app) ?? []), name]);
    }
    for (const [app, names] of apps) await this.serveApp(app, names);
    // The server knows the subscriptions when it has answered: from then on nobody gets "no responders".
    await this.bus.connection.flush();
  }

  private async serveApp(app: AppName, names: OperationName[]): Promise<void> {
    const service = await this.bus.connection.services.add({
      name: `marginalia-${app}`,
      version: VERSION,
      description: `Marginalia ${app}`,
      queue: app,
    });
    this.services.push(service);
    const { subjects } = this.bus;
    for (const name of names) {
      const { perAgent, summary } = operation(name);
      const agent = perAgent ? '*' : undefined;
      const handler = (error: Error | null, message: ServiceMsg): void => {
        if (error === null) this.track(this.answer(name, message));
      };
      const endpoint = { handler, metadata: { summary } };
      const token = name.replaceAll('.', '-');
      service.addEndpoint(token, { ...endpoint, subject: subjects.verb(verbOf(name), agent) });
      service.addEndpoint(`${token}-as`, { ...endpoint, subject: subjects.as('*', verbOf(name), agent) });
    }
  }

  private track(answer: Promise<void>): void {
    this.running.add(answer);
    void answer.finally(() => this.running.delete(answer));
  }

  /** Never rejects: a request that cannot be answered is logged. */
  private async answer(name: OperationName, message: ServiceMsg): Promise<void> {
    if (!message.reply?.startsWith(INBOX)) {
      this.logger.warn(`${message.subject} asked for an answer outside of ${INBOX}`);
      return;
    }
    try {
      const place = this.bus.subjects.parse(message.subject, operation(name).perAgent);
      if (place === undefined) throw new Refusal('not_found');
      const reply = await this.dispatcher.dispatch({
        operation: name,
        agent: place.agent,
        credential: place.credential,
        body: decodeBody(message.data),
        header: (header) => headerOf(message, header),
        signal: this.stopping.signal,
      });
      respond(message, reply);
    } catch (error) {
      this.refuse(message, this.dispatcher.problemFor(error, { operation: name }));
    }
  }

  private refuse(message: ServiceMsg, problem: Problem): void {
    try {
      message.respondError(problem.status, `${problem.code}: ${problem.title}`, Buffer.from(JSON.stringify(problem)));
    } catch (error) {
      this.logger.warn(`no way to answer ${message.subject}: ${String(error)}`);
    }
  }
}

function respond(message: ServiceMsg, reply: object): void {
  try {
    message.respond(Buffer.from(JSON.stringify(reply)));
  } catch (error) {
    if ((error as NatsError).code !== (ErrorCode.MaxPayloadExceeded as string)) throw error;
    throw new Refusal(
      'payload_too_large',
      'The answer is larger than the bus carries; ask for a smaller page, or by HTTP.',
    );
  }
}

function headerOf(message: ServiceMsg, name: string): string | undefined {
  const known = message.headers?.keys().find((key) => key.toLowerCase() === name.toLowerCase());
  return known === undefined ? undefined : message.headers?.get(known);
}
