import 'reflect-metadata';
import { bootstrapApp, environment, readConfig } from '#platform';
import { LedgerConfig } from './ledger.config.js';
import { ledgerMigrations } from './ledger.migrations.js';
import { LedgerModule } from './ledger.module.js';

const config = readConfig(LedgerConfig, { MARGINALIA_CREDENTIAL: 'svc-ledger', ...environment() });
await bootstrapApp({
  modules: [LedgerModule.forRoot({ clock: config.clock, clockStart: config.clockStart })],
  config,
  migrations: ledgerMigrations,
  http: { host: config.httpHost, port: config.httpPort },
  handleSignals: true,
});
