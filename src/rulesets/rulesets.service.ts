import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { enqueue } from '../jobs/enqueue.js';
import { CallerError, notFound } from '../model/errors.js';
import type { Actor } from '../organizations/access/actor.js';
import { TeamsService } from '../organizations/teams/teams.service.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { parseRuleParameters } from './rules/rule-parameters.js';
import type { Rule } from './rules/rule.js';
import { ruleById, rules } from './rules/rules.js';
import type { CreateRulesetBody, RulesetQuery, RulesetView, RuleView, UpdateRulesetBody } from './rulesets.dto.js';
import { RulesetChanged } from './rulesets.jobs.js';
import { RulesetsRepository, type RulesetRow } from './rulesets.repository.js';

/** The day on which the list of rules was last changed. */
const rulesChangedAt = '2026-11-21T00:00:00Z';

@Injectable()
export class RulesetsService {
  constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
    private readonly rulesets: RulesetsRepository,
  ) {}

  rules(): RuleView[] {
    return rules.map(ruleView);
  }

  async create(actor: Actor, body: CreateRulesetBody): Promise<RulesetView> {
    const parameters = parseRuleParameters(body.parameters);
    const team = await this.teams.authorizedTeam(actor, body.team_id);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const ruleIds = [...new Set(body.rule_ids ?? [])];
      const { name, description } = body;
      const row = { org_id: team.org_id, team_id: team.id, name, description: description ?? '', rule_ids: ruleIds };
      return rulesetView(await this.rulesets.insert(sql, { ...row, parameters, user_id: actor.userId }));
    });
  }

  /** A change makes a new version; without one everything stays as it is. */
  async update(actor: Actor, body: UpdateRulesetBody): Promise<RulesetView> {
    const parameters = parseRuleParameters(body.parameters);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await this.rulesets.findForUpdate(sql, body.id), 'ruleset');
      if (body.version && body.version !== row.version)
        throw new CallerError(409, `The ruleset has changed: its version is ${row.version}`);
      const change = {
        id: row.id,
        name: body.name ?? row.name,
        description: body.description ?? row.description,
        rule_ids: body.rule_ids ? [...new Set(body.rule_ids)] : row.rule_ids,
        parameters: isGiven(body.parameters) ? parameters : row.parameters,
      };
      if (isDeepStrictEqual({ ...row, ...change }, row)) return rulesetView(row);
      const changed = await this.rulesets.update(sql, change, actor.userId);
      const owner = { orgId: row.org_id, teamId: row.team_id, subject: { kind: 'ruleset', id: row.id } };
      const dedupe = { key: row.id, until: 'started' } as const;
      await enqueue(sql, RulesetChanged, { ruleset_id: row.id }, { ...owner, actorId: actor.userId, dedupe });
      return rulesetView(changed);
    });
  }

  async get(actor: Actor, { id, team_id, version }: RulesetQuery): Promise<RulesetView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await this.rulesets.find(sql, id), 'ruleset');
      if (team_id && row.team_id !== null && row.team_id !== team_id) throw notFound('ruleset');
      return rulesetView(await this.atVersion(sql, row, version ?? null));
    });
  }

  /** The ruleset as it was at that version; null: as it is. */
  async atVersion(sql: Sql, row: RulesetRow, version: number | null): Promise<RulesetRow> {
    if (version === null || version === row.version) return row;
    const earlier = await this.rulesets.findVersion(sql, row.id, version);
    if (!earlier) throw notFound('version of the ruleset');
    return { ...row, ...earlier };
  }

  async page(
    actor: Actor,
    teamId: string,
    paging: { offset: number; limit: number },
  ): Promise<{ rows: RulesetView[]; total: number }> {
    const team = await this.teams.authorizedTeam(actor, teamId);
    return this.database.transaction(actor.tenancy, async (sql) => {
      await this.rulesets.findOrCreateDefault(sql, team.org_id);
      const { rows, total } = await this.rulesets.page(sql, { orgId: team.org_id, teamId }, paging);
      return { rows: rows.map(rulesetView), total };
    });
  }

  /** The ruleset that a thing of the team is to have: the named one, which the team must be able to use, or the default. */
  async choose(sql: Sql, team: { org_id: string; id: string }, id: string | null): Promise<RulesetRow> {
    if (id === null) return this.rulesets.findOrCreateDefault(sql, team.org_id);
    const row = await this.rulesets.find(sql, id);
    if (row?.org_id !== team.org_id || (row.team_id !== null && row.team_id !== team.id)) throw notFound('ruleset');
    return row;
  }

  /** The ruleset that counts for a thing of the team: the one it has, or the default where that is gone or none. */
  async applicable(sql: Sql, { org_id }: { readonly org_id: string }, id: string | null): Promise<RulesetRow> {
    const row = id === null ? null : await this.rulesets.find(sql, id);
    return row?.org_id === org_id ? row : this.rulesets.findOrCreateDefault(sql, org_id);
  }

  /** Name of a ruleset for the record; empty where it is gone. */
  async nameOf(sql: Sql, id: string): Promise<string> {
    return (await this.rulesets.find(sql, id))?.name ?? '';
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const ruleView = ({ id, name, description, category, parameters = {} }: Rule): RuleView => ({
  id,
  scan_type: category,
  name,
  description,
  category,
  deprecated: false,
  parameters,
  created_at: rulesChangedAt,
  updated_at: rulesChangedAt,
});

function rulesetView({ org_id: _apart, team_id, ...row }: RulesetRow): RulesetView {
  const existingRules = row.rule_ids.flatMap((ruleId) => ruleById.get(ruleId) ?? []);
  return {
    ...row,
    team_id: team_id ?? '',
    rules: existingRules.map(ruleView),
    has_deprecated_rules: existingRules.length < row.rule_ids.length,
    deleted_at: null,
  };
}
