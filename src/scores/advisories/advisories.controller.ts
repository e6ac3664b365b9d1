import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { invalid } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { VulnerabilityQuery } from './advisories.dto.js';
import { AdvisoriesService } from './advisories.service.js';
import type { VulnerabilityView } from './advisories.view.js';

@ApiTags('Vulnerabilities')
@ApiBearerAuth()
@Controller('v1/vulnerability')
export class AdvisoriesController {
  constructor(private readonly advisories: AdvisoriesService) {}

  /** One vulnerability under all its names: affected and fixed versions, severity, exploitation and sources. */
  @Get('getVulnerability')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Query() query: VulnerabilityQuery): Promise<Envelope<VulnerabilityView>> {
    const id = query.id || query.external_id;
    if (!id) throw invalid('Invalid request: id is required', { id: 'is required' });
    return envelope(await this.advisories.get(actor, id));
  }
}
