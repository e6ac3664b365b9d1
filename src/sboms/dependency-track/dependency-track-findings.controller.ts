import { Body, Controller, Get, Header, HttpCode, Param, Put, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { BadgesService } from '../badges/badges.service.js';
import { ExportService } from '../exporting/export.service.js';
import { sendDocument } from '../exporting/send-document.js';
import { ExportQuery, ReportBody } from '../sboms.dto.js';
import { AnalysisBody, AnalysisQuery, DocumentQuery } from './analyses.dto.js';
import { DependencyTrackAnalyses } from './dependency-track-analyses.service.js';
import { UuidParameter } from './dependency-track.dto.js';

/** Decisions of Dependency-Track about findings, its export of a project, and its badges. */
@ApiExcludeController()
@Controller('api')
export class DependencyTrackFindingsController {
  constructor(
    private readonly analyses: DependencyTrackAnalyses,
    private readonly exports: ExportService,
    private readonly badges: BadgesService,
  ) {}

  @Get('v1/analysis')
  @Allow('viewer')
  analysis(@CurrentActor() actor: Actor, @Query() query: AnalysisQuery): Promise<object> {
    return this.analyses.get(actor, query);
  }

  @Put('v1/analysis')
  @HttpCode(200)
  @Allow('member')
  decide(@CurrentActor() actor: Actor, @Body() body: AnalysisBody): Promise<object> {
    return this.analyses.decide(actor, body);
  }

  @Get('v1/bom/cyclonedx/project/:uuid')
  @Allow('viewer')
  async document(
    @CurrentActor() actor: Actor,
    @Param() { uuid }: UuidParameter,
    @Query() { format }: DocumentQuery,
    @Res() response: Response,
  ): Promise<void> {
    const encoding = format === 'xml' ? 'XML' : 'JSON';
    const query = Object.assign(new ExportQuery(), { sbom_type: 'CycloneDX', encoding, download: true });
    await this.exports.withExport(actor, query, Object.assign(new ReportBody(), { sbom_id: uuid }), (document) =>
      sendDocument(response, document),
    );
  }

  /** One badge: the verdict covers vulnerabilities and violations alike. */
  @Get(['v1/badge/vulns/project/:uuid', 'v1/badge/violations/project/:uuid'])
  @Allow('viewer')
  @Header('Cache-Control', 'no-cache')
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  async badge(@CurrentActor() actor: Actor, @Param() { uuid }: UuidParameter): Promise<StreamableFile> {
    const image = Buffer.from(await this.badges.draw(actor, uuid));
    return new StreamableFile(image, { type: 'image/svg+xml; charset=utf-8' });
  }
}
