import { Module } from '@nestjs/common';
import { CatalogController } from './catalog.controller.js';
import { CatalogService } from './catalog.service.js';
import { CatalogLoader } from './catalog-loader.js';
import { CatalogScheduler } from './catalog.scheduler.js';
import { CatalogSync } from './catalog-sync.js';
import { CoverageNotice } from './coverage-notice.js';
import { LiveCatalog } from './live/live-catalog.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';
import { maxLookupTtlDays } from './live/lookups.repository.js';
import { SyncSourcesHandler } from './sync-sources.handler.js';

/** Packages, products and repositories of the world, their links and advisories. */
@Module({
  controllers: [CatalogController],
  providers: [
    CatalogService,
    LiveCatalog,
    CatalogLoader,
    CatalogSync,
    CatalogScheduler,
    CoverageNotice,
    SyncSourcesHandler,
  ],
  exports: [CatalogLoader, LiveCatalog],
})
export class CatalogModule {
  constructor(retention: RetentionRegistry) {
    retention.register({
      name: 'answers of live sources',
      table: 'catalog_lookups',
      days: maxLookupTtlDays,
      expired: 't.observed_at < $before',
    });
  }
}
