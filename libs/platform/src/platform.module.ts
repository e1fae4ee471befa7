import { Module, type DynamicModule } from '@nestjs/common';
import { AppConfig } from './config/app.config.js';
import { Database } from './database/database.js';
import { HealthChecks } from './health.js';
import { Authenticator } from './http/authenticator.js';
import { HttpRoutes } from './http/http-routes.js';
import { HttpServer } from './http/http-server.js';
import { Metrics } from './metrics.js';

/** What every module of the process may ask for. The config stands under `AppConfig` and under its own class. */
@Module({})
export class PlatformModule {
  static forRoot(config: AppConfig, database: Database): DynamicModule {
    const providers = [
      { provide: AppConfig, useValue: config },
      ...(config.constructor === AppConfig ? [] : [{ provide: config.constructor, useValue: config }]),
      { provide: Database, useValue: database },
      Authenticator,
      HealthChecks,
      HttpRoutes,
      HttpServer,
      Metrics,
    ];
    return { module: PlatformModule, global: true, providers, exports: providers };
  }
}
