import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { xlsxMediaType } from '../../formats/writing/workbook.js';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, writeChunk, type Envelope, type Streamed, pagePolicy } from '../../platform/http/envelope.js';
import { organizationReportHtml } from './organization-report-html.js';
import { organizationReportXlsx } from './organization-report-xlsx.js';
import { OrganizationReportService } from './organization-report.service.js';
import type { OrganizationChangesView } from './organization-changes.view.js';
import type { OrganizationReportView } from './organization-report.view.js';
import { trendSvg } from './trend-plots.js';
import {
  OrganizationChangesQuery,
  OrganizationReportQuery,
  OrganizationTrendQuery,
  SbomTrendQuery,
} from './trends.dto.js';
import { TrendsService } from './trends.service.js';
import type { TrendView } from './trends.view.js';

const picture = { 'image/svg+xml': { schema: { type: 'string' } } };
const reportContent = {
  'text/html': { schema: { type: 'string' } },
  [xlsxMediaType]: { schema: { type: 'string', format: 'binary' } },
};

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/report')
export class TrendsController {
  constructor(
    private readonly trends: TrendsService,
    private readonly reports: OrganizationReportService,
  ) {}

  /** Risk, compliance, what is not examined, and the age of the content of an SBOM over time; svg is the picture. */
  @Get('getSBOMTrend')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['id'] } })
  @ApiOkResponse({ description: 'The trend.', content: picture })
  async ofSbom(
    @CurrentActor() actor: Actor,
    @Query() query: SbomTrendQuery,
    @Res() response: Response,
  ): Promise<Streamed<Envelope<TrendView>>> {
    sendTrend(response, query.format, await this.trends.ofSbom(actor, query));
  }

  /**
   * The same over the SBOMs of an organization that the caller sees, or over those of a supplier or a team as they are
   * now. An SBOM counts from its creation to its deletion.
   */
  @Get('getOrganizationTrend')
  @Allow('viewer')
  @ApiOkResponse({ description: 'The trend.', content: picture })
  async ofOrganization(
    @CurrentActor() actor: Actor,
    @Query() query: OrganizationTrendQuery,
    @Res() response: Response,
  ): Promise<Streamed<Envelope<TrendView>>> {
    sendTrend(response, query.format, await this.trends.ofOrganization(actor, query));
  }

  /** What happened in an organization since a moment: imports, new vulnerabilities, settled names, broken rules. */
  @Get('getOrganizationChanges')
  @Allow('viewer')
  async changes(
    @CurrentActor() actor: Actor,
    @Query() query: OrganizationChangesQuery,
  ): Promise<Envelope<OrganizationChangesView>> {
    return envelope(await this.trends.changes(actor, query));
  }

  /**
   * A report over an organization: figures, history, suppliers, the worst SBOMs and vulnerabilities. html is a page to
   * read or print; xlsx has every SBOM and supplier.
   */
  @Get('getOrganizationReport')
  @Allow('viewer')
  @ApiOkResponse({ description: 'The report.', content: reportContent })
  async report(
    @CurrentActor() actor: Actor,
    @Query() query: OrganizationReportQuery,
    @Res() response: Response,
  ): Promise<Streamed<Envelope<OrganizationReportView>>> {
    const format = query.format || 'html';
    await this.reports.withReport(actor, query, async ({ view, sboms }) => {
      response.setHeader('Content-Security-Policy', pagePolicy);
      if (format === 'html') response.type('text/html').send(organizationReportHtml(view));
      else if (format === 'json') response.json(envelope(view));
      else {
        response.setHeader('Content-Type', xlsxMediaType);
        response.setHeader('Content-Disposition', 'attachment; filename="organization.xlsx"');
        for await (const chunk of organizationReportXlsx(view, sboms())) await writeChunk(response, chunk);
        response.end();
      }
    });
  }
}

function sendTrend(response: Response, format: string | undefined, trend: TrendView): void {
  if (format !== 'svg') response.json(envelope(trend));
  else response.setHeader('Content-Security-Policy', pagePolicy).type('image/svg+xml').send(trendSvg(trend));
}
