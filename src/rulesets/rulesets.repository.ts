import { Injectable } from '@nestjs/common';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';
import { defaultRuleIds } from './rules/rules.js';

export interface RulesetRow {
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string | null;
  readonly name: string;
  readonly description: string;
  readonly rule_ids: string[];
  readonly is_default: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const columns = 'id, org_id, team_id, name, description, rule_ids, is_default, created_at, updated_at';

@Injectable()
export class RulesetsRepository {
  /** The organization's default, made the first time that it is asked for. */
  async default(sql: Sql, orgId: string): Promise<RulesetRow> {
    const find = (): Promise<RulesetRow | null> =>
      sql.one<RulesetRow>(`SELECT ${columns} FROM rulesets WHERE org_id = $1 AND is_default`, [orgId]);
    const found = await find();
    if (found) return found;
    await sql.run(
      `INSERT INTO rulesets (id, org_id, name, description, rule_ids, is_default) VALUES ($1, $2, $3, $4, $5, true)
       ON CONFLICT DO NOTHING`,
      [newId(), orgId, 'Default', 'Applies where no other ruleset is named.', defaultRuleIds],
    );
    return (await find())!;
  }

  async insert(sql: Sql, row: Pick<RulesetRow, 'org_id' | 'name' | 'description'> & NewRuleset): Promise<RulesetRow> {
    const rows = await sql.query<RulesetRow>(
      `INSERT INTO rulesets (id, org_id, team_id, name, description, rule_ids) VALUES ($1, $2, $3, $4, $5, $6)
       RETURNING ${columns}`,
      [newId(), row.org_id, row.team_id, row.name, row.description, row.rule_ids],
    );
    return rows[0]!;
  }

  find(sql: Sql, id: string): Promise<RulesetRow | null> {
    return sql.one<RulesetRow>(`SELECT ${columns} FROM rulesets WHERE id = $1 AND deleted_at IS NULL`, [id]);
  }

  /** What a team may use: its own and those of the whole organization, the default first. */
  async page(
    sql: Sql,
    { orgId, teamId }: { orgId: string; teamId: string },
    paging: { offset: number; limit: number },
  ): Promise<{ rows: RulesetRow[]; total: number }> {
    const from = `FROM rulesets WHERE org_id = $1 AND (team_id IS NULL OR team_id = $2) AND deleted_at IS NULL`;
    const rows = await sql.query<RulesetRow>(
      `SELECT ${columns} ${from} ORDER BY is_default DESC, created_at, id OFFSET $3 LIMIT $4`,
      [orgId, teamId, paging.offset, paging.limit],
    );
    const count = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, [orgId, teamId]);
    return { rows, total: count?.total ?? 0 };
  }
}

interface NewRuleset {
  readonly team_id: string | null;
  readonly rule_ids: readonly string[];
}
