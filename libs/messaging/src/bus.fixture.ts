import 'reflect-metadata';
import { Controller, Logger, type INestMicroservice, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AsyncMicroserviceOptions } from '@nestjs/microservices';
import type { EventsRequest, KnownCredential, LogCloudEvent, Replies, SettingValue } from '#contracts';
import { Bus, Configuration, Handles, MessagingModule, NatsOperationsServer } from './index.js';
import type { Place } from './streams.fixture.js';

export const operator: KnownCredential = {
  id: 'olga',
  role: 'operator',
  agents: ['web*'],
  person: true,
  relaysPeople: false,
  reportsExposure: false,
  secretHash: '0'.repeat(64),
  revoked: false,
};

/** What the ledger would say; the specs of this lib change it. */
export class LedgerState {
  position = '0';
  settings: SettingValue[] = [];
  credentials: KnownCredential[] = [operator];
  clock: Replies['clock.get'] = { mode: 'system', now: '2026-01-01T00:00:00.000Z' };
  events: LogCloudEvent[] = [];
}

/** Answers the ledger's part of the bus from a {@link LedgerState}. */
export function ledgerOf(state: LedgerState): Type {
  @Controller()
  class LedgerHandlers {
    @Handles('ledger.configuration')
    configuration(): Replies['ledger.configuration'] {
      const { position, settings, credentials, clock } = state;
      return { position, settings, credentials, clock };
    }

    @Handles('ledger.events')
    page({ after, limit = 1_000 }: EventsRequest): Replies['ledger.events'] {
      const first = Number(after);
      return { events: state.events.slice(first, first + limit), head: String(state.events.length) };
    }

    @Handles('ledger.head')
    head(): Replies['ledger.head'] {
      return { position: String(state.events.length), chain: '', epoch: '1', signed: null, publicKey: '' };
    }
  }
  return LedgerHandlers;
}

export interface RunningBus {
  bus: Bus;
  app: INestMicroservice;
  close(): Promise<void>;
}

/** Serves the controllers under a prefix of their own and waits for the configuration. */
export async function startBus(
  { url, prefix }: Place,
  controllers: Type[],
  { allowShortSubjects = true } = {},
): Promise<RunningBus> {
  Logger.overrideLogger(false);
  const bus = await Bus.connect({ url, name: 'spec', credential: 'svc-spec', prefix });
  class Spec {}
  const messaging = MessagingModule.forRoot(bus, {
    natsUrl: '',
    credential: bus.credential,
    subjectPrefix: prefix,
    allowShortSubjects,
    production: false,
  });
  const app = await NestFactory.createMicroservice<AsyncMicroserviceOptions>(
    { module: Spec, imports: [messaging], controllers },
    {
      logger: false,
      abortOnError: false,
      inject: [NatsOperationsServer],
      useFactory: (strategy: NatsOperationsServer) => ({ strategy }),
    },
  );
  await app.listen();
  await app.get(Configuration).ready;
  const close = async (): Promise<void> => {
    await app.close();
    await bus.close();
  };
  return { bus, app, close };
}
