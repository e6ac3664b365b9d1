import type { Readable, Writable } from 'node:stream';
import type { SqlParameters } from './named-parameters.js';

/**
 * Whose rows a piece of work may see: the organizations of the caller, or all of them for the service itself (login,
 * scheduling, the sweep). PostgreSQL enforces it a second time by row-level security.
 */
export type Tenancy = { readonly organizations: readonly string[] } | 'system';

/** The one way to send a statement. Parameters are named (`$orgId`); values never go into the text. */
export interface Sql {
  /** A pooler gives the connection to somebody else after this transaction. */
  readonly isPooled: boolean;
  /**
   * The same connection, which parses and plans each text once where it can: for constant texts that nearly every request
   * sends, and whose plan does not depend on the values.
   */
  readonly prepared: Sql;
  query<Row extends object = Record<string, unknown>>(text: string, parameters?: SqlParameters): Promise<Row[]>;
  /** The only row, or null. */
  one<Row extends object = Record<string, unknown>>(text: string, parameters?: SqlParameters): Promise<Row | null>;
  /** Rows affected by an INSERT, UPDATE or DELETE without RETURNING. */
  run(text: string, parameters?: SqlParameters): Promise<number>;
  /** Rows in batches through a server-side cursor: memory stays flat whatever the number of rows. */
  batches<Row extends object>(text: string, parameters?: SqlParameters, size?: number): AsyncIterable<Row[]>;
}

/** Constants of the code as literals, separated by commas; never for values. */
export const literals = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** One dedicated connection: temporary tables and COPY live here; `transaction` makes changes visible at once. */
export interface DatabaseSession extends Sql {
  copyIn(text: string): Writable;
  copyOut(text: string): Readable;
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}
