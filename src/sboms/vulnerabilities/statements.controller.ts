import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope, type Streamed } from '../../platform/http/envelope.js';
import {
  ExportStatementsQuery,
  PackageStatementsBody,
  StatementBody,
  StatementHistoryQuery,
  StatementsBody,
  VexBody,
  VulnerabilityStatementsBody,
} from './statements.dto.js';
import { StatementsService } from './statements.service.js';
import type {
  ExportedStatementsMeta,
  ImportedStatementsView,
  PackageStatementsView,
  StatementRecordView,
  StatementsView,
  VulnerabilityStatementsView,
} from './statements.view.js';
import { VexExportService } from './vex-export.service.js';
import { VexImportService } from './vex-import.service.js';

const mediaTypes: Readonly<Record<string, string>> = {
  openvex: 'application/json',
  csaf: 'application/json',
  cyclonedx: 'application/vnd.cyclonedx+json',
};

/** VEX statements: whether a vulnerability affects a component, and why. */
@ApiTags('Vulnerabilities')
@ApiBearerAuth()
@Controller('v1/vulnerability')
export class StatementsController {
  constructor(
    private readonly statements: StatementsService,
    private readonly imports: VexImportService,
    private readonly exports: VexExportService,
  ) {}

  /** States whether a vulnerability affects a component (VEX). The latest statement of a person counts. */
  @Post('setStatement')
  @HttpCode(200)
  @Allow('member')
  async state(
    @CurrentActor() actor: Actor,
    @Body() body: StatementBody,
  ): Promise<Envelope<{ component_id: string; vulnerability: string; status: string; justification: string }>> {
    const { component_id, vulnerability, status, justification } = body;
    await this.statements.record(actor, [component_id], body);
    return envelope({ component_id, vulnerability, status, justification });
  }

  /** States the same about a vulnerability of many components, of one SBOM or several: all of them or none. */
  @Post('setStatements')
  @HttpCode(200)
  @Allow('member')
  async stateAll(@CurrentActor() actor: Actor, @Body() body: StatementsBody): Promise<Envelope<StatementsView>> {
    const ids = await this.statements.record(actor, body.component_ids, body);
    const { vulnerability, status } = body;
    return envelope({ vulnerability, status, component_ids: ids }, { total_count: ids.length });
  }

  /**
   * States the same about vulnerabilities of packages, in all SBOMs that the caller may change or in some. It is on the
   * components that are there now, whether or not they are known to have the vulnerabilities; one that comes later has
   * no statement.
   */
  @Post('setStatementsForPackages')
  @HttpCode(200)
  @Allow('member')
  async stateForPackages(
    @CurrentActor() actor: Actor,
    @Body() body: PackageStatementsBody,
  ): Promise<Envelope<PackageStatementsView>> {
    const view = await this.statements.recordForPackages(actor, body);
    return envelope(view, { total_count: view.component_count });
  }

  /**
   * States the same about vulnerabilities, on every component that is known to have one of them, in all SBOMs that the
   * caller may change or in some. A component that comes later has no statement.
   */
  @Post('setStatementsForVulnerabilities')
  @HttpCode(200)
  @Allow('member')
  async stateForVulnerabilities(
    @CurrentActor() actor: Actor,
    @Body() body: VulnerabilityStatementsBody,
  ): Promise<Envelope<VulnerabilityStatementsView>> {
    const view = await this.statements.recordForVulnerabilities(actor, body);
    return envelope(view, { total_count: view.component_count });
  }

  /** Every statement on the components of an SBOM that a person has made or imported, the newest first. */
  @Get('getStatements')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['sbom_id'] } })
  async history(
    @CurrentActor() actor: Actor,
    @Query() query: StatementHistoryQuery,
  ): Promise<Envelope<StatementRecordView[]>> {
    return listEnvelope(await this.statements.history(actor, query), query);
  }

  /**
   * Imports a VEX document (OpenVEX, CSAF 2.0 or CycloneDX) as statements of the caller on the components of an SBOM. A
   * product matches a component by purl, CPE or its ref in the file; without a version it matches every version. A
   * statement on the subject of the SBOM applies to the components that have the vulnerability now. Statements that
   * match nothing are answered with the reason.
   */
  @Post('importStatements')
  @HttpCode(200)
  @Allow('member')
  async importStatements(
    @CurrentActor() actor: Actor,
    @Body() body: VexBody,
  ): Promise<Envelope<ImportedStatementsView>> {
    return envelope(await this.imports.import(actor, body));
  }

  /**
   * The statements that hold on the components of an SBOM as a VEX document: in `data`, or with download=true as a file.
   * `meta` counts what the document is silent on.
   */
  @Get('exportStatements')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['sbom_id'] } })
  @ApiOkResponse({
    description: 'The document in an envelope; with download=true the document itself.',
    content: { 'application/vnd.cyclonedx+json': { schema: { type: 'string', format: 'binary' } } },
  })
  async exportStatements(
    @CurrentActor() actor: Actor,
    @Query() query: ExportStatementsQuery,
    @Res() response: Response,
  ): Promise<Streamed<Envelope<Record<string, unknown>, ExportedStatementsMeta>>> {
    const { document, statementCount, meta } = await this.exports.export(actor, query);
    if (!query.download) {
      response.json(envelope(document, { total_count: statementCount, ...meta }));
      return;
    }
    response.setHeader('Content-Disposition', `attachment; filename="vex-${query.sbom_id}.${meta.format}.json"`);
    response.type(mediaTypes[meta.format]!).send(JSON.stringify(document, null, 2));
  }
}
