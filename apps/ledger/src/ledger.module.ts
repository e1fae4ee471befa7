import { Module, type DynamicModule } from '@nestjs/common';
import type { Pool } from 'pg';
import { BlobStore, EventStore, SignedHeadStore } from '#event-store';
import { Database, poolProvider } from '#platform';
import { Credentials } from './access/credentials.service.js';
import { TokensHandlers } from './access/tokens.handlers.js';
import { AsOfHandlers } from './audit/as-of.handlers.js';
import { EventsHandlers } from './audit/events.handlers.js';
import { ExportRoutes } from './audit/export.routes.js';
import { StreamRoutes } from './audit/stream.routes.js';
import { CatalogHandlers } from './catalog/catalog.handlers.js';
import { ClockHandlers } from './clock/clock.handlers.js';
import { Attestations } from './commands/attestations.service.js';
import { CommandResults } from './commands/command-results.js';
import { CommandRunner } from './commands/command-runner.js';
import { ConfigurationHandlers } from './commands/configuration.handlers.js';
import { LedgerClock } from './commands/ledger-clock.js';
import { LedgerStates } from './commands/ledger-states.js';
import { MachineHandlers } from './commands/machine.handlers.js';
import { PeopleHandlers } from './commands/people.handlers.js';
import { HealthHandlers } from './health/health.handlers.js';
import { LedgerOptions } from './ledger.options.js';
import { LedgerStart } from './ledger.start.js';
import { LEDGER_POOL, LEDGER_READ } from './ledger.tokens.js';
import { AgentEntity } from './readmodels/agent.entity.js';
import { AgentsHandlers } from './readmodels/agents.handlers.js';
import { CatalogViewsHandlers } from './readmodels/catalog-views.handlers.js';
import { LessonEntity } from './readmodels/lesson.entity.js';
import { LessonsHandlers } from './readmodels/lessons.handlers.js';
import { LogPositions } from './readmodels/log-positions.js';
import { ReadModels } from './readmodels/read-models.service.js';
import { SkillEntity } from './readmodels/skill.entity.js';
import { Relay } from './relay/relay.service.js';
import { SigningKey } from './relay/signing-key.js';
import { SettingsHandlers } from './settings/settings.handlers.js';

/** Connections: appends, LISTEN, read models, the relay's lock, and the reads of everything that is asked at once. */
const POOL_MAX = 16;

/** The ledger: the one log, who may write what to it, and what can be read from it. */
@Module({})
export class LedgerModule {
  static forRoot(options: Partial<LedgerOptions> = {}): DynamicModule {
    return {
      module: LedgerModule,
      controllers: [
        AgentsHandlers,
        AsOfHandlers,
        CatalogHandlers,
        CatalogViewsHandlers,
        ClockHandlers,
        ConfigurationHandlers,
        EventsHandlers,
        HealthHandlers,
        LessonsHandlers,
        MachineHandlers,
        PeopleHandlers,
        SettingsHandlers,
        TokensHandlers,
      ],
      providers: [
        poolProvider(LEDGER_POOL, { max: POOL_MAX }),
        {
          provide: LEDGER_READ,
          useFactory: (database: Database) =>
            database.dataSource({ schema: 'ledger_read', entities: [AgentEntity, LessonEntity, SkillEntity] }),
          inject: [Database],
        },
        ...[EventStore, BlobStore, SignedHeadStore].map((provide) => ({
          provide,
          useFactory: (pool: Pool) => new provide(pool),
          inject: [LEDGER_POOL],
        })),
        { provide: LedgerOptions, useValue: Object.assign(new LedgerOptions(), options) },
        Attestations,
        CommandResults,
        CommandRunner,
        Credentials,
        ExportRoutes,
        LedgerClock,
        LedgerStart,
        LedgerStates,
        LogPositions,
        ReadModels,
        Relay,
        SigningKey,
        StreamRoutes,
      ],
    };
  }
}
