import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express } from 'express';
import pg from 'pg';
import type { Logger } from 'pino';
import { join } from 'node:path';
import { runMigrations } from 'bullmq';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { dataSourceOptions } from '../data-source.js';
import { knownMigrations } from '../../migrations/index.js';
import type { Configuration } from '../platform/configuration/configuration.js';
import { checkDatabaseUrl, asDatabaseStartError, checkDatabaseVersion } from '../platform/database/database-start.js';
import { migrate } from '../platform/database/migrate.js';
import { serveApiDocumentation, configureHttp } from '../platform/http/http-pipeline.js';
import type { RouteTable } from '../platform/http/routes.js';
import { projectRoot } from '../platform/project-root.js';
import { sessionCookie } from '../organizations/sessions/session-cookie.js';
import { serveWorkbench } from '../web/workbench.js';
import { createLogger, NestLogger } from '../platform/logging/logger.js';

export interface Application {
  readonly nest: NestExpressApplication;
  readonly routes: RouteTable;
}

/**
 * Brings the database to this release's schema, the queue's tables included.
 *
 * @param only names of the migrations to run, where it is to be an older release's schema
 * @throws StartError when there is no database, or one that this release cannot use
 */
export async function prepareDatabase(url: string, only?: readonly string[]): Promise<void> {
  checkDatabaseUrl(url);
  const options = dataSourceOptions(url, 2, 'patient');
  const migrations = only ? knownMigrations.filter(({ name }) => only.includes(name)) : knownMigrations;
  const dataSource = new DataSource({ ...options, migrations });
  try {
    await dataSource.initialize();
    await migrate(dataSource, async (client) => {
      await checkDatabaseVersion(dataSource, new Set(knownMigrations.map(({ name }) => name)));
      await runMigrations(client);
    });
  } catch (error) {
    throw asDatabaseStartError(error, url);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

/**
 * Asks the pooler for one transaction, so that a wrong address is named at the start.
 *
 * @throws StartError when there is none, or it does not lead to the database
 */
export async function checkPooler(url: string): Promise<void> {
  const setting = 'DATABASE_POOLER_URL';
  checkDatabaseUrl(url, setting);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // The query fails as well.
  try {
    await client.connect();
    await client.query('SELECT FROM schema_migrations LIMIT 1');
  } catch (error) {
    throw asDatabaseStartError(error, url, setting);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Connections without a request stay open longer than those of load balancers (60 s) and clients (a few seconds): one
 * that this side closes first may be closed under a request that is on its way. A request may last as long as the
 * largest upload takes over a slow line; what comes too slowly is refused earlier (`slow-request.middleware.ts`).
 */
const serverTimeouts = { keepAliveTimeout: 75_000, headersTimeout: 80_000, requestTimeout: 3_600_000 };

/** The application, wired and initialised but not listening; the database is migrated. */
export async function createApplication(
  configuration: Configuration,
  databaseUrl: string,
  logger: Logger = createLogger(configuration.logLevel),
): Promise<Application> {
  const nest = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(configuration, databaseUrl), {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  const routes = configureHttp(nest, logger);
  if (configuration.has('api')) {
    serveWorkbench(nest.getHttpAdapter().getInstance() as Express, join(projectRoot, 'dist', 'ui'), {
      provider: configuration.oidc.clientId && configuration.oidc.name,
      hasSession: (request) => sessionCookie(request, configuration.publicUrl) !== null,
    });
    serveApiDocumentation(nest);
  }
  await nest.init();
  Object.assign(nest.getHttpServer(), serverTimeouts);
  routes.read(nest.getHttpAdapter().getInstance() as Express);
  return { nest, routes };
}
