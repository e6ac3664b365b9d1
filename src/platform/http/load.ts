import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { getHeapStatistics } from 'node:v8';
import type { EventEmitter } from 'node:events';
import { DataSource } from 'typeorm';
import { Database } from '../database/database.js';

const lookEveryMs = 250;

/** The database's queue: no new work from this waiting time on, until it is half as long. */
const longestWaitMs = 2_000;

/** The same wait as foretold from the row and from how fast it has moved lately: known before it is long. */
const longestForetoldSeconds = 1.5;

/** Times a second that each connection is given out, as long as nothing is known: for a row that is just forming. */
const assumedPace = 30;

interface Pool extends EventEmitter {
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/** The event loop: looks in a row that came this late. One alone may be a pause of the whole machine. */
const latenessMs = 500;
const lateLooks = 3;

/** Requests that are open at a time. With fewer, a slow machine or database is no reason to turn anybody away. */
const crowd = 100;

/** Share of the heap's limit in use; room is left for what has been taken on already. */
const fullestHeap = 0.9;

/** Bytes of JSON bodies that are held at a time; read, each takes several times its size. */
const mostBodyBytes = 128 * 1024 * 1024;

/**
 * Whether this process has more to do than it can: then it takes on nothing new, so that what it has begun is finished
 * in time. Without that, every answer under too much load comes too late for whoever asked.
 */
@Injectable()
export class Load implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private expectedAt = 0;
  private late = 0;
  private isHeapFull = false;
  private isQueueLong = false;
  private probing: number | null = null;
  private bodyBytes = 0;
  private open = 0;

  private readonly logger = new Logger('Load');
  private readonly pool: Pool;
  private given = 0;
  private pace = 0;
  private told: string | null = null;

  constructor(
    private readonly database: Database,
    dataSource: DataSource,
  ) {
    this.pool = (dataSource.driver as unknown as { master: Pool }).master;
    this.pool.on('acquire', () => (this.given += 1));
  }

  /** Why nothing new is taken on; null: it is. */
  get excess(): string | null {
    if (this.isHeapFull) return 'memory is short';
    if (this.open < crowd) return null;
    if (this.isQueueLong || this.foretoldSeconds > longestForetoldSeconds) return 'the database is behind';
    return this.late >= lateLooks ? 'the process is behind' : null;
  }

  private get foretoldSeconds(): number {
    return this.pool.waitingCount / Math.max(this.pace, 1);
  }

  /** One more request is open. @returns what is to be called at its end */
  begin(): () => void {
    this.open += 1;
    return () => void (this.open -= 1);
  }

  /**
   * Room for a body of that many bytes; one alone is always let in.
   *
   * @returns what gives the room back, or null where there is none
   */
  takeBody(bytes: number): (() => void) | null {
    if (this.bodyBytes > 0 && this.bodyBytes + bytes > mostBodyBytes) return null;
    this.bodyBytes += bytes;
    return () => void (this.bodyBytes -= bytes);
  }

  onApplicationBootstrap(): void {
    this.expectedAt = performance.now() + lookEveryMs;
    this.timer = setInterval(() => this.look(), lookEveryMs);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = performance.now();
    this.late = now - this.expectedAt > latenessMs ? this.late + 1 : 0;
    this.expectedAt = now + lookEveryMs;
    this.measurePace();
    this.tell();
    const { used_heap_size, heap_size_limit } = getHeapStatistics();
    this.isHeapFull = used_heap_size > fullestHeap * heap_size_limit;
    if (this.probing === null) void this.probe(now);
    else if (now - this.probing > longestWaitMs) this.isQueueLong = true;
  }

  /** Only a row that stands tells how fast it can move. */
  private measurePace(): void {
    const pace = this.given * (1_000 / lookEveryMs);
    this.given = 0;
    this.pace = this.pool.waitingCount > 0 ? (this.pace + pace) / 2 : assumedPace * this.pool.options.max;
  }

  /** Those who are turned away are counted by the metrics; the log has when it begins and ends. */
  private tell(): void {
    const { excess } = this;
    if ((excess === null) === (this.told === null)) return;
    this.logger.warn(excess ? `nothing new is taken on: ${excess}` : 'new requests are taken on again');
    this.told = excess;
  }

  /** Waits in the same queue for a connection as every request. A database that is away is not one that is behind. */
  private async probe(since: number): Promise<void> {
    this.probing = since;
    try {
      await this.database.statements((sql) => sql.query('SELECT 1'));
      if (performance.now() - since < longestWaitMs / 2) this.isQueueLong = false;
    } catch {
      this.isQueueLong = false;
    } finally {
      this.probing = null;
    }
  }
}
