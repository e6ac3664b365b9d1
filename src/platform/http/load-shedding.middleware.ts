import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { CallerError, TransientError } from '../../model/errors.js';
import { networkOf } from '../identifiers/network-of.js';
import type { RateLimiter, RateLimitState } from './quotas.js';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { getHeapStatistics } from 'node:v8';
import { DataSource } from 'typeorm';
import { Database } from '../database/database.js';
import { connectionPoolOf } from '../library-internals.js';

/** Smaller bodies are not counted, nor are those without a length, which are read up to the limit anyway. */
const minReservedBytes = 1024 * 1024;

/** Random, so that clients rejected together do not come back together. */
const retryDelaySeconds = (): number => 1 + Math.floor(Math.random() * 3);

/**
 * Rejects requests while the process is overloaded, except health checks and metrics. Writes the error body itself: an
 * error that passes through the filter costs five times as much.
 */
export const shedLoad =
  (monitor: OverloadMonitor): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const { overloadReason } = monitor;
    if (!overloadReason || isOperationsPath(request.path)) return next();
    const message = `The service is overloaded (${overloadReason}); try again shortly`;
    const body = JSON.stringify({ message, code: 503, reason: 'overloaded', request_id: request.id });
    response.writeHead(503, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'X-Content-Type-Options': 'nosniff',
      'Retry-After': String(retryDelaySeconds()),
    });
    response.end(body);
  };

/** Applies the rate limit of the client's network, and reserves memory for large bodies. */
export const limitRequests =
  (monitor: OverloadMonitor, requests: RateLimiter): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    if (isOperationsPath(request.path)) return next();
    const key = `address ${networkOf(request.ip ?? '')}`;
    const retryAfterSeconds = requests.tryTake(key);
    showRateLimit(response, requests.state(key));
    if (retryAfterSeconds > 0) return next(tooManyRequests(retryAfterSeconds));
    response.once('close', monitor.trackRequest());
    const length = Number(request.headers['content-length'] ?? 0);
    if (length < minReservedBytes || isMultipart(request)) return next();
    const release = monitor.reserveBody(length);
    if (!release) return next(new TransientError('Too many large requests at the moment', retryDelaySeconds()));
    response.once('close', release);
    next();
  };

/** Shows the limit that is the nearest to be reached (draft-ietf-httpapi-ratelimit-headers). */
export function showRateLimit(response: Response, state: RateLimitState | null): void {
  const shown = Number(response.getHeader('RateLimit-Remaining') ?? Infinity);
  if (state === null || state.remaining >= shown) return;
  response.setHeader('RateLimit-Limit', state.limit);
  response.setHeader('RateLimit-Remaining', state.remaining);
  response.setHeader('RateLimit-Reset', state.resetSeconds);
}

export const tooManyRequests = (retryAfterSeconds: number, what = 'requests'): CallerError =>
  new CallerError(429, `Too many ${what}; wait before you send more`, { retryAfterSeconds });

const isOperationsPath = (path: string): boolean => path.startsWith('/health/') || path === '/metrics';

/** Uploads are streamed to disk and have their own limits. */
export const isMultipart = (request: IncomingMessage): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/');

const sampleIntervalMs = 250;

/** The database is slow when a connection takes this long, until it takes half as long. */
const maxDatabaseWaitMs = 2_000;

/**
 * For one connection; a request waits for several, one after the other. Predicted from the length of the queue and its
 * recent throughput, so it is known before the queue is long.
 */
const maxPredictedWaitSeconds = 0.5;

/** Acquisitions per second of each connection, assumed until there is a queue to measure. */
const assumedThroughput = 30;

/** The event loop is behind after this many late samples; a single one may be a pause of the machine. */
const maxLatenessMs = 500;
const minLateSamples = 3;

/** Below this number of open requests, slowness has other causes than load. */
const minConcurrency = 100;

/** The rest of the heap is for requests under way. */
const maxHeapShare = 0.9;

/** Of JSON bodies at a time; parsed, each takes several times its size. */
const maxBodyBytes = 128 * 1024 * 1024;

/** Detects overload, so that new requests are rejected and those under way finish in time. */
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

  private readonly logger = new Logger('OverloadMonitor');
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

  /** Why new requests are rejected; null while they are accepted. */
  get overloadReason(): string | null {
    if (this.isHeapFull) return 'memory is low';
    if (this.openRequests < minConcurrency) return null;
    if (this.isDatabaseSlow || this.predictedWaitSeconds > maxPredictedWaitSeconds) return 'the database is slow';
    return this.lateSamples >= minLateSamples ? 'the process is busy' : null;
  }

  private get predictedWaitSeconds(): number {
    return this.pool.waitingCount / Math.max(this.throughput, 1);
  }

  /** @returns the function to call when the request ends */
  trackRequest(): () => void {
    this.openRequests += 1;
    return () => void (this.openRequests -= 1);
  }

  /**
   * A single body is accepted whatever its size.
   *
   * @returns the function that releases the reservation; null if there is no room
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

  /** Throughput can be measured only while connections are waited for. */
  private measureThroughput(): void {
    const pace = this.acquired * (1_000 / sampleIntervalMs);
    this.acquired = 0;
    this.throughput =
      this.pool.waitingCount > 0 ? (this.throughput + pace) / 2 : assumedThroughput * this.pool.options.max;
  }

  /** The metrics count rejected requests; the log says when it starts and ends. */
  private report(): void {
    const { overloadReason } = this;
    if ((overloadReason === null) === (this.reported === null)) return;
    this.logger.warn(
      overloadReason ? `new requests are rejected: ${overloadReason}` : 'new requests are accepted again',
    );
    this.reported = overloadReason;
  }

  /** Waits for a connection like every request. A database that is not available is not slow. */
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
