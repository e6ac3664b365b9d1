import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { InternalPattern, PatternKind } from '../matching/select/internal-patterns.js';

/** One pattern as the API shows it. */
export interface PatternRow {
  readonly id: string;
  readonly org_id: string;
  readonly kind: PatternKind;
  readonly pattern: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const shown = 'id, org_id, kind, pattern, created_at, updated_at';

@Injectable()
export class PatternsRepository {
  /** The pattern; the one that is there already, if it is. */
  async add(sql: Sql, orgId: string, { kind, pattern }: InternalPattern): Promise<PatternRow> {
    const row = await sql.one<PatternRow>(
      `INSERT INTO internal_patterns (id, org_id, kind, pattern) VALUES ($1, $2, $3, $4)
       ON CONFLICT (org_id, kind, pattern) WHERE deleted_at IS NULL DO UPDATE SET updated_at = now()
       RETURNING ${shown}`,
      [newId(), orgId, kind, pattern],
    );
    return row!;
  }

  ofOrganizations(sql: Sql, orgIds: readonly string[]): Promise<PatternRow[]> {
    return sql.query<PatternRow>(
      `SELECT ${shown} FROM internal_patterns WHERE org_id = ANY ($1::uuid[]) AND deleted_at IS NULL ORDER BY id`,
      [orgIds],
    );
  }

  find(sql: Sql, id: string): Promise<PatternRow | null> {
    return sql.one<PatternRow>(`SELECT ${shown} FROM internal_patterns WHERE id = $1 AND deleted_at IS NULL`, [id]);
  }

  async delete(sql: Sql, id: string): Promise<void> {
    await sql.run('UPDATE internal_patterns SET deleted_at = now(), updated_at = now() WHERE id = $1', [id]);
  }
}
