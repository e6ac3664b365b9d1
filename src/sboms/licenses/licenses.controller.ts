import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { LicenseConflictsQuery, LicensePolicyBody, LicensePolicyQuery, LicensesQuery } from './licenses.dto.js';
import { LicensesService } from './licenses.service.js';
import type {
  ConflictCountsMeta,
  LicenseConflictView,
  LicenseCountsMeta,
  LicensePolicyView,
  SbomLicenseView,
} from './licenses.view.js';

@ApiTags('Licences')
@ApiBearerAuth()
@Controller('v1/license')
export class LicensesController {
  constructor(private readonly licenses: LicensesService) {}

  /** What an organization allows of licences, by how its products reach others. */
  @Get('getPolicy')
  @Allow('viewer')
  async policy(
    @CurrentActor() actor: Actor,
    @Query() { org_id }: LicensePolicyQuery,
  ): Promise<Envelope<LicensePolicyView[]>> {
    const policies = await this.licenses.policies(actor, org_id);
    return envelope(policies, { total_count: policies.length });
  }

  /**
   * Replaces what an organization allows where its products reach others so. A licence is decided before its class, and
   * denied before review before allowed; what is not listed is not allowed.
   */
  @Post('setPolicy')
  @HttpCode(200)
  @Allow('admin')
  async setPolicy(@CurrentActor() actor: Actor, @Body() body: LicensePolicyBody): Promise<Envelope<LicensePolicyView>> {
    return envelope(await this.licenses.setPolicy(actor, body));
  }

  /** The licences of an SBOM with their class, obligations and what the policy of the organization says of them. */
  @Get('getLicenses')
  @Allow('viewer')
  async ofSbom(
    @CurrentActor() actor: Actor,
    @Query() query: LicensesQuery,
  ): Promise<Envelope<SbomLicenseView[], LicenseCountsMeta>> {
    const { rows, total, meta } = await this.licenses.licenses(actor, query);
    return envelope([...rows], { total_count: total, offset: query.offset, limit: query.limit, ...meta });
  }

  /**
   * Known conflicts between the licence of a component and that of one that it depends on, directly or through others.
   * Pairs that no source is known for are counted as unknown in `meta.relations`: they are not permitted by that.
   */
  @Get('getConflicts')
  @Allow('viewer')
  async conflicts(
    @CurrentActor() actor: Actor,
    @Query() query: LicenseConflictsQuery,
  ): Promise<Envelope<LicenseConflictView[], ConflictCountsMeta>> {
    const { rows, total, meta } = await this.licenses.conflicts(actor, query);
    return envelope(rows, { total_count: total, offset: query.offset, limit: query.limit, ...meta });
  }
}
