import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { DependenciesQuery, PathsQuery, UpdateImpactQuery } from './dependencies.dto.js';
import { DependenciesService } from './dependencies.service.js';
import { UpdateImpactService } from './update-impact.service.js';
import type { UpdateImpactView } from './update-impact.view.js';
import type { DependencyMeta, DependencyPathView, DependencyView } from './dependencies.view.js';

@ApiTags('Components')
@ApiBearerAuth()
@Controller('v1/project')
export class DependenciesController {
  constructor(
    private readonly dependencies: DependenciesService,
    private readonly updates: UpdateImpactService,
  ) {}

  /**
   * The dependencies that the file of an SBOM declares: of the node `ref`, or the roots. `meta.outside` counts the
   * components that no dependency names; nothing is known of their place.
   */
  @Get('getDependencies')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['id'] } })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: DependenciesQuery,
  ): Promise<Envelope<DependencyView[], DependencyMeta>> {
    const { rows, total, outside } = await this.dependencies.dependencies(actor, query);
    return envelope(rows, { total_count: total, offset: query.offset, limit: query.limit, outside });
  }

  /**
   * How a component comes into its SBOM: the shortest path from a root through each component that depends on it,
   * shortest first. Empty where the file declares no dependency on it.
   */
  @Get('getPaths')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['id'] } })
  async paths(@CurrentActor() actor: Actor, @Query() query: PathsQuery): Promise<Envelope<DependencyPathView[]>> {
    return listEnvelope(await this.dependencies.paths(actor, query), query);
  }

  /**
   * What an update of a component to another version would touch: vulnerabilities that it fixes and brings, the licence,
   * the components that depend on it, and the other SBOMs with it.
   */
  @Get('getUpdateImpact')
  @Allow('viewer')
  async impact(@CurrentActor() actor: Actor, @Query() query: UpdateImpactQuery): Promise<Envelope<UpdateImpactView>> {
    return envelope(await this.updates.impact(actor, query));
  }
}
