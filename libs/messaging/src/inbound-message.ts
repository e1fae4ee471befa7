import type { JsMsg } from 'nats';

/** A message of a stream, as a handler sees it. */
export class InboundMessage {
  constructor(private readonly message: JsMsg) {}

  get subject(): string {
    return this.message.subject;
  }

  get data(): Uint8Array {
    return this.message.data;
  }

  /** Place in its stream. */
  get sequence(): number {
    return this.message.seq;
  }

  /** From 1; above, an earlier delivery was not acknowledged. */
  get deliveries(): number {
    return this.message.info.deliveryCount;
  }

  /** When the server took it. */
  get receivedAt(): Date {
    return new Date(this.message.info.timestampNanos / 1_000_000);
  }

  /** Names in any case. */
  header(name: string): string | undefined {
    const known = this.message.headers?.keys().find((key) => key.toLowerCase() === name.toLowerCase());
    return known === undefined ? undefined : this.message.headers?.get(known);
  }
}
