import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

/** The payload, or null if notifications may have been missed (a new connection). */
export type NotificationListener = (payload: string | null) => void;

const probeIntervalMs = 3_000;
const probeTimeoutMs = 3_000;
const maxPauseMs = 2_000;

/**
 * LISTEN on a dedicated connection. Notifications are hints, not the record of truth. A lost connection, also one that
 * dies silently, is detected within seconds and replaced; every listener then learns that it may have missed something.
 */
export class DatabaseNotifications implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly listeners = new Map<string, Set<NotificationListener>>();
  private readonly stopping = new AbortController();
  private loop: Promise<void> | null = null;
  private client: pg.Client | null = null;

  constructor(private readonly url: string) {}

  /** During start: listening begins when the application is ready. */
  on(channel: string, listener: NotificationListener): void {
    const known = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, known.add(listener));
  }

  onApplicationBootstrap(): void {
    this.loop ??= this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await close(this.client);
    await this.loop;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    for (let pauseMs = 50; !signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const listened = await this.listenUntilLost().catch(() => false);
      if (listened) pauseMs = 50;
      if (!signal.aborted) await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns when the connection is lost; true if it had worked */
  private async listenUntilLost(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'stocktake-listen',
      connectionTimeoutMillis: 5_000,
      query_timeout: probeTimeoutMs,
      keepAlive: true,
    });
    this.client = client;
    const lost = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ channel, payload }) => this.notify(channel, payload ?? ''));
    try {
      // A client that is ended while it connects never settles its connect().
      await Promise.race([client.connect(), lost.then(() => Promise.reject(new Error('Connection lost')))]);
      for (const channel of this.listeners.keys()) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      for (const channel of this.listeners.keys()) this.notify(channel, null);
      while (!this.stopping.signal.aborted) {
        const isLost = await Promise.race([lost.then(() => true), sleep(probeIntervalMs, false, { ref: false })]);
        if (isLost) break;
        await client.query('SELECT 1');
      }
      return true;
    } finally {
      await close(client);
    }
  }

  private notify(channel: string, payload: string | null): void {
    for (const listener of this.listeners.get(channel) ?? []) listener(payload);
  }
}

/** Ends the connection without waiting for a server that no longer answers. */
async function close(client: pg.Client | null): Promise<void> {
  if (client === null) return;
  const ended = client.end().catch(() => undefined);
  await Promise.race([ended, sleep(500, undefined, { ref: false })]);
}
