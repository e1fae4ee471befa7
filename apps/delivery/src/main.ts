import { AppConfig, bootstrapApp, environment, readConfig } from '#platform';
import { deliveryMigrations } from './delivery.migrations.js';
import { DeliveryModule } from './delivery.module.js';

const config = readConfig(AppConfig, { MARGINALIA_CREDENTIAL: 'svc-delivery', ...environment() });
await bootstrapApp({
  modules: [DeliveryModule],
  config,
  migrations: deliveryMigrations,
  http: { host: config.httpHost, port: config.httpPort },
  handleSignals: true,
});
