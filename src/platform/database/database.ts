import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { once } from 'node:events';
import type { PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import { DataSource, type QueryResult, type QueryRunner } from 'typeorm';
import type { Readable, Writable } from 'node:stream';
import { connectionPoolOf, forgetPreparedStatements, queryTimeoutOf, socketOf } from '../library-internals.js';
import { withSpan, type SpanOptions } from '../tracing/tracing.js';
import { BaseSql } from './base-sql.js';
import { asDatabaseError, isOutdatedPlan, isUnanswered } from './database-errors.js';
import { backendStateQuery, watchConnection, type BackendState } from './connection-watch.js';
import { hearNewConnections } from './new-connections.js';
import { bindParameters, type SqlParameters } from './named-parameters.js';
import { nameOfPrepared, renamePrepared } from './prepared-statements.js';
import type { DatabaseSession, Sql, Tenancy } from './sql.js';
import { runInTransaction, runWithRetry } from './transactions.js';

/** Resetting a live connection takes a moment; a dead one was waited for already. */
const resetTimeoutMs = 5_000;

const span: SpanOptions = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } };

/**
 * Transactions and sessions, each bound to the tenancy of its caller. A tenant's work runs as `stocktake_tenant` with
 * `stocktake.organizations` set, both for this transaction only, so that a pooled connection carries nothing over.
 */
@Injectable()
export class Database implements OnApplicationShutdown {
  private starting: Promise<DataSource> | null = null;

  /**
   * @param dataSource initialized
   * @param sessions connections of the server itself, where `dataSource` leads to a pooler of transactions; else null
   */
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: DataSource | null = null,
  ) {
    hearNewConnections(connectionPoolOf(dataSource));
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.sessions?.isInitialized) await this.sessions.destroy();
  }

  /** Runs the work in one transaction, and again where others were first (`runWithRetry`), so it may run twice. */
  async transaction<T>(tenancy: Tenancy, work: (sql: Sql) => Promise<T>): Promise<T> {
    return withSpan('transaction', span, () =>
      this.withRunner((runner) => runWithRetry(this.sqlOf(runner), tenancy, work)),
    );
  }

  /** For the service's own single statements, each by itself: two round trips less, which counts in every request. */
  async statements<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    if (this.sessions !== null) return this.transaction('system', work);
    return withSpan('statements', span, () => this.withRunner((runner) => work(new RunnerSql(runner))));
  }

  /** Runs read-only work that sees one state of the database from beginning to end, however long it streams. */
  async snapshot<T>(tenancy: Tenancy, work: (sql: Sql) => Promise<T>): Promise<T> {
    return withSpan('snapshot', span, () =>
      this.withRunner((runner) => runInTransaction(this.sqlOf(runner), tenancy, work, 'REPEATABLE READ')),
    );
  }

  /**
   * A dedicated connection for COPY and temporary tables, without a time limit on statements (bulk work has limits of
   * its own; a connection that has died is noticed by other means), given back clean.
   */
  async session<T>(tenancy: Tenancy, work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    const source = this.sessions === null ? this.dataSource : await this.started(this.sessions);
    return this.withRunner(async (runner) => {
      const client = (await runner.connect()) as PoolClient;
      const waits = queryTimeoutOf(client);
      const { query_timeout } = waits;
      let unwatch = (): void => undefined;
      try {
        const pid = await disableStatementTimeout(runner);
        waits.query_timeout = undefined;
        unwatch = watchConnection(client, () =>
          this.withRunner((other) => new RunnerSql(other).one<BackendState>(backendStateQuery, { pid })),
        );
        return await work(new RunnerSession(runner, client, tenancy));
      } finally {
        unwatch();
        waits.query_timeout = Math.min(resetTimeoutMs, query_timeout ?? resetTimeoutMs);
        await discardAll(runner, client).catch(() => destroyConnection(runner));
        waits.query_timeout = query_timeout;
      }
    }, source);
  }

  private sqlOf(runner: QueryRunner): Sql {
    return new RunnerSql(runner, this.sessions !== null);
  }

  /** A failed start is tried again by the next session. */
  private started(sessions: DataSource): Promise<DataSource> {
    this.starting ??= sessions.initialize().then(
      (source) => {
        hearNewConnections(connectionPoolOf(source));
        return source;
      },
      (error: unknown) => {
        this.starting = null;
        throw asDatabaseError(error);
      },
    );
    return this.starting;
  }

  private async withRunner<T>(work: (runner: QueryRunner) => Promise<T>, source = this.dataSource): Promise<T> {
    const runner = source.createQueryRunner();
    try {
      return await work(runner);
    } catch (error) {
      if (isUnanswered(error)) await destroyConnection(runner);
      throw asDatabaseError(error);
    } finally {
      await runner.release().catch(() => undefined);
    }
  }
}

/** Takes the limit off a connection's statements; returns the number of its backend. */
async function disableStatementTimeout(runner: QueryRunner): Promise<number> {
  const limit = `set_config('statement_timeout', '0', false)`;
  const backend = await new RunnerSql(runner).one<{ pid: number }>(`SELECT pg_backend_pid() AS pid, ${limit}`);
  return backend!.pid;
}

async function discardAll(runner: QueryRunner, client: PoolClient): Promise<void> {
  await runner.query('DISCARD ALL');
  forgetPreparedStatements(client);
}

/** Removes a connection that gives no answers from the pool; nothing may be sent over it. */
async function destroyConnection(runner: QueryRunner): Promise<void> {
  const socket = socketOf((await runner.connect()) as PoolClient);
  if (socket.closed) return;
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
}

class RunnerSql extends BaseSql {
  constructor(
    protected readonly runner: QueryRunner,
    override readonly isPooled = false,
  ) {
    super();
  }

  override get prepared(): Sql {
    return this.isPooled ? this : new PreparedSql(this.runner);
  }

  async query<Row extends object>(text: string, parameters: SqlParameters = {}): Promise<Row[]> {
    const result = await this.send(text, parameters);
    return (result.records ?? []) as Row[];
  }

  async run(text: string, parameters: SqlParameters = {}): Promise<number> {
    const result = await this.send(text, parameters);
    return result.affected ?? 0;
  }

  protected send(text: string, parameters: SqlParameters): Promise<Pick<QueryResult, 'records' | 'affected'>> {
    const statement = bindParameters(text, parameters);
    return this.runner.query(statement.text, statement.values, true);
  }
}

/** TypeORM cannot name a statement, so its connection is asked. */
class PreparedSql extends RunnerSql {
  protected override async send(text: string, parameters: SqlParameters) {
    const client = (await this.runner.connect()) as PoolClient;
    const statement = bindParameters(text, parameters);
    try {
      const { rows, rowCount } = await client.query<object>({ name: nameOfPrepared(text), ...statement });
      return { records: rows, affected: rowCount ?? 0 };
    } catch (error) {
      if (isOutdatedPlan(error)) renamePrepared(text);
      throw error;
    }
  }
}

class RunnerSession extends RunnerSql implements DatabaseSession {
  constructor(
    runner: QueryRunner,
    private readonly client: PoolClient,
    private readonly tenancy: Tenancy,
  ) {
    super(runner);
  }

  copyIn(text: string): Writable {
    return this.client.query(copyStreams.from(text));
  }

  copyOut(text: string): Readable {
    return this.client.query(copyStreams.to(text));
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return runInTransaction(this, this.tenancy, work);
  }
}
