import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Configuration } from './configuration/configuration.js';
import { Database } from './database/database.js';
import { HealthController, Readiness } from './http/health.controller.js';
import { OverloadMonitor } from './http/load-shedding.middleware.js';
import { Quotas } from './http/quotas.js';
import { UploadReceiver } from './http/upload.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { ServiceMetrics } from './metrics/service-metrics.js';
import { EgressClient } from './egress/egress-client.js';
import { createEgressClient } from './egress/create-egress-client.js';
import { RetentionRegistry } from './retention/retention-registry.js';
import { TracingLifecycle } from './tracing/tracing-lifecycle.js';
import { BlobStore } from './storage/blob-store.js';
import { createBlobStore } from './storage/create-blob-store.js';

/** Technical infrastructure for every module. */
@Global()
@Module({})
export class PlatformModule {
  /** @param sessions see `Database` */
  static forRoot(configuration: Configuration, sessions: DataSource | null = null): DynamicModule {
    return {
      module: PlatformModule,
      controllers: [HealthController, MetricsController],
      providers: [
        { provide: Configuration, useValue: configuration },
        { provide: EgressClient, useValue: createEgressClient(configuration) },
        {
          provide: Database,
          useFactory: (dataSource: DataSource) => new Database(dataSource, sessions),
          inject: [DataSource],
        },
        Readiness,
        {
          provide: BlobStore,
          useFactory: (database: Database) => createBlobStore(configuration, database),
          inject: [Database],
        },
        UploadReceiver,
        ServiceMetrics,
        OverloadMonitor,
        Quotas,
        RetentionRegistry,
        TracingLifecycle,
      ],
      exports: [
        Configuration,
        Database,
        Readiness,
        BlobStore,
        UploadReceiver,
        EgressClient,
        ServiceMetrics,
        Quotas,
        RetentionRegistry,
      ],
    };
  }

  constructor(database: Database, readiness: Readiness) {
    readiness.register('database', () =>
      database.transaction('system', async (sql) => void (await sql.query('SELECT 1'))),
    );
  }
}
