import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope, type JobMeta } from '../../platform/http/envelope.js';
import { ListBody } from '../../platform/http/validation.js';
import { ExplainService } from '../resolving/explain.service.js';
import type { Explanation } from '../resolving/explanation.view.js';
import { DeleteComponentsBody, ResolveComponentsBody, SbomIdQuery } from '../sboms.dto.js';
import { AddComponentBody, maxUpdates, UpdateComponentBody } from './components.dto.js';
import type { EntryView } from './components.view.js';
import { ComponentsService } from './components.service.js';

@ApiTags('Components')
@ApiBearerAuth()
@Controller('v1/project')
export class ComponentsController {
  constructor(
    private readonly components: ComponentsService,
    private readonly explanations: ExplainService,
  ) {}

  /** Explains the candidates of a component. */
  @Get('explainComponent')
  @Allow('viewer')
  async explain(@CurrentActor() actor: Actor, @Query() { id }: SbomIdQuery): Promise<Envelope<Explanation>> {
    return envelope(await this.explanations.explain(actor, id));
  }

  /** Adds a component to an SBOM. The answer is the entry itself, without an envelope. */
  @Post('addComponent')
  @HttpCode(200)
  @Allow('member')
  add(@CurrentActor() actor: Actor, @Body() body: AddComponentBody): Promise<EntryView> {
    return this.components.add(actor, body);
  }

  /** Updates components: all of them or none. */
  @Post('updateComponents')
  @HttpCode(200)
  @Allow('member')
  @ApiBody({ type: [UpdateComponentBody] })
  async update(
    @CurrentActor() actor: Actor,
    @Body(new ListBody(UpdateComponentBody, maxUpdates)) bodies: UpdateComponentBody[],
  ): Promise<Envelope<EntryView[]>> {
    const entries = await this.components.update(actor, bodies);
    return envelope(entries, { total_count: entries.length });
  }

  /** Removes components from an SBOM. */
  @Post('deleteComponents')
  @HttpCode(200)
  @Allow('member')
  async delete(
    @CurrentActor() actor: Actor,
    @Body() { sbom_id, ids }: DeleteComponentsBody,
  ): Promise<Envelope<{ ids: string[] }>> {
    const count = await this.components.delete(actor, sbom_id, ids);
    return envelope({ ids }, { total_count: count });
  }

  /** Resolves all components of an SBOM, or the given ones, again. Selections by people are kept. */
  @Post('resolveComponents')
  @HttpCode(202)
  @Allow('member')
  async resolve(
    @CurrentActor() actor: Actor,
    @Body() { sbom_id, ids }: ResolveComponentsBody,
  ): Promise<Envelope<{ sbom_id: string; job_id: string }, JobMeta>> {
    const { jobId, count } = await this.components.resolve(actor, sbom_id, ids ?? null);
    return envelope({ sbom_id, job_id: jobId }, { total_count: count, job_id: jobId });
  }
}
