import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { CallerError, TransientError } from '../../model/errors.js';
import { networkOf } from '../identifiers/network-of.js';
import type { RateLimiter } from './quotas.js';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { getHeapStatistics } from 'node:v8';
import { DataSource } from 'typeorm';
import { Database } from '../database/database.js';
import { connectionPoolOf } from '../library-internals.js';

/** Bodies below this are not worth counting, nor is one whose length is not told: it is read up to the limit. */
const minReservedBytes = 1024 * 1024;

/** Asked to come back at different moments, those who are refused together do not return together. */
const retryDelaySeconds = (): number => 1 + Math.floor(Math.random() * 3);

/**
 * Turns away what cannot be served in time. Most of the requests pass here when there are too many, so it comes before
 * all else and writes the error body by hand: an error with its way through the filter costs five times as much, which
 * is missing where requests are served. Load balancers and Prometheus are always heard.
 */
export const shedLoad =
  (monitor: OverloadMonitor): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const { overloadReason: excess } = monitor;
    if (!excess || isOperationsPath(request.path)) return next();
    const message = `The service has more to do than it can: ${excess}; try again shortly`;
    const body = JSON.stringify({ message, code: 503, request_id: request.id });
    response.writeHead(503, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'X-Content-Type-Options': 'nosniff',
      'Retry-After': String(retryDelaySeconds()),
    });
    response.end(body);
  };

/** Counts requests against the budget of their address, and holds room for large bodies. */
export const limitRequests =
  (load: OverloadMonitor, requests: RateLimiter): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    if (isOperationsPath(request.path)) return next();
    const retryAfterSeconds = requests.tryTake(`address ${networkOf(request.ip ?? '')}`);
    if (retryAfterSeconds > 0) return next(tooManyRequests(retryAfterSeconds));
    response.once('close', load.trackRequest());
    const length = Number(request.headers['content-length'] ?? 0);
    if (length < minReservedBytes || isMultipart(request)) return next();
    const release = load.reserveBody(length);
    if (!release)
      return next(new TransientError('The service reads too many large requests at the moment', retryDelaySeconds()));
    response.once('close', release);
    next();
  };

export const tooManyRequests = (retryAfterSeconds: number, what = 'requests'): CallerError =>
  new CallerError(429, `Too many ${what}; wait before the next`, { retryAfterSeconds });

const isOperationsPath = (path: string): boolean => path.startsWith('/health/') || path === '/metrics';

/** Files stream to disk; they have limits of their own. */
export const isMultipart = (request: IncomingMessage): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/');

const sampleIntervalMs = 250;

/** The database's queue: no new work from this waiting time on, until it is half as long. */
const maxDatabaseWaitMs = 2_000;

/** The same wait as foretold from the row and from how fast it has moved lately: known before it is long. */
const maxPredictedWaitSeconds = 1.5;

/** Times a second that each connection is given out, as long as nothing is known: for a row that is just forming. */
const assumedThroughput = 30;

/** The event loop: looks in a row that came this late. One alone may be a pause of the whole machine. */
const maxLatenessMs = 500;
const minLateSamples = 3;

/** Requests that are open at a time. With fewer, a slow machine or database is no reason to turn anybody away. */
const minConcurrency = 100;

/** Share of the heap's limit in use; room is left for what has been taken on already. */
const maxHeapShare = 0.9;

/** Bytes of JSON bodies that are held at a time; read, each takes several times its size. */
const maxBodyBytes = 128 * 1024 * 1024;

/**
 * Whether this process has more to do than it can: then it takes on nothing new, so that what it has begun is finished
 * in time. Without that, every answer under too much load comes too late for whoever asked.
 */
@Injectable()
export class OverloadMonitor implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private expectedAt = 0;
  private lateSamples = 0;
  private isHeapFull = false;
  private isDatabaseSlow = false;
  private probeStartedAt: number | null = null;
  private bodyBytes = 0;
  private openRequests = 0;

  private readonly logger = new Logger('Load');
  private readonly pool: ReturnType<typeof connectionPoolOf>;
  private acquired = 0;
  private throughput = 0;
  private reported: string | null = null;

  constructor(
    private readonly database: Database,
    dataSource: DataSource,
  ) {
    this.pool = connectionPoolOf(dataSource);
    this.pool.on('acquire', () => (this.acquired += 1));
  }

  /** Why nothing new is taken on; null: it is. */
  get overloadReason(): string | null {
    if (this.isHeapFull) return 'memory is short';
    if (this.openRequests < minConcurrency) return null;
    if (this.isDatabaseSlow || this.predictedWaitSeconds > maxPredictedWaitSeconds) return 'the database is behind';
    return this.lateSamples >= minLateSamples ? 'the process is behind' : null;
  }

  private get predictedWaitSeconds(): number {
    return this.pool.waitingCount / Math.max(this.throughput, 1);
  }

  /** One more request is open. @returns what is to be called at its end */
  trackRequest(): () => void {
    this.openRequests += 1;
    return () => void (this.openRequests -= 1);
  }

  /**
   * Room for a body of that many bytes; one alone is always let in.
   *
   * @returns what gives the room back, or null where there is none
   */
  reserveBody(bytes: number): (() => void) | null {
    if (this.bodyBytes > 0 && this.bodyBytes + bytes > maxBodyBytes) return null;
    this.bodyBytes += bytes;
    return () => void (this.bodyBytes -= bytes);
  }

  onApplicationBootstrap(): void {
    this.expectedAt = performance.now() + sampleIntervalMs;
    this.timer = setInterval(() => this.sample(), sampleIntervalMs);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private sample(): void {
    const now = performance.now();
    this.lateSamples = now - this.expectedAt > maxLatenessMs ? this.lateSamples + 1 : 0;
    this.expectedAt = now + sampleIntervalMs;
    this.measureThroughput();
    this.report();
    const { used_heap_size, heap_size_limit } = getHeapStatistics();
    this.isHeapFull = used_heap_size > maxHeapShare * heap_size_limit;
    if (this.probeStartedAt === null) void this.probe(now);
    else if (now - this.probeStartedAt > maxDatabaseWaitMs) this.isDatabaseSlow = true;
  }

  /** Only a row that stands tells how fast it can move. */
  private measureThroughput(): void {
    const pace = this.acquired * (1_000 / sampleIntervalMs);
    this.acquired = 0;
    this.throughput =
      this.pool.waitingCount > 0 ? (this.throughput + pace) / 2 : assumedThroughput * this.pool.options.max;
  }

  /** Those who are turned away are counted by the metrics; the log has when it begins and ends. */
  private report(): void {
    const { overloadReason: excess } = this;
    if ((excess === null) === (this.reported === null)) return;
    this.logger.warn(excess ? `nothing new is taken on: ${excess}` : 'new requests are taken on again');
    this.reported = excess;
  }

  /** Waits in the same queue for a connection as every request. A database that is away is not one that is behind. */
  private async probe(since: number): Promise<void> {
    this.probeStartedAt = since;
    try {
      await this.database.statements((sql) => sql.query('SELECT 1'));
      if (performance.now() - since < maxDatabaseWaitMs / 2) this.isDatabaseSlow = false;
    } catch {
      this.isDatabaseSlow = false;
    } finally {
      this.probeStartedAt = null;
    }
  }
}
