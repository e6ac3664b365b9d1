import { containing, orderBy, type Orders } from '../platform/database/order-by.js';
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
  readonly has_projects_assigned: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface RulesetUses {
  readonly sboms: number;
  readonly projects: number;
}

/** The part of a ruleset that a version keeps. */
export type RulesetState = Pick<
  RulesetRow,
  'name' | 'description' | 'rule_ids' | 'parameters' | 'version' | 'updated_at'
>;

const columns = `id, org_id, team_id, name, description, rule_ids, parameters, version, is_default, created_at,
  updated_at, EXISTS (SELECT FROM projects p WHERE p.ruleset_id = rulesets.id AND p.deleted_at IS NULL)
    AS has_projects_assigned`;

/** The organization's default, made the first time that it is asked for. */
export async function findOrCreateDefaultRuleset(sql: Sql, orgId: string): Promise<RulesetRow> {
  const find = (): Promise<RulesetRow | null> =>
    sql.one<RulesetRow>(`SELECT ${columns} FROM rulesets WHERE org_id = $orgId AND is_default`, { orgId });
  const found = await find();
  if (found) return found;
  await sql.run(
    `INSERT INTO rulesets (id, org_id, name, description, rule_ids, is_default) 
     VALUES ($id, $orgId, $name, $description, $ruleIds, true)
       ON CONFLICT DO NOTHING`,
    {
      id: newId(),
      orgId,
      name: 'Default',
      description: 'Applies where no other ruleset is named.',
      ruleIds: defaultRuleIds,
    },
  );
  const created = (await find())!;
  await insertRulesetVersion(sql, created.id, null);
  return created;
}

export async function insertRuleset(sql: Sql, row: NewRuleset): Promise<RulesetRow> {
  const rows = await sql.query<RulesetRow>(
    `INSERT INTO rulesets (id, org_id, team_id, name, description, rule_ids, parameters)
     VALUES ($id, $orgId, $teamId, $name, $description, $ruleIds, $parameters) RETURNING ${columns}`,
    {
      id: newId(),
      orgId: row.org_id,
      teamId: row.team_id,
      name: row.name,
      description: row.description,
      ruleIds: row.rule_ids,
      parameters: JSON.stringify(row.parameters),
    },
  );
  await insertRulesetVersion(sql, rows[0]!.id, row.user_id);
  return rows[0]!;
}

export function findRulesetForUpdate(sql: Sql, id: string): Promise<RulesetRow | null> {
  return sql.one<RulesetRow>(`SELECT ${columns} FROM rulesets WHERE id = $id AND deleted_at IS NULL FOR UPDATE`, {
    id,
  });
}

/** Until the end of the transaction the ruleset cannot be deleted. False: it is. */
export const holdRuleset = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql.one('SELECT FROM rulesets WHERE id = $id AND deleted_at IS NULL FOR KEY SHARE', { id })) !== null;

export async function updateRuleset(
  sql: Sql,
  { id, ...change }: Pick<RulesetRow, 'id' | 'name' | 'description' | 'rule_ids' | 'parameters'>,
  userId: string,
): Promise<RulesetRow> {
  const rows = await sql.query<RulesetRow>(
    `UPDATE rulesets SET name = $name, description = $description, rule_ids = $ruleIds, parameters = $parameters, version = version + 1,
         updated_at = now() WHERE id = $id RETURNING ${columns}`,
    {
      id,
      name: change.name,
      description: change.description,
      ruleIds: change.rule_ids,
      parameters: JSON.stringify(change.parameters),
    },
  );
  await insertRulesetVersion(sql, id, userId);
  return rows[0]!;
}

/** What the ruleset asked at that version. */
export function findRulesetVersion(sql: Sql, id: string, version: number): Promise<RulesetState | null> {
  return sql.one<RulesetState>(
    `SELECT name, description, rule_ids, parameters, version, created_at AS updated_at
     FROM ruleset_versions WHERE ruleset_id = $id AND version = $version`,
    { id, version },
  );
}

async function insertRulesetVersion(sql: Sql, id: string, userId: string | null): Promise<void> {
  await sql.run(
    `INSERT INTO ruleset_versions (ruleset_id, version, org_id, name, description, rule_ids, parameters, user_id)
     SELECT id, version, org_id, name, description, rule_ids, parameters, $userId FROM rulesets WHERE id = $id
     ON CONFLICT DO NOTHING`,
    { id, userId },
  );
}

