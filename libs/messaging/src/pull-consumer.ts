import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Consumer, ConsumerMessages, JsMsg, Subscription } from 'nats';
import type { Problem } from '#contracts';
import { backoffMs } from './backoff.js';
import type { Bus } from './bus.js';
import { InboundMessage } from './inbound-message.js';
import { found } from './provision.js';
import { publishDeadLetter } from './dead-letter.js';
import { consumerConfig, DEFAULT_ACK_WAIT_MS, type DurableOptions } from './streams.js';

/** What becomes of a message: done, again after a while, or never again, with the reason. */
export type Outcome = 'ack' | { retryAfterMs: number } | { deadLetter: Problem };

export interface PullConsumerOptions extends DurableOptions {
  /** Messages of one call of the handler at most. Default 100. */
  maxBatch?: number;
  /**
   * Handles a batch and says what becomes of each message, in order. A batch comes as soon as there is one message.
   * When it throws, all of the batch comes again after a growing pause.
   */
  handle(messages: InboundMessage[]): Promise<Outcome[]>;
  /**
   * Writes the record of a dead letter, before the message is given up, and answers the body that may be copied to the
   * stream of dead letters (redacted; undefined: none). When it throws, the message comes again.
   */
  recordDeadLetter(message: InboundMessage, problem: Problem): Promise<string | undefined>;
}

/** One request for messages stays open this long when nothing comes. */
const FETCH_MS = 10_000;

/** Takes messages from a durable consumer in batches, one batch at a time, at most `maxBatch` out in this process. */
export class PullConsumer {
  private readonly logger: Logger;
  private readonly maxBatch: number;
  private readonly waiting: JsMsg[] = [];
  private stopped = false;
  private fetching?: ConsumerMessages;
  private loop: Promise<void> = Promise.resolve();
  private wake: () => void = () => undefined;
  private readonly stopping = new AbortController();

  constructor(
    private readonly bus: Bus,
    private readonly options: PullConsumerOptions,
  ) {
    this.logger = new Logger(`${PullConsumer.name} ${options.durable}`);
    this.maxBatch = options.maxBatch ?? 100;
  }

  /** Returns at once; what is not there yet (stream, server) is waited for. */
  start(): void {
    this.loop = this.run();
  }

  /** Takes nothing new, finishes the batch in hand and gives the rest back. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.stopping.abort();
    if (this.fetching !== undefined) drain(this.fetching);
    this.wake();
    await this.loop;
  }

  private async run(): Promise<void> {
    for (let failures = 0; !this.stopped;) {
      try {
        const consumer = await this.bind();
        failures = 0;
        while (!this.stopped) await this.fetch(consumer);
      } catch (error) {
        failures++;
        this.logger.warn(`cannot take messages: ${String(error)}`);
        await sleep(backoffMs(failures, { firstMs: 200, mostMs: 5_000 }), undefined, {
          signal: this.stopping.signal,
        }).catch(() => undefined);
      }
    }
  }

  /** Finds the durable consumer, and makes it again when it is gone. */
  private async bind(): Promise<Consumer> {
    const stream = this.bus.subjects.stream(this.options.stream);
    const manager = await this.bus.manager();
    if ((await found(manager.consumers.info(stream, this.options.durable))) === undefined) {
      await manager.consumers.add(stream, consumerConfig(this.options));
    }
    return this.bus.jetstream.consumers.get(stream, this.options.durable);
  }

  /** One request for messages, handled in batches as they come in. @throws when the consumer or its stream is gone */
  private async fetch(consumer: Consumer): Promise<void> {
    const fetching = await consumer.fetch({ max_messages: this.maxBatch, expires: FETCH_MS });
    this.fetching = fetching;
    if (this.stopped) drain(fetching);
    let ended = false;
    const receiving = this.receive(fetching).finally(() => {
      ended = true;
      this.wake();
    });
    // It is awaited below, when what came before a failure has been handled.
    receiving.catch(() => undefined);
    const alive = setInterval(() => this.waiting.forEach((message) => message.working()), this.heartbeatMs).unref();
    try {
      for (;;) {
        // What arrived together is handled together.
        await setImmediate();
        if (this.waiting.length > 0 && !this.stopped) await this.handle(this.waiting.splice(0, this.maxBatch));
        else if (ended) break;
        else await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      clearInterval(alive);
      fetching.stop();
      for (const message of this.waiting.splice(0)) message.nak();
    }
    await receiving;
  }

  private async receive(fetching: ConsumerMessages): Promise<void> {
    for await (const message of fetching) {
      this.waiting.push(message);
      this.wake();
    }
  }

  /** What goes wrong makes the messages come again. */
  private async handle(batch: JsMsg[]): Promise<void> {
    const alive = setInterval(() => batch.forEach((message) => message.working()), this.heartbeatMs).unref();
    try {
      const outcomes = await this.options.handle(batch.map((message) => new InboundMessage(message)));
      for (const [index, message] of batch.entries()) await this.settle(message, outcomes[index]);
    } catch (error) {
      this.logger.error({ msg: 'a batch broke and comes again', err: error as Error });
      for (const message of batch) message.nak(backoffMs(message.info.deliveryCount));
    } finally {
      clearInterval(alive);
    }
  }

  private async settle(message: JsMsg, outcome: Outcome | undefined): Promise<void> {
    if (outcome === 'ack') message.ack();
    else if (outcome !== undefined && 'deadLetter' in outcome) await this.giveUp(message, outcome.deadLetter);
    else message.nak(outcome?.retryAfterMs ?? backoffMs(message.info.deliveryCount));
  }

  private async giveUp(message: JsMsg, problem: Problem): Promise<void> {
    const inbound = new InboundMessage(message);
    try {
      const body = await this.options.recordDeadLetter(inbound, problem);
      await publishDeadLetter(this.bus, this.options.stream, { message: inbound, problem, body });
    } catch (error) {
      this.logger.error({ msg: 'a dead letter could not be recorded; its message comes again', err: error as Error });
      message.nak(backoffMs(message.info.deliveryCount));
      return;
    }
    // No reason is given: a server before 2.10 takes a term with one for no term at all.
    message.term();
  }

  private get heartbeatMs(): number {
    return (this.options.ackWaitMs ?? DEFAULT_ACK_WAIT_MS) / 3;
  }
}

/**
 * Ends a request for messages but takes what is on its way, so that it can be given back at once. The client's own stop
 * drops that, and it would come again only after the ack wait.
 */
function drain(fetching: ConsumerMessages): void {
  const { sub } = fetching as unknown as { sub: Subscription };
  if (sub.isClosed() || sub.isDraining()) fetching.stop();
  else sub.drain().catch(() => fetching.stop());
}
