import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { FindComponentsQuery } from './finding.dto.js';
import type { FoundComponent } from './finding.view.js';
import { FindingService } from './finding.service.js';

@ApiTags('Components')
@ApiBearerAuth()
@Controller('v1/project')
export class FindingController {
  constructor(private readonly finding: FindingService) {}

  /**
   * Finds the SBOMs that contain a package, product, repository or name; `meta.sbom_count` is their number. Give
   * exactly one of `purl`, `cpe`, `repo_url` and `name`. The selected candidates of entries are searched.
   */
  @Get('findComponents')
  @Allow('viewer')
  async find(@CurrentActor() actor: Actor, @Query() query: FindComponentsQuery): Promise<Envelope<FoundComponent[]>> {
    const { rows, total, sbomCount } = await this.finding.find(actor, query);
    const { offset, limit } = query;
    return envelope(rows, { total_count: total, offset, limit, sbom_count: sbomCount });
  }
}
