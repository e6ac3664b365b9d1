import pg from 'pg';
import { BaseSql } from './base-sql.js';
import { asDatabaseError } from './database-errors.js';
import { hearNewConnections } from './new-connections.js';
import { bindParameters, type SqlParameters } from './named-parameters.js';
import type { Sql, Tenancy } from './sql.js';
import { runWithRetry } from './transactions.js';

/** @see Sql.isPooled */
export type ThreadConnection = pg.PoolConfig & { readonly isPooled: boolean };

/**
 * Transactions over one connection of the driver, for threads: TypeORM and Nest would cost each thread 30 MB and half a
 * second of processor time at its start. A lost connection fails the statement that used it, and is replaced.
 */
export class SingleConnection {
  private readonly pool: pg.Pool;
  private readonly isPooled: boolean;

  constructor({ isPooled, ...connection }: ThreadConnection) {
    this.isPooled = isPooled;
    this.pool = new pg.Pool({ ...connection, max: 1 });
    this.pool.on('error', () => undefined); // It is idle; the next use opens another.
    hearNewConnections(this.pool);
  }

  /** As `Database.transaction`. */
  async transaction<T>(tenancy: Tenancy, work: (sql: Sql) => Promise<T>): Promise<T> {
    let client: pg.PoolClient | null = null;
    let failure: Error | undefined;
    try {
      client = await this.pool.connect();
      return await runWithRetry(new ClientSql(client, this.isPooled), tenancy, work);
    } catch (error) {
      failure = asDatabaseError(error) as Error;
      throw failure;
    } finally {
      client?.release(failure);
    }
  }
}

class ClientSql extends BaseSql {
  constructor(
    private readonly client: pg.PoolClient,
    override readonly isPooled: boolean,
  ) {
    super();
  }

  async query<Row extends object>(text: string, parameters: SqlParameters = {}): Promise<Row[]> {
    return (await this.client.query<Row>(bindParameters(text, parameters))).rows;
  }

  async run(text: string, parameters: SqlParameters = {}): Promise<number> {
    return (await this.client.query(bindParameters(text, parameters))).rowCount ?? 0;
  }
}
