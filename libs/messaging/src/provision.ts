import type { JetStreamManager, NatsError } from 'nats';
import type { Bus } from './bus.js';
import {
  consumerConfig,
  DECLARED_CONSUMERS,
  declaredStreams,
  type DeclaredStream,
  type DurableOptions,
  type StreamSizes,
} from './streams.js';

/** Makes streams and durable consumers as declared, and brings existing ones to it. Messages stay. */
export async function provision(bus: Bus, sizes?: StreamSizes): Promise<void> {
  const manager = await bus.manager();
  for (const stream of declaredStreams(bus.subjects, sizes)) await provisionStream(manager, stream);
  for (const consumer of DECLARED_CONSUMERS) await provisionConsumer(bus, manager, consumer);
}

/** @throws an error that lists what is missing and names the command that makes it. */
export async function verify(bus: Bus): Promise<void> {
  const manager = await bus.manager();
  const faults: string[] = [];
  for (const { name, subjects } of declaredStreams(bus.subjects)) {
    const info = await found(manager.streams.info(name));
    if (info === undefined) faults.push(`stream ${name} is missing`);
    else if (!subjects.every((subject) => info.config.subjects.includes(subject))) {
      faults.push(`stream ${name} listens to ${info.config.subjects.join(', ')} instead of ${subjects.join(', ')}`);
    }
  }
  if (faults.length > 0) throw new Error(`NATS is not provisioned (${faults.join('; ')}). Run: marginalia provision`);
}

export async function provisionStream(manager: JetStreamManager, stream: DeclaredStream): Promise<void> {
  const exists = (await found(manager.streams.info(stream.name))) !== undefined;
  if (exists) await manager.streams.update(stream.name, stream);
  else await manager.streams.add(stream);
}

async function provisionConsumer(bus: Bus, manager: JetStreamManager, options: DurableOptions): Promise<void> {
  const stream = bus.subjects.stream(options.stream);
  const exists = (await found(manager.consumers.info(stream, options.durable))) !== undefined;
  if (exists) await manager.consumers.update(stream, options.durable, consumerConfig(options));
  else await manager.consumers.add(stream, consumerConfig(options));
}

/** Undefined for what the server does not have. */
export async function found<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if ((error as NatsError).api_error?.code === 404) return undefined;
    throw error;
  }
}
