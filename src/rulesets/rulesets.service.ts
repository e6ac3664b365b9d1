import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { enqueue } from '../jobs/enqueue.js';
import { CallerError, notFound } from '../model/errors.js';
import type { Actor } from '../organizations/access/actor.js';
import { inUse } from '../organizations/contents/contents-registry.js';
import { holdTeam } from '../organizations/teams/teams.repository.js';
import { TeamsService } from '../organizations/teams/teams.service.js';
import { requireUnchanged } from '../platform/http/precondition.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { parseRuleParameters } from './rules/rule-parameters.js';
import { rules } from './rules/rules.js';
import type {
  CreateRulesetBody,
  DeleteRulesetBody,
  RulesetQuery,
  RulesetsQuery,
  UpdateRulesetBody,
} from './rulesets.dto.js';
import { RulesetChanged } from './rulesets.jobs.js';
import {
  insertRuleset,
  findRulesetForUpdate,
  updateRuleset,
  findRuleset,
  findRulesets,
  findRulesetVersion,
  findOrCreateDefaultRuleset,
  holdRuleset,
  replaceRulesets,
  rulesetPage,
  usesOfRulesets,
  type RulesetRow,
} from './rulesets.repository.js';
import {
  type RulesetNameView,
  type RulesetUsageView,
  type RulesetView,
  rulesetView,
  type RuleView,
  ruleView,
} from './rulesets.view.js';

