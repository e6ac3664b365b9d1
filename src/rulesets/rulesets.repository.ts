import { Injectable } from '@nestjs/common';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';
import type { RulesetDefinition } from './rules/evaluate.js';
import { defaultRuleIds } from './rules/rules.js';

export interface RulesetRow {
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string | null;
  readonly name: string;
  readonly description: string;
  readonly rule_ids: string[];
  readonly parameters: RulesetDefinition['parameters'];
  readonly version: number;
  readonly is_default: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The part of a ruleset that a version keeps. */
export type RulesetState = Pick<
  RulesetRow,
  'name' | 'description' | 'rule_ids' | 'parameters' | 'version' | 'updated_at'
>;

const columns = `id, org_id, team_id, name, description, rule_ids, parameters, version, is_default, created_at,
  updated_at`;

@Injectable()
export class RulesetsRepository {
  /** The organization's default, made the first time that it is asked for. */
  async findOrCreateDefault(sql: Sql, orgId: string): Promise<RulesetRow> {
    const find = (): Promise<RulesetRow | null> =>
      sql.one<RulesetRow>(`SELECT ${columns} FROM rulesets WHERE org_id = $1 AND is_default`, [orgId]);
    const found = await find();
    if (found) return found;
    await sql.run(
      `INSERT INTO rulesets (id, org_id, name, description, rule_ids, is_default) VALUES ($1, $2, $3, $4, $5, true)
       ON CONFLICT DO NOTHING`,
      [newId(), orgId, 'Default', 'Applies where no other ruleset is named.', defaultRuleIds],
    );
    const created = (await find())!;
    await this.insertVersion(sql, created.id, null);
    return created;
  }

  async insert(sql: Sql, row: NewRuleset): Promise<RulesetRow> {
    const rows = await sql.query<RulesetRow>(
      `INSERT INTO rulesets (id, org_id, team_id, name, description, rule_ids, parameters)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`,
      [newId(), row.org_id, row.team_id, row.name, row.description, row.rule_ids, JSON.stringify(row.parameters)],
    );
    await this.insertVersion(sql, rows[0]!.id, row.user_id);
    return rows[0]!;
  }

  findForUpdate(sql: Sql, id: string): Promise<RulesetRow | null> {
    return sql.one<RulesetRow>(`SELECT ${columns} FROM rulesets WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`, [id]);
  }

  async update(
    sql: Sql,
    { id, ...change }: Pick<RulesetRow, 'id' | 'name' | 'description' | 'rule_ids' | 'parameters'>,
    userId: string,
  ): Promise<RulesetRow> {
    const rows = await sql.query<RulesetRow>(
      `UPDATE rulesets SET name = $2, description = $3, rule_ids = $4, parameters = $5, version = version + 1,
         updated_at = now() WHERE id = $1 RETURNING ${columns}`,
      [id, change.name, change.description, change.rule_ids, JSON.stringify(change.parameters)],
    );
    await this.insertVersion(sql, id, userId);
    return rows[0]!;
  }

  /** What the ruleset asked at that version. */
  findVersion(sql: Sql, id: string, version: number): Promise<RulesetState | null> {
    return sql.one<RulesetState>(
      `SELECT name, description, rule_ids, parameters, version, created_at AS updated_at
       FROM ruleset_versions WHERE ruleset_id = $1 AND version = $2`,
      [id, version],
    );
  }

  private async insertVersion(sql: Sql, id: string, userId: string | null): Promise<void> {
    await sql.run(
      `INSERT INTO ruleset_versions (ruleset_id, version, org_id, name, description, rule_ids, parameters, user_id)
       SELECT id, version, org_id, name, description, rule_ids, parameters, $2 FROM rulesets WHERE id = $1
       ON CONFLICT DO NOTHING`,
      [id, userId],
    );
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

type NewRuleset = Pick<RulesetRow, 'org_id' | 'team_id' | 'name' | 'description' | 'rule_ids' | 'parameters'> & {
  readonly user_id: string;
};
