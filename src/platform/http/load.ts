import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { getHeapStatistics } from 'node:v8';
import { Database } from '../database/database.js';

const lookEveryMs = 250;

/** The database's queue: no new work from this waiting time on, until it is half as long. */
const longestWaitMs = 2_000;

/** The event loop: looks in a row that came this late. One alone may be a pause of the whole machine. */
const latenessMs = 500;
const lateLooks = 3;

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

  constructor(private readonly database: Database) {}

  /** Why nothing new is taken on; null: it is. */
  get excess(): string | null {
    if (this.isQueueLong) return 'the database is behind';
    if (this.late >= lateLooks) return 'the process is behind';
    return this.isHeapFull ? 'memory is short' : null;
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
    const { used_heap_size, heap_size_limit } = getHeapStatistics();
    this.isHeapFull = used_heap_size > fullestHeap * heap_size_limit;
    if (this.probing === null) void this.probe(now);
    else if (now - this.probing > longestWaitMs) this.isQueueLong = true;
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
