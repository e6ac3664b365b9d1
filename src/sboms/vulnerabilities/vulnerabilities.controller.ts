import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { OpenVexService } from './openvex.service.js';
import { OpenVexBody, StatementBody, StatementsBody, VulnerabilitiesQuery } from './vulnerabilities.dto.js';
import type {
  ComponentVulnerabilityView,
  ImportedStatementsView,
  StatementsView,
  VulnerabilityCounts,
} from './vulnerabilities.view.js';
import { VulnerabilitiesService, type VulnerabilityPage } from './vulnerabilities.service.js';

@ApiTags('Vulnerabilities')
@ApiBearerAuth()
@Controller('v1/vulnerability')
export class VulnerabilitiesController {
  constructor(
    private readonly vulnerabilities: VulnerabilitiesService,
    private readonly openvex: OpenVexService,
  ) {}

  /**
   * Known vulnerabilities of the components of an SBOM, the worst first. `meta.severities` counts those that affect it,
   * `meta.coverage` the components that were examined, partly examined or not examined, with the reason.
   */
  @Get('getVulnerabilitiesForSBOM')
  @Allow('viewer')
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

  /** States whether a vulnerability affects a component (VEX). The latest statement of a person counts. */
  @Post('setStatement')
  @HttpCode(200)
  @Allow('member')
  async state(
    @CurrentActor() actor: Actor,
    @Body() body: StatementBody,
  ): Promise<Envelope<{ component_id: string; vulnerability: string; status: string; justification: string }>> {
    await this.vulnerabilities.recordStatement(actor, body);
    const { component_id, vulnerability, status, justification } = body;
    return envelope({ component_id, vulnerability, status, justification });
  }

  /** States the same about a vulnerability of many components, of one SBOM or several: all of them or none. */
  @Post('setStatements')
  @HttpCode(200)
  @Allow('member')
  async stateAll(@CurrentActor() actor: Actor, @Body() body: StatementsBody): Promise<Envelope<StatementsView>> {
    const ids = await this.vulnerabilities.recordStatements(actor, body);
    const { vulnerability, status } = body;
    return envelope({ vulnerability, status, component_ids: ids }, { total_count: ids.length });
  }

  /**
   * Imports an OpenVEX document as statements of the caller on the components of an SBOM. A product matches a component
   * by purl, CPE or its ref in the file; without a version it matches every version. A statement on the subject of the
   * SBOM applies to the components that have the vulnerability now.
   */
  @Post('importStatements')
  @HttpCode(200)
  @Allow('member')
  async importStatements(
    @CurrentActor() actor: Actor,
    @Body() body: OpenVexBody,
  ): Promise<Envelope<ImportedStatementsView>> {
    return envelope(await this.openvex.import(actor, body));
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
