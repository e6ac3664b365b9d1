import { Injectable } from '@nestjs/common';
import { notFound } from '../model/errors.js';
import type { Actor } from '../organizations/access/actor.js';
import { TeamsService } from '../organizations/teams/teams.service.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import type { Rule } from './rules/rule.js';
import { ruleById, rules } from './rules/rules.js';
import type { CreateRulesetBody, RulesetView, RuleView } from './rulesets.dto.js';
import { RulesetsRepository, type RulesetRow } from './rulesets.repository.js';

/** The day on which the list of rules was last changed. */
const rulesSince = '2026-11-21T00:00:00Z';

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
    const team = await this.teams.admitted(actor, body.team_id);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const ruleIds = [...new Set(body.rule_ids ?? [])];
      const { name, description } = body;
      const row = { org_id: team.org_id, team_id: team.id, name, description: description ?? '', rule_ids: ruleIds };
      return view(await this.rulesets.insert(sql, row));
    });
  }

  async get(actor: Actor, id: string, teamId: string | null): Promise<RulesetView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.admit(await this.rulesets.find(sql, id), 'ruleset');
      if (teamId !== null && row.team_id !== null && row.team_id !== teamId) throw notFound('ruleset');
      return view(row);
    });
  }

  async page(
    actor: Actor,
    teamId: string,
    paging: { offset: number; limit: number },
  ): Promise<{ rows: RulesetView[]; total: number }> {
    const team = await this.teams.admitted(actor, teamId);
    return this.database.transaction(actor.tenancy, async (sql) => {
      await this.rulesets.default(sql, team.org_id);
      const { rows, total } = await this.rulesets.page(sql, { orgId: team.org_id, teamId }, paging);
      return { rows: rows.map(view), total };
    });
  }

  /** The ruleset that a thing of the team is to have: the named one, which the team must be able to use, or the default. */
  async chosen(sql: Sql, team: { org_id: string; id: string }, id: string | null): Promise<RulesetRow> {
    if (id === null) return this.rulesets.default(sql, team.org_id);
    const row = await this.rulesets.find(sql, id);
    if (row?.org_id !== team.org_id || (row.team_id !== null && row.team_id !== team.id)) throw notFound('ruleset');
    return row;
  }

  /** The ruleset that counts for a thing of the team: the one it has, or the default where that is gone or none. */
  async applied(sql: Sql, team: { org_id: string; id: string }, id: string | null): Promise<RulesetRow> {
    const row = id === null ? null : await this.rulesets.find(sql, id);
    return row?.org_id === team.org_id ? row : this.rulesets.default(sql, team.org_id);
  }

  /** Name of a ruleset for the record; empty where it is gone. */
  async named(sql: Sql, id: string): Promise<string> {
    return (await this.rulesets.find(sql, id))?.name ?? '';
  }
}

const ruleView = ({ id, name, description, category }: Rule): RuleView => ({
  ...{ id, scan_type: category, name, description, category, deprecated: false },
  ...{ created_at: rulesSince, updated_at: rulesSince },
});

function view({
  id,
  team_id,
  name,
  description,
  rule_ids,
  is_default,
  created_at,
  updated_at,
}: RulesetRow): RulesetView {
  const known = rule_ids.flatMap((ruleId) => ruleById.get(ruleId) ?? []);
  return {
    ...{ id, team_id: team_id ?? '', name, description, rule_ids, is_default, created_at, updated_at },
    rules: known.map(ruleView),
    has_deprecated_rules: known.length < rule_ids.length,
    deleted_at: null,
  };
}
