import { Injectable } from '@nestjs/common';
import { forbidden, invalid, notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { holdTeam } from '../../organizations/teams/teams.repository.js';
import { TeamsService } from '../../organizations/teams/teams.service.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import type { RequestOf } from '../../platform/http/validation.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { RulesetsService } from '../../rulesets/rulesets.service.js';
import { findSbom, insertSbom } from '../sboms.repository.js';
import type { CheckSbomQuery, UploadSbomFields, UploadSbomQuery } from './upload.dto.js';
import { findSbomIdByName, lockSbomName, type NamedSbom } from './upload.repository.js';

/** SBOMs as pipelines know them: by name and version, in an organization or a team. */
@Injectable()
export class NamedSboms {
  constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
    private readonly rulesets: RulesetsService,
  ) {}

  /** Null where the query does not tell the team. @throws CallerError 403, 404 */
  async authorizeUpload(actor: Actor, query: UploadSbomQuery): Promise<{ id: string; org_id: string } | null> {
    const team = query.org_id || query.team_id ? await this.owningTeam(actor, query) : null;
    const { ruleset_id } = query;
    if (team && ruleset_id)
      await this.database.transaction(actor.tenancy, (sql) => this.rulesets.usable(sql, team, ruleset_id));
    return team;
  }

  /** The team that a new SBOM would belong to. @throws CallerError 403, 404 */
  private async owningTeam(
    actor: Actor,
    { org_id, team_id }: UploadSbomQuery,
  ): Promise<{ id: string; org_id: string }> {
    if (team_id) {
      const team = await this.teams.authorizedTeam(actor, team_id);
      if (org_id && team.org_id !== org_id) throw notFound('team');
      return team;
    }
    const orgId = org_id ?? onlyOrganizationOf(actor);
    // A key of a project sees one team.
    if (actor.projectId !== null)
      return this.owningTeam(actor, { org_id: orgId, team_id: actor.visibleScope.teams[0] });
    return { id: await this.teams.resolveTeam(actor, orgId, null), org_id: orgId };
  }

  /**
   * The SBOM of that name and version, which is created if there is none.
   *
   * @param use in the same transaction: if it fails, no SBOM was created
   */
  async findOrCreate<T>(
    actor: Actor,
    fields: UploadSbomFields,
    use: (sql: Sql, id: string, created: boolean) => Promise<T>,
  ): Promise<{ id: string; created: boolean; used: T }> {
    const team = await this.owningTeam(actor, fields);
    const named = {
      orgId: team.org_id,
      teamId: fields.team_id ?? null,
      name: fields.name,
      version: fields.version ?? '',
    };
    return this.database.transaction(actor.tenancy, async (sql) => {
      await lockSbomName(sql, named);
      const known = await findSbomIdByName(sql, named, actor);
      if (known) {
        actor.authorize(await findSbom(sql, known), 'SBOM');
        return { id: known, created: false, used: await use(sql, known, false) };
      }
      await refuseForeignName(sql, actor, named);
      await holdTeam(sql, team.id);
      const { id } = await insertSbom(sql, {
        id: newId(),
        org_id: team.org_id,
        team_id: team.id,
        ruleset_id: fields.ruleset_id ? (await this.rulesets.choose(sql, team, fields.ruleset_id)).id : null,
        name: named.name,
        version: named.version,
        supplier: fields.supplier ?? '',
        contact_name: '',
        contact_email: '',
        monitor_frequency: fields.monitor_frequency || 'daily',
        key_project_id: actor.projectId,
      });
      return { id, created: true, used: await use(sql, id, true) };
    });
  }

  async idOf(actor: Actor, { name, version, org_id, team_id }: RequestOf<CheckSbomQuery>): Promise<string> {
    if (!name) throw invalid('Invalid request: id or name is required', { id: 'or name is required' });
    const team = team_id ? await this.teams.authorizedTeam(actor, team_id) : null;
    const orgId = team?.org_id ?? org_id ?? onlyOrganizationOf(actor);
    actor.organization(orgId);
    const named = { orgId, teamId: team?.id ?? null, name, version: version ?? '' };
    const id = await this.database.transaction(actor.tenancy, (sql) => findSbomIdByName(sql, named, actor));
    if (!id) throw notFound('SBOM');
    return id;
  }
}

function onlyOrganizationOf({ memberships: [first, ...others] }: Actor): string {
  if (first && others.length === 0) return first.orgId;
  throw invalid(
    'Invalid request: org_id or team_id is required, because you do not belong to exactly one organization',
    {
      org_id: 'or team_id is required',
    },
  );
}

/** Two SBOMs of one name and version in a team would be one to the next upload. */
async function refuseForeignName(sql: Sql, actor: Actor, named: NamedSbom): Promise<void> {
  if (actor.projectId === null) return;
  const other = await findSbomIdByName(sql, named, { projectId: null, visibleScope: actor.visibleScope });
  if (other !== null)
    throw forbidden(
      'An SBOM of this name and version is there, and not of the project of this key; choose another name or version',
    );
}
