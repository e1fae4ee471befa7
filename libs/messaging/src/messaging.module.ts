import { Module, type DynamicModule } from '@nestjs/common';
import { Subjects } from '#contracts';
import { Bus } from './bus.js';
import { Configuration } from './configuration.js';
import { LogFollower } from './log-follower.js';
import { LogPublisher } from './log-publisher.js';
import { MessagingOptions } from './messaging.options.js';
import { OperationDispatcher } from './operation-dispatcher.js';
import { NatsOperationsServer } from './operations.server.js';
import { ServiceClient } from './service-client.js';

const shared = [ServiceClient, Configuration, OperationDispatcher, NatsOperationsServer, LogFollower, LogPublisher];

/** One connection to the bus for the process, and everything that speaks over it, in every module. */
@Module({})
export class MessagingModule {
  static forRoot(bus: Bus, options: MessagingOptions): DynamicModule {
    const providers = [
      { provide: Bus, useValue: bus },
      { provide: Subjects, useValue: bus.subjects },
      { provide: MessagingOptions, useValue: options },
      ...shared,
    ];
    return { module: MessagingModule, global: true, providers, exports: providers };
  }
}
