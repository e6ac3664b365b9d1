import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../organizations/access/actor.js';
import { ForProjectKeys } from '../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../platform/http/envelope.js';
import { IfMatch } from '../platform/http/precondition.js';
import type { EntryView } from './components/components.view.js';
import { CreateSbomBody, GetSbomQuery, GetSbomsQuery, SbomIdBody, SbomIdQuery, UpdateSbomBody } from './sboms.dto.js';
import { SbomsService } from './sboms.service.js';
import type { OrganizationMetrics, SbomView } from './sboms.view.js';

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/project')
export class SbomsController {
  constructor(private readonly sboms: SbomsService) {}

  /** Creates an empty SBOM. */
  @Post('createSBOM')
  @HttpCode(200)
  @Allow('member')
  async create(@CurrentActor() actor: Actor, @Body() body: CreateSbomBody): Promise<Envelope<SbomView>> {
    return envelope(await this.sboms.create(actor, body));
  }

  /** The SBOMs of the organization, newest first, and the metrics over all of them, whatever the filters. */
  @Get('getSBOMs')
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: GetSbomsQuery,
  ): Promise<Envelope<{ id: string; organization: OrganizationMetrics; softwareLists: SbomView[] }>> {
    const { listing, total } = await this.sboms.list(actor, query);
    return envelope(listing, { total_count: total, offset: query.offset, limit: query.limit });
  }

  /** One SBOM with a page of its entries. */
  @Get('getSBOM')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['id'] } })
  async get(
    @CurrentActor() actor: Actor,
    @Query() query: GetSbomQuery,
  ): Promise<Envelope<Omit<SbomView, 'entries'> & { entries: EntryView[] }>> {
    const { id, status, q, examined, candidates, coverage } = query;
    const filter = {
      status,
      q,
      examined,
      isFailing: query.failing,
      isSelectedOnly: candidates === 'selected',
      withCoverage: coverage,
    };
    const { sbom, total } = await this.sboms.get(actor, id, filter, query);
    return envelope(sbom, { total_count: total, offset: query.offset, limit: query.limit });
  }

  /** Updates the properties of an SBOM; missing fields keep their value. */
  @Post('updateSBOM')
  @HttpCode(200)
  @Allow('member')
  async update(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateSbomBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<SbomView>> {
    return envelope(await this.sboms.update(actor, body, ifMatch));
  }

  /** Deletes an SBOM with its entries. They are kept in the database and no longer shown. */
  @Post('deleteSBOM')
  @HttpCode(200)
  @Allow('member')
  async delete(
    @CurrentActor() actor: Actor,
    @Body() { id }: SbomIdBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<{ id: string }>> {
    await this.sboms.delete(actor, id, ifMatch);
    return envelope({ id });
  }

  /** Confirms the SBOM: its status becomes finished. */
  @Post('saveConfirmSBOM')
  @HttpCode(200)
  @Allow('member')
  async confirm(
    @CurrentActor() actor: Actor,
    @Query() { id }: SbomIdQuery,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<{ id: string }>> {
    await this.sboms.confirm(actor, id, ifMatch);
    return envelope({ id });
  }
}
