import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, writeChunk, type Envelope, type Streamed } from '../../platform/http/envelope.js';
import { OrganizationVulnerabilitiesService } from './organization-vulnerabilities.service.js';
import {
  AffectedComponentsQuery,
  ExportVulnerabilitiesQuery,
  OrganizationVulnerabilitiesQuery,
} from './vulnerabilities.dto.js';
import type {
  AffectedComponentView,
  ExportedVulnerability,
  OrganizationVulnerabilityView,
  VulnerabilityCounts,
} from './vulnerabilities.view.js';

@ApiTags('Vulnerabilities')
@ApiBearerAuth()
@Controller('v1/vulnerability')
export class OrganizationVulnerabilitiesController {
  constructor(private readonly vulnerabilities: OrganizationVulnerabilitiesService) {}

  /**
   * Known vulnerabilities over the SBOMs of an organization, one row each, the worst that affect it first.
   * `meta.severities` counts those that affect it, `meta.coverage` the components that were examined, partly examined
   * or not examined, with the reason: the list says nothing about the latter.
   */
  @Get('getVulnerabilities')
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: OrganizationVulnerabilitiesQuery,
  ): Promise<Envelope<OrganizationVulnerabilityView[], VulnerabilityCounts>> {
    const { rows, total, severities, coverage } = await this.vulnerabilities.list(actor, query);
    return envelope(rows, { total_count: total, offset: query.offset, limit: query.limit, severities, coverage });
  }

  /** Components of the organization's SBOMs that have a vulnerability, those that it affects first. */
  @Get('getAffectedComponents')
  @Allow('viewer')
  async affected(
    @CurrentActor() actor: Actor,
    @Query() query: AffectedComponentsQuery,
  ): Promise<Envelope<AffectedComponentView[]>> {
    return listEnvelope(await this.vulnerabilities.affected(actor, query), query);
  }

  /**
   * The vulnerabilities of an organization as a file with one row for each component that has one. Rows before them,
   * without a vulnerability, say of each SBOM what was not examined, or only partly, whatever the filter is: the file
   * says nothing about it.
   */
  @Get('exportVulnerabilities')
  @Allow('viewer')
  @ApiOkResponse({ description: 'The file.', content: { 'text/csv': { schema: { type: 'string' } } } })
  async export(
    @CurrentActor() actor: Actor,
    @Query() query: ExportVulnerabilitiesQuery,
    @Res() response: Response,
  ): Promise<Streamed<ExportedVulnerability[]>> {
    const format = query.format || 'csv';
    await this.vulnerabilities.withExport(actor, query, async (chunks) => {
      response.setHeader('Content-Type', format === 'json' ? 'application/json' : 'text/csv; charset=utf-8');
      response.setHeader('Content-Disposition', `attachment; filename="vulnerabilities.${format}"`);
      for await (const chunk of chunks) await writeChunk(response, chunk);
      response.end();
    });
  }
}
