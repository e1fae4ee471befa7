import { Injectable } from '@nestjs/common';
import { headers, type MsgHdrs } from 'nats';
import type { LogCloudEvent } from '#contracts';
import { Bus } from './bus.js';
import { found, provisionStream } from './provision.js';
import { declaredStreams } from './streams.js';

export const POSITION_HEADER = 'Marginalia-Position';
const VERSION_HEADER = 'Marginalia-Stream-Version';
const TYPE = /^marginalia\.(.+)\.v\d+$/;

/** Copies the log to `MARGINALIA_LOG`; for the ledger's relay only. */
@Injectable()
export class LogPublisher {
  constructor(private readonly bus: Bus) {}

  private get stream(): string {
    return this.bus.subjects.stream('MARGINALIA_LOG');
  }

  /**
   * Publishes in the order given and waits for all acknowledgements. Repeating events is harmless.
   * @throws when one was not acknowledged: publish again from {@link tail}
   */
  async publish(events: LogCloudEvent[]): Promise<void> {
    const { jetstream, subjects } = this.bus;
    await Promise.all(
      events.map((event) =>
        jetstream.publish(subjects.log(event.subject, logType(event.type)), JSON.stringify(event), {
          msgID: `${event.epoch}:${event.position}`,
          headers: headersOf(event),
          expect: { streamName: this.stream },
        }),
      ),
    );
  }

  /** Position of the last message; undefined while the stream holds none or is missing. */
  async tail(): Promise<string | undefined> {
    const manager = await this.bus.manager();
    const last = await found(
      manager.streams.getMessage(this.stream, { last_by_subj: this.bus.subjects.verb('log.>') }),
    );
    const position = last?.header.get(POSITION_HEADER);
    return position === '' ? undefined : position;
  }

  /** Makes the stream anew and empty. Purging would not do: its duplicate window swallows what is published again. */
  async recreate(): Promise<void> {
    const manager = await this.bus.manager();
    await found(manager.streams.delete(this.stream));
    const declared = declaredStreams(this.bus.subjects).find(({ name }) => name === this.stream)!;
    await provisionStream(manager, declared);
  }
}

function logType(type: string): string {
  const known = TYPE.exec(type)?.[1];
  if (known === undefined) throw new Error(`${type} is no type of the log.`);
  return known;
}

function headersOf(event: LogCloudEvent): MsgHdrs {
  const all = headers();
  all.set('Content-Type', 'application/cloudevents+json');
  all.set(POSITION_HEADER, event.position);
  all.set(VERSION_HEADER, event.streamversion);
  return all;
}
