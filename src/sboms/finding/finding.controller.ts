import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { FindComponentsQuery } from './finding.dto.js';
import type { FoundComponent, SearchMeta } from './finding.view.js';
import { FindingService } from './finding.service.js';

@ApiTags('Components')
@ApiBearerAuth()
@Controller('v1/project')
export class FindingController {
  constructor(private readonly finding: FindingService) {}

  /**
   * Finds the entries of a package, product, repository or name, however each of them was identified: an entry with a
   * CPE only is found by the purl that the catalogue links with it, and the reverse. Give exactly one of `purl`, `cpe`,
   * `repo_url` and `name`. `matched_by` says what led to each entry; `possible` marks those that nothing decides (see
   * `possible_because`), which stand last. `meta.sbom_count` is the number of SBOMs, `meta.possible_count` that of
   * possible entries, `meta.identifiers` what was searched for, `meta.complete` false where the query is too wide for
   * all of it.
   */
  @Get('findComponents')
  @Allow('viewer')
  async find(
    @CurrentActor() actor: Actor,
    @Query() query: FindComponentsQuery,
  ): Promise<Envelope<FoundComponent[], SearchMeta>> {
    const found = await this.finding.find(actor, query);
    return envelope(found.rows, {
      total_count: found.total,
      offset: query.offset,
      limit: query.limit,
      sbom_count: found.sbomCount,
      possible_count: found.possibleCount,
      identifiers: found.identifiers,
      complete: found.isComplete,
    });
  }
}
