import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { Database } from '../../platform/database/database.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { FindComponentsQuery, type FoundComponent } from './finding.dto.js';
import { FindingRepository, type Scope } from './finding.repository.js';
import { questionOf } from './question.js';

@ApiTags('Components')
@ApiBearerAuth()
@Controller('v1/project')
export class FindingController {
  constructor(
    private readonly database: Database,
    private readonly finding: FindingRepository,
  ) {}

  /**
   * Which SBOMs contain a package, product or repository, or anything of a name; `meta.sbom_count` tells how many do.
   * Give one of `purl`, `cpe`, `repo_url` and `name`. What is selected for an entry counts.
   */
  @Get('findComponents')
  @Allow('viewer')
  async find(@CurrentActor() actor: Actor, @Query() query: FindComponentsQuery): Promise<Envelope<FoundComponent[]>> {
    const question = questionOf(query);
    const { column } = question;
    const scope = scopeOf(actor, query.org_id ?? null);
    const { rows, total, sbomCount } = await this.database.transaction(actor.tenancy, async (sql) => {
      const spellings = await this.finding.spellings(sql, scope, question);
      const meant = spellings.filter(({ value, version }) => question.means(value, version));
      return this.finding.page(sql, scope, { column, spellings: meant }, query);
    });
    const { offset, limit } = query;
    return envelope(rows, { total_count: total, offset, limit, sbom_count: sbomCount });
  }
}

function scopeOf(actor: Actor, orgId: string | null): Scope {
  const orgIds = orgId ? [actor.organization(orgId).orgId] : actor.memberships.map((membership) => membership.orgId);
  return { reach: actor.reach, orgIds };
}
