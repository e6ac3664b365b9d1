import 'reflect-metadata';
import { Global, Module, type DynamicModule, type INestApplicationContext, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions } from '../../src/data-source.js';
import { JobsModule } from '../../src/jobs/jobs.module.js';
import type { JobTimings } from '../../src/jobs/jobs.options.js';
import { ActorsService } from '../../src/organizations/access/actors.service.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { PlatformModule } from '../../src/platform/platform.module.js';
import { scriptedHandlers } from './test-jobs.js';

export interface JobsProcessOptions {
  readonly databaseUrl: string;
  /** Where the queue finds the database, if by another way than the rest. */
  readonly queueUrl?: string;
  readonly redisUrl: string;
  readonly roles: string;
  readonly times?: Partial<JobTimings>;
  readonly handlers?: Provider[];
  readonly concurrency?: number;
}

/** Leases of a few seconds instead of half a minute. */
export const shortTimes: Partial<JobTimings> = {
  leaseMs: 2_500,
  redeliverAfterMs: 2_000,
  sweepIntervalMs: 200,
  pollMs: 200,
  graceMs: 300,
  progressIntervalMs: 30,
};

/** What the routes of jobs need; a process of these tests serves none. */
@Global()
@Module({ providers: [{ provide: ActorsService, useValue: {} }], exports: [ActorsService] })
class NoActorsModule {}

@Module({})
class JobsProcessModule {
  static forRoot(options: JobsProcessOptions): DynamicModule {
    const configuration = new Configuration({
      ROLES: options.roles,
      REDIS_URL: options.redisUrl,
      WORKER_CONCURRENCY: String(options.concurrency ?? 4),
    });
    return {
      module: JobsProcessModule,
      imports: [
        TypeOrmModule.forRoot({ ...dataSourceOptions(options.databaseUrl, 8), retryAttempts: 0 }),
        PlatformModule.forRoot(configuration),
        NoActorsModule,
        JobsModule.forRoot(configuration, options.queueUrl ?? options.databaseUrl, { ...shortTimes, ...options.times }),
      ],
      providers: options.handlers ?? scriptedHandlers,
    };
  }
}

/** One process of the service, with the jobs and nothing else; several may live in one test. */
export async function startJobsProcess(options: JobsProcessOptions): Promise<INestApplicationContext> {
  const logger = process.env.TEST_LOG_LEVEL ? (['error', 'warn', 'log', 'debug'] as const) : (false as const);
  const context = await NestFactory.createApplicationContext(JobsProcessModule.forRoot(options), {
    logger: logger && [...logger],
    abortOnError: false,
  });
  return context;
}
