import { Logger } from '@nestjs/common';
import { Bus, provision, type StreamSizes } from './index.js';

/** A server, and the prefix of a deployment on it. */
export interface Place {
  url: string;
  prefix: string;
}

const MIB = 1024 * 1024;
/** The run's server is shared, and JetStream reserves what streams may take. */
export const SMALL: StreamSizes = { MARGINALIA_JOBS: MIB, MARGINALIA_WORK: MIB, MARGINALIA_DEADLETTERS: MIB };

/** A provisioned deployment of its own, without anything that serves it. */
export async function provisionedBus({ url, prefix }: Place): Promise<Bus> {
  Logger.overrideLogger(false);
  const bus = await Bus.connect({ url, name: 'spec', credential: 'svc-spec', prefix });
  await provision(bus, SMALL);
  return bus;
}

/** Another connection to the same deployment. */
export const besideBus = ({ url, prefix }: Place): Promise<Bus> =>
  Bus.connect({ url, name: 'beside', credential: 'svc-beside', prefix });

export async function removeStreams(bus: Bus): Promise<void> {
  const manager = await bus.manager();
  for await (const name of manager.streams.names(`${bus.subjects.prefix}.>`)) await manager.streams.delete(name);
  await bus.close();
}
