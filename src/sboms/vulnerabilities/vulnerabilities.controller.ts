import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { VulnerabilitiesQuery } from './vulnerabilities.dto.js';
import type { ComponentVulnerabilityView, VulnerabilityCounts } from './vulnerabilities.view.js';
import { VulnerabilitiesService, type VulnerabilityPage } from './vulnerabilities.service.js';

@ApiTags('Vulnerabilities')
@ApiBearerAuth()
@Controller('v1/vulnerability')
export class VulnerabilitiesController {
  constructor(private readonly vulnerabilities: VulnerabilitiesService) {}

  /**
   * Known vulnerabilities of the components of an SBOM, the worst first. `meta.severities` counts those that affect it,
   * `meta.coverage` the components that were examined, partly examined or not examined, with the reason.
   */
  @Get('getVulnerabilitiesForSBOM')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['id'] } })
  async ofSbom(
    @CurrentActor() actor: Actor,
    @Query() query: VulnerabilitiesQuery,
  ): Promise<Envelope<ComponentVulnerabilityView[], VulnerabilityCounts>> {
    return answer(await this.vulnerabilities.ofSbom(actor, query), query);
  }

  /** Known vulnerabilities of one component; `meta.may_concern` has what only its name suggests. */
  @Get('getVulnerabilitiesForComponent')
  @Allow('viewer')
  async ofComponent(
    @CurrentActor() actor: Actor,
    @Query() query: VulnerabilitiesQuery,
  ): Promise<Envelope<ComponentVulnerabilityView[], VulnerabilityCounts>> {
    return answer(await this.vulnerabilities.ofComponent(actor, query), query);
  }
}

const answer = (page: VulnerabilityPage, { offset, limit }: VulnerabilitiesQuery) =>
  envelope(page.rows, {
    total_count: page.total,
    offset,
    limit,
    severities: page.severities,
    coverage: page.coverage,
    ...(page.mayConcern && { may_concern: page.mayConcern }),
  });
