import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Configuration } from './configuration/configuration.js';
import { Database } from './database/database.js';
import { HealthController } from './http/health.controller.js';
import { Load } from './http/load.js';
import { Quotas } from './http/quotas.js';
import { Readiness } from './http/readiness.js';
import { Uploads } from './http/upload.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { Metrics } from './metrics/metrics.js';
import { OutsideClient } from './outside/outside-client.js';
import { openOutsideClient } from './outside/open-outside-client.js';
import { Retention } from './retention/retention.js';
import { Traces } from './tracing/traces.js';
import { BlobStore } from './storage/blob-store.js';

/** The technical ground, for every room. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(configuration: Configuration): DynamicModule {
    return {
      module: PlatformModule,
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: Configuration, useValue: configuration },
        { provide: OutsideClient, useValue: openOutsideClient(configuration) },
        ...[Database, Readiness, BlobStore, Uploads, Metrics, Load, Quotas, Retention, Traces],
      ],
      exports: [Configuration, Database, Readiness, BlobStore, Uploads, OutsideClient, Metrics, Quotas, Retention],
    };
  }

  constructor(database: Database, readiness: Readiness) {
    readiness.register('database', () =>
      database.transaction('system', async (sql) => void (await sql.query('SELECT 1'))),
    );
  }
}
