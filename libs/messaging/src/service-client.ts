import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { ErrorCode, headers, type Msg, type NatsError } from 'nats';
import { ERRORS, Refusal, verbOf, type OperationName, type Problem, type Replies } from '#contracts';
import { Bus } from './bus.js';
import { decodeBody } from './body.js';
import { traceparent } from './trace.js';

export interface AskOptions {
  agent?: string;
  body?: object;
  /** Default 10 s. */
  timeoutMs?: number;
}

/** How long a verb that nobody serves is asked again: the other app may be starting. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 100;

/** Asks other apps, and our own, over NATS. */
@Injectable()
export class ServiceClient implements BeforeApplicationShutdown {
  private stopping = false;

  constructor(private readonly bus: Bus) {}

  /** From here on verbs served by this very process go away, and waiting for them would hold up the end. */
  beforeApplicationShutdown(): void {
    this.stopping = true;
  }

  /**
   * Answers the reply of the operation.
   * @throws Refusal with the problem of the other side; `unavailable` when nobody answers in time,
   *   `payload_too_large` when the body does not fit the bus
   */
  async ask<N extends OperationName>(name: N, options: AskOptions = {}): Promise<Replies[N]> {
    const message = await this.request(name, options);
    const reply = decodeBody(message.data);
    if (message.headers?.has('Nats-Service-Error-Code')) throw refusalOf(name, reply as unknown as Problem);
    return reply as Replies[N];
  }

  private async request(name: OperationName, { agent, body, timeoutMs = 10_000 }: AskOptions): Promise<Msg> {
    const subject = this.bus.subjects.as(this.bus.credential, verbOf(name), agent);
    const payload = body === undefined ? '' : JSON.stringify(body);
    const until = Date.now() + Math.min(PATIENCE_MS, timeoutMs);
    for (;;) {
      try {
        return await this.bus.connection.request(subject, payload, { timeout: timeoutMs, headers: tracing() });
      } catch (error) {
        const { code } = error as NatsError;
        if (code === (ErrorCode.MaxPayloadExceeded as string)) throw new Refusal('payload_too_large');
        if (code !== (ErrorCode.NoResponders as string) || this.stopping || Date.now() >= until) {
          throw new Refusal('unavailable', `${name} was not answered (${code || String(error)}).`);
        }
        await sleep(RETRY_MS);
      }
    }
  }
}

function tracing(): ReturnType<typeof headers> {
  const all = headers();
  const trace = traceparent();
  if (trace !== undefined) all.set('traceparent', trace);
  return all;
}

function refusalOf(name: OperationName, { code, detail, errors, conflictsWith, retryAfter }: Problem): Refusal {
  if (!Object.hasOwn(ERRORS, code)) return new Refusal('unavailable', `${name} was refused with an unknown code.`);
  return new Refusal(code, detail, {
    ...(errors && { errors }),
    ...(conflictsWith && { conflictsWith }),
    ...(retryAfter && { retryAfter }),
  });
}
