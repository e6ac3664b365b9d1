import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { Database } from '../../platform/database/database.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { FindComponentsQuery, type FoundComponent } from './finding.dto.js';
import { findSpellings, foundComponentPage, type SearchScope } from './finding.repository.js';
import { parseComponentSearch } from './component-search.js';

@ApiTags('Components')
@ApiBearerAuth()
@Controller('v1/project')
export class FindingController {
  constructor(private readonly database: Database) {}

  /**
   * Finds the SBOMs that contain a package, product, repository or name; `meta.sbom_count` is their number. Give
   * exactly one of `purl`, `cpe`, `repo_url` and `name`. The selected candidates of entries are searched.
   */
  @Get('findComponents')
  @Allow('viewer')
  async find(@CurrentActor() actor: Actor, @Query() query: FindComponentsQuery): Promise<Envelope<FoundComponent[]>> {
    const search = parseComponentSearch(query);
    const { column } = search;
    const scope = searchScope(actor, query.org_id ?? null);
    const { rows, total, sbomCount } = await this.database.transaction(actor.tenancy, async (sql) => {
      const spellings = await findSpellings(sql, scope, search);
      const matching = spellings.filter(({ value, version }) => search.matches(value, version));
      return foundComponentPage(sql, scope, { column, spellings: matching }, query);
    });
    const { offset, limit } = query;
    return envelope(rows, { total_count: total, offset, limit, sbom_count: sbomCount });
  }
}

function searchScope(actor: Actor, orgId: string | null): SearchScope {
  const orgIds = orgId ? [actor.organization(orgId).orgId] : actor.memberships.map((membership) => membership.orgId);
  return { visibleScope: actor.visibleScope, orgIds };
}
