import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions, sessionSource } from './data-source.js';
import type { Configuration } from './platform/configuration/configuration.js';
import { AlarmsModule } from './alarms/alarms.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { IdentitiesModule } from './identities/identities.module.js';
import { JobsModule } from './jobs/jobs.module.js';
import { OrganizationsModule } from './organizations/organizations.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { SecurityModule } from './platform/security/security.module.js';
import { MonitoringModule } from './monitoring/monitoring.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { SbomsModule } from './sboms/sboms.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { ScoresModule } from './scores/scores.module.js';

/** The root module. The roles of a process decide what it does. */
@Module({})
export class AppModule {
  static forRoot(configuration: Configuration, databaseUrl: string): DynamicModule {
    const { pool, poolerUrl } = configuration.database;
    return {
      module: AppModule,
      imports: [
        TypeOrmModule.forRoot({
          ...(poolerUrl === '' ? dataSourceOptions(databaseUrl, pool) : dataSourceOptions(poolerUrl, pool, 'pooled')),
          retryAttempts: 0,
        }),
        PlatformModule.forRoot(configuration, poolerUrl === '' ? null : sessionSource(databaseUrl, pool)),
        SecurityModule,
        OrganizationsModule,
        IdentitiesModule,
        JobsModule.forRoot(configuration, databaseUrl),
        WebhooksModule,
        AlarmsModule,
        CatalogModule,
        ScoresModule,
        SbomsModule,
        ProjectsModule,
        MonitoringModule,
        RetentionModule,
      ],
    };
  }
}
