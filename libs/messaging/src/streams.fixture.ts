import { Logger } from '@nestjs/common';
import { testNats } from '#testing';
import { Bus, provision, type StreamSizes } from './index.js';

const MIB = 1024 * 1024;
/** The run's server is shared, and JetStream reserves what streams may take. */
export const SMALL: StreamSizes = { MARGINALIA_JOBS: MIB, MARGINALIA_WORK: MIB, MARGINALIA_DEADLETTERS: MIB };

/** A provisioned deployment of its own, without anything that serves it. */
export async function provisionedBus(): Promise<Bus> {
  Logger.overrideLogger(false);
  const { url, prefix } = testNats();
  const bus = await Bus.connect({ url, name: 'spec', credential: 'svc-spec', prefix });
  await provision(bus, SMALL);
  return bus;
}

/** Another connection to the same deployment. */
export const besideBus = ({ subjects }: Bus): Promise<Bus> =>
  Bus.connect({ url: testNats().url, name: 'beside', credential: 'svc-beside', prefix: subjects.prefix });

export async function removeStreams(bus: Bus): Promise<void> {
  const manager = await bus.manager();
  for await (const name of manager.streams.names(`${bus.subjects.prefix}.>`)) await manager.streams.delete(name);
  await bus.close();
}