@Injectable()
export class RulesetsService {
  constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
  ) {}

  rules(): RuleView[] {
    return rules.map(ruleView);
  }

  async create(actor: Actor, body: CreateRulesetBody): Promise<RulesetView> {
    const parameters = parseRuleParameters(body.parameters);
    const team = await this.teams.authorizedTeam(actor, body.team_id);
    return this.database.transaction(actor.tenancy, async (sql) => {
      await holdTeam(sql, team.id);
      const ruleIds = [...new Set(body.rule_ids ?? [])];
      const { name, description } = body;
      const row = { org_id: team.org_id, team_id: team.id, name, description: description ?? '', rule_ids: ruleIds };
      return rulesetView(await insertRuleset(sql, { ...row, parameters, user_id: actor.userId }));
    });
  }

  /** A change creates a new version; an update without changes does nothing. */
  async update(actor: Actor, body: UpdateRulesetBody, ifMatch: string | null = null): Promise<RulesetView> {
    const parameters = parseRuleParameters(body.parameters);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findRulesetForUpdate(sql, body.id), 'ruleset');
      requireUnchanged(row, ifMatch, body.updated_at);
      if (body.version && body.version !== row.version)
        throw new CallerError(
          409,
          `The ruleset has changed: its version is ${row.version}; read it again and repeat your change`,
        );
      const change = {
        id: row.id,
        name: body.name ?? row.name,
        description: body.description ?? row.description,
        rule_ids: body.rule_ids ? [...new Set(body.rule_ids)] : row.rule_ids,
        parameters: isGiven(body.parameters) ? parameters : row.parameters,
      };
      if (isDeepStrictEqual({ ...row, ...change }, row)) return rulesetView(row);
      const changed = await updateRuleset(sql, change, actor.userId);
      const owner = { orgId: row.org_id, teamId: row.team_id, subject: { kind: 'ruleset', id: row.id } };
      const dedupe = { key: row.id, until: 'started' } as const;
      await enqueue(sql, RulesetChanged, { ruleset_id: row.id }, { ...owner, dedupe });
      return rulesetView(changed);
    });
  }

  /** SBOMs and projects that name the ruleset; its deletion gives them the default one. */
  usage(actor: Actor, id: string): Promise<RulesetUsageView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { org_id } = actor.authorize(await findRuleset(sql, id), 'ruleset');
      return { id, ...(await usesOfRulesets(sql, org_id, [id])) };
    });
  }

  /** @throws CallerError 409 for the default ruleset, and for one in use unless this is confirmed */
  delete(actor: Actor, { id, confirm }: DeleteRulesetBody, ifMatch: string | null): Promise<RulesetUsageView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findRulesetForUpdate(sql, id), 'ruleset');
      requireUnchanged(row, ifMatch);
      if (row.is_default)
        throw new CallerError(409, 'This is the default ruleset of the organization, which it cannot be without');
      const uses = await usesOfRulesets(sql, row.org_id, [row.id]);
      if (!confirm && uses.sboms + uses.projects > 0) throw inUse(uses);
      await deleteRulesets(sql, row.org_id, [row.id], actor);
      return { id: row.id, ...uses };
    });
  }

  async get(actor: Actor, { id, team_id, version }: RulesetQuery): Promise<RulesetView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findRuleset(sql, id), 'ruleset');
      if (team_id && row.team_id !== null && row.team_id !== team_id) throw notFound('ruleset');
      return rulesetView(await this.atVersion(sql, row, version ?? null));
    });
  }

  /** The ruleset at a version; null: the current one. */
  async atVersion(sql: Sql, row: RulesetRow, version: number | null): Promise<RulesetRow> {
    if (version === null || version === row.version) return row;
    const earlier = await findRulesetVersion(sql, row.id, version);
    if (!earlier) throw notFound('version of the ruleset');
    return { ...row, ...earlier };
  }

  async names(actor: Actor, ids: readonly string[]): Promise<RulesetNameView[]> {
    const rows = await this.database.transaction(actor.tenancy, (sql) => findRulesets(sql, ids));
    return rows
      .filter(({ org_id, team_id }) => actor.roleFor(org_id, team_id) !== null)
      .map(({ id, name, team_id }) => ({ id, name, team_id: team_id ?? '' }));
  }

  async page(actor: Actor, query: RulesetsQuery): Promise<{ rows: RulesetView[]; total: number }> {
    const team = await this.teams.authorizedTeam(actor, query.team_id);
    return this.database.transaction(actor.tenancy, async (sql) => {
      await findOrCreateDefaultRuleset(sql, team.org_id);
      const { rows, total } = await rulesetPage(sql, { orgId: team.org_id, teamId: team.id }, query);
      return { rows: rows.map(rulesetView), total };
    });
  }

  /** To name it in this transaction: a deletion at the same time refuses it, or replaces it where it is named. */
  async choose(sql: Sql, team: { org_id: string; id: string }, id: string | null): Promise<RulesetRow> {
    if (id !== null && !(await holdRuleset(sql, id))) throw notFound('ruleset');
    return this.usable(sql, team, id);
  }

  /** The selected ruleset, which the team must be able to use, or the organization's default. */
  async usable(sql: Sql, team: { org_id: string; id: string }, id: string | null): Promise<RulesetRow> {
    if (id === null) return findOrCreateDefaultRuleset(sql, team.org_id);
    const row = await findRuleset(sql, id);
    if (row?.org_id !== team.org_id || (row.team_id !== null && row.team_id !== team.id)) throw notFound('ruleset');
    return row;
  }

  /** The ruleset to evaluate: the selected one, or the default where it was deleted or none is selected. */
  async applicable(sql: Sql, { org_id }: { readonly org_id: string }, id: string | null): Promise<RulesetRow> {
    const row = id === null ? null : await findRuleset(sql, id);
    return row?.org_id === org_id ? row : findOrCreateDefaultRuleset(sql, org_id);
  }

  /** Name of a ruleset; empty where it was deleted. */
  async nameOf(sql: Sql, id: string): Promise<string> {
    return (await findRuleset(sql, id))?.name ?? '';
  }
}

/** Deletes rulesets; what they applied to gets the default one and is evaluated again. */
export async function deleteRulesets(
  sql: Sql,
  orgId: string,
  ids: readonly string[],
  actor: Pick<Actor, 'userId' | 'username'>,
): Promise<void> {
  const by = await findOrCreateDefaultRuleset(sql, orgId);
  const others = ids.filter((id) => id !== by.id);
  if (others.length === 0) return;
  await replaceRulesets(sql, { orgId, ids: others, by }, actor);
  const owner = { orgId, teamId: null, subject: { kind: 'ruleset', id: by.id } };
  const dedupe = { key: by.id, until: 'started' } as const;
  await enqueue(sql, RulesetChanged, { ruleset_id: by.id }, { ...owner, dedupe });
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
