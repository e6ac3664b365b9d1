import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { CompareSbomsQuery } from './comparison.dto.js';
import { ComparisonService } from './comparison.service.js';
import type { ComparisonView } from './comparison.view.js';

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/project')
export class ComparisonController {
  constructor(private readonly comparisons: ComparisonService) {}

  /**
   * What differs between two SBOMs, or two imports of one: components added, removed, and changed in version, identity
   * or licence, and vulnerabilities gained and lost, as far as they are known today. Components are paired by name and
   * version, else by name, else by package or product. Paging and `kind` apply to the changes of components.
   */
  @Get('compareSBOMs')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['from', 'to'] } })
  async compare(@CurrentActor() actor: Actor, @Query() query: CompareSbomsQuery): Promise<Envelope<ComparisonView>> {
    const { comparison, total } = await this.comparisons.compare(actor, query);
    return envelope(comparison, { total_count: total, offset: query.offset, limit: query.limit });
  }
}
