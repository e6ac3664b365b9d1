import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import { runMigrations } from 'bullmq';
import { AppModule } from './app.module.js';
import { openDataSource } from './data-source.js';
import type { Configuration } from './platform/configuration/configuration.js';
import { migrate } from './platform/database/migrate.js';
import { configureEdge } from './platform/http/edge.js';
import type { RouteTable } from './platform/http/route-table.js';
import { createLogger, NestLogger } from './platform/logging/logger.js';

export interface Application {
  readonly nest: NestExpressApplication;
  readonly routes: RouteTable;
}

/** Brings the database to this release's schema, the queue's tables included. */
export async function prepareDatabase(url: string): Promise<void> {
  const dataSource = await openDataSource(url, 2);
  try {
    await migrate(dataSource, async (client) => void (await runMigrations(client)));
  } finally {
    await dataSource.destroy();
  }
}

/** The application, wired and initialised but not listening; the database is migrated. */
export async function createApplication(configuration: Configuration, databaseUrl: string): Promise<Application> {
  const logger = createLogger(configuration.logLevel);
  const nest = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(configuration, databaseUrl), {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  const routes = configureEdge(nest, logger);
  await nest.init();
  routes.read(nest.getHttpAdapter().getInstance() as Express);
  return { nest, routes };
}
