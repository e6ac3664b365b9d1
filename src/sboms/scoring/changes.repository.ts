import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';

/** A key of the catalogue under which something has changed. */
export interface ScoreChange {
  readonly seq: string;
  readonly key: string;
}

/** Changes of one round. */
const batchSize = 5_000;

@Injectable()
export class ChangesRepository {
  async hasAny(sql: Sql): Promise<boolean> {
    return (await sql.one('SELECT 1 FROM score_changes LIMIT 1')) !== null;
  }

  next(sql: Sql): Promise<ScoreChange[]> {
    return sql.query<ScoreChange>('SELECT seq, key FROM score_changes ORDER BY seq LIMIT $1', [batchSize]);
  }

  /** By their numbers one by one: a writer that began earlier may still bring a lower one. */
  async forget(sql: Sql, changes: readonly ScoreChange[]): Promise<void> {
    await sql.run('DELETE FROM score_changes WHERE seq = ANY ($1::bigint[])', [changes.map(({ seq }) => seq)]);
  }
}
