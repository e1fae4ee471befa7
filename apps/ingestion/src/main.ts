import { bootstrapApp, environment, readConfig } from '#platform';
import { IngestionConfig } from './ingestion.config.js';
import { ingestionMigrations } from './ingestion.migrations.js';
import { IngestionModule } from './ingestion.module.js';

const config = readConfig(IngestionConfig, { MARGINALIA_CREDENTIAL: 'svc-ingestion', ...environment() });
await bootstrapApp({
  modules: [IngestionModule],
  config,
  migrations: ingestionMigrations,
  http: { host: config.httpHost, port: config.httpPort },
  handleSignals: true,
});
