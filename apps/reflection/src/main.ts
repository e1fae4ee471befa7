import { AppConfig, bootstrapApp, environment, readConfig } from '#platform';
import { reflectionMigrations } from './reflection.migrations.js';
import { ReflectionModule } from './reflection.module.js';

const config = readConfig(AppConfig, { MARGINALIA_CREDENTIAL: 'svc-reflection', ...environment() });
await bootstrapApp({
  modules: [ReflectionModule],
  config,
  migrations: reflectionMigrations,
  http: { host: config.httpHost, port: config.httpPort },
  handleSignals: true,
});