/** SBOMs and projects that name the rulesets. */
export async function usesOfRulesets(sql: Sql, orgId: string, ids: readonly string[]): Promise<RulesetUses> {
  const named = 'org_id = $orgId AND ruleset_id = ANY ($ids::uuid[]) AND deleted_at IS NULL';
  const row = await sql.one<RulesetUses>(
    `SELECT (SELECT count(*)::int FROM sboms WHERE ${named}) AS sboms,
            (SELECT count(*)::int FROM projects WHERE ${named}) AS projects`,
    { orgId, ids },
  );
  return row!;
}

export const rulesetIdsOf = async (sql: Sql, orgId: string, teamId: string | null): Promise<string[]> =>
  (
    await sql.query<{ id: string }>(
      `SELECT id FROM rulesets WHERE org_id = $orgId AND ($teamId::uuid IS NULL OR team_id = $teamId)
         AND deleted_at IS NULL`,
      { orgId, teamId },
    )
  ).map(({ id }) => id);

/** Deletes rulesets, and puts another one in their place wherever they are named. */
export async function replaceRulesets(
  sql: Sql,
  { orgId, ids, by }: { orgId: string; ids: readonly string[]; by: RulesetRow },
  actor: { readonly userId: string; readonly username: string },
): Promise<void> {
  const named = 'org_id = $orgId AND ruleset_id = ANY ($ids::uuid[]) AND deleted_at IS NULL';
  const parameters = { orgId, ids, byId: by.id };
  await sql.run(`UPDATE sboms SET ruleset_id = $byId, updated_at = now() WHERE ${named}`, parameters);
  await sql.run(
    `UPDATE projects p SET ruleset_id = $byId, updated_at = now(),
       ruleset_history = coalesce(p.ruleset_history, '[]') || jsonb_build_object(
         'old_ruleset_id', p.ruleset_id, 'old_ruleset_name', (SELECT r.name FROM rulesets r WHERE r.id = p.ruleset_id),
         'new_ruleset_id', $byId::uuid, 'new_ruleset_name', $byName::text, 'user_id', $userId::uuid,
         'user_name', $username::text, 'created_at', $now::text)
     WHERE ${named}`,
    {
      ...parameters,
      byName: by.name,
      userId: actor.userId,
      username: actor.username,
      now: new Date().toISOString(),
    },
  );
  await sql.run(
    `UPDATE rulesets SET deleted_at = now(), deleted_by = $userId, updated_at = now()
     WHERE org_id = $orgId AND id = ANY ($ids::uuid[])`,
    { orgId, ids, userId: actor.userId },
  );
}

export function findRuleset(sql: Sql, id: string): Promise<RulesetRow | null> {
  return sql.one<RulesetRow>(`SELECT ${columns} FROM rulesets WHERE id = $id AND deleted_at IS NULL`, { id });
}

export function findRulesets(sql: Sql, ids: readonly string[]): Promise<RulesetRow[]> {
  return sql.query<RulesetRow>(
    `SELECT ${columns} FROM rulesets WHERE id = ANY ($ids::uuid[]) AND deleted_at IS NULL ORDER BY name, id`,
    { ids },
  );
}

/** Which rulesets of a team, and in which order. */
export interface RulesetListing {
  readonly q?: string | null;
  readonly name?: string | null;
  readonly rule_id?: string | null;
  readonly sort?: string | null;
  readonly offset: number;
  readonly limit: number;
}

const orders: Orders = { name: 'lower(name)', created_at: 'created_at', updated_at: 'updated_at' };

/** What a team may use: its own and those of the whole organization, the default first where `sort` says nothing. */
export async function rulesetPage(
  sql: Sql,
  { orgId, teamId }: { orgId: string; teamId: string },
  { q, name, rule_id, sort, offset, limit }: RulesetListing,
): Promise<{ rows: RulesetRow[]; total: number }> {
  const from = `FROM rulesets WHERE org_id = $orgId AND (team_id IS NULL OR team_id = $teamId) AND deleted_at IS NULL
    AND ($name::text IS NULL OR name = $name) AND ($ruleId::text IS NULL OR $ruleId = ANY (rule_ids))
    AND ($pattern::text IS NULL OR concat_ws(' ', name, description) ILIKE $pattern)`;
  const parameters = { orgId, teamId, name: name || null, ruleId: rule_id || null, pattern: containing(q) };
  const rows = await sql.query<RulesetRow>(
    `SELECT ${columns} ${from} ORDER BY ${orderBy(orders, sort, 'is_default DESC, created_at, id')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const count = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
  return { rows, total: count?.total ?? 0 };
}

type NewRuleset = Pick<RulesetRow, 'org_id' | 'team_id' | 'name' | 'description' | 'rule_ids' | 'parameters'> & {
  readonly user_id: string;
};
