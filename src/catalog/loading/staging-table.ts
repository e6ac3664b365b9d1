import { once } from 'node:events';
import type { DatabaseSession, Sql } from '../../platform/database/sql.js';
import { copyLine, type CopyValue } from './copy-text.js';

/** A temporary table for rows of one kind, and how it is merged into the catalogue. */
export interface StagingTableDefinition {
  readonly name: string;
  /** Columns with their types, in the order of the rows. */
  readonly columns: string;
  /** Idempotent statements from the staging table into the catalogue. */
  readonly merge: readonly string[];
}

const flushBytes = 4 * 1024 * 1024;

/** Copies rows of one kind in blocks, with constant memory. */
export class StagingTable {
  private lines: string[] = [];
  private bytes = 0;
  isCreated = false;

  constructor(
    private readonly session: DatabaseSession,
    private readonly definition: StagingTableDefinition,
  ) {}

  add(row: readonly CopyValue[]): void {
    const line = copyLine(row);
    this.lines.push(line);
    this.bytes += line.length;
  }

  get isFull(): boolean {
    return this.bytes >= flushBytes;
  }

  async flush(): Promise<void> {
    if (this.lines.length === 0) return;
    await this.create();
    const sink = this.session.copyIn(`COPY ${this.definition.name} FROM STDIN`);
    sink.end(this.lines.join(''));
    this.lines = [];
    this.bytes = 0;
    await once(sink, 'finish');
  }

  async create(): Promise<void> {
    if (!this.isCreated)
      await this.session.query(`CREATE TEMP TABLE ${this.definition.name} (${this.definition.columns})`);
    this.isCreated = true;
  }

  /** Merges what was copied. */
  async merge(sql: Sql): Promise<void> {
    if (!this.isCreated) return;
    await sql.query(`ANALYZE ${this.definition.name}`);
    for (const statement of this.definition.merge) await sql.query(statement);
  }

  /** Takes the staging table away; others may read it until then. */
  async drop(sql: Sql): Promise<void> {
    if (this.isCreated) await sql.query(`DROP TABLE ${this.definition.name}`);
    this.isCreated = false;
  }
}
