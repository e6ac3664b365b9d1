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
import { legacyVulnerabilityView, type LegacyVulnerabilityView } from './legacy-vulnerability.view.js';

@ApiTags('Vulnerabilities')
@ApiBearerAuth()
@Controller('v1/vulnerability')
export class AdvisoriesController {
  constructor(private readonly advisories: AdvisoriesService) {}

  /**
   * One vulnerability under all its names: affected and fixed versions, severity, exploitation and sources. Asked by
   * `external_id`, in the shape that the legacy client reads.
   */
  @Get('getVulnerability')
  @Allow('viewer')
  async get(
    @CurrentActor() actor: Actor,
    @Query() { id, external_id }: VulnerabilityQuery,
  ): Promise<Envelope<VulnerabilityView | LegacyVulnerabilityView>> {
    if (id) return envelope(await this.advisories.get(actor, id));
    if (!external_id) throw invalid('Invalid request: id is required', { id: 'is required' });
    return envelope(legacyVulnerabilityView(await this.advisories.get(actor, external_id)));
  }
}
