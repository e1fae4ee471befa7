import 'reflect-metadata';
import { bootstrapApp, environment, readConfig } from '#platform';
import { DeliveryModule } from '../../delivery/src/delivery.module.js';
import { IngestionModule } from '../../ingestion/src/ingestion.module.js';
import { LedgerConfig } from '../../ledger/src/ledger.config.js';
import { LedgerModule } from '../../ledger/src/ledger.module.js';
import { ReflectionModule } from '../../reflection/src/reflection.module.js';
import { allMigrations } from './provisioning.js';

const config = readConfig(LedgerConfig, { MARGINALIA_CREDENTIAL: 'svc-standalone', ...environment() });
await bootstrapApp({
  modules: [
    LedgerModule.forRoot({ clock: config.clock, clockStart: config.clockStart }),
    IngestionModule,
    ReflectionModule,
    DeliveryModule,
  ],
  config,
  migrations: allMigrations,
  http: { host: config.httpHost, port: config.httpPort },
  handleSignals: true,
});
