import { Logger } from '@nestjs/common';
import { headers } from 'nats';
import type { Problem, StreamName } from '#contracts';
import type { Bus } from './bus.js';
import type { InboundMessage } from './inbound-message.js';

const logger = new Logger('DeadLetters');

/** Publishes the copy of a dead letter. A copy that cannot be published is only logged: the record is written already. */
export async function publishDeadLetter(
  bus: Bus,
  stream: StreamName,
  { message, problem, body }: { message: InboundMessage; problem: Problem; body: string | undefined },
): Promise<void> {
  const about = headers();
  about.set('Marginalia-Code', problem.code);
  about.set('Marginalia-Subject', message.subject);
  about.set('Marginalia-Sequence', String(message.sequence));
  try {
    await bus.jetstream.publish(bus.subjects.verb(`deadletters.${stream}`), body ?? '', { headers: about });
  } catch (error) {
    logger.warn(`the copy of a dead letter was not published: ${String(error)}`);
  }
}
