import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ActorsService } from '../../organizations/access/actors.service.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { EventStream } from '../../platform/http/event-stream.js';
import { ProgressQuery } from './progress.dto.js';
import { ProgressWatcher, type ProgressListener } from './progress-watcher.js';

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/project')
export class ProgressController {
  constructor(
    private readonly watcher: ProgressWatcher,
    private readonly actors: ActorsService,
  ) {}

  /**
   * Streams the work on SBOMs (import, resolution, verdict) as server-sent events: `progress` with one SBOM whenever
   * something of it changes, first with its present state; `end` when nothing is left to do for any of them. `data` is
   * an object with `id`, `status`, `entry_count`, `resolved_count`, `assessed_count`, `verdict`, `updated_at`, `settled`
   * and `work`, the open jobs each with `name`, `status`, `stage`, `done` and `total`.
   */
  @Get('events')
  @Allow('viewer')
  @ApiOkResponse({ description: 'The stream.', content: { 'text/event-stream': { schema: { type: 'string' } } } })
  async events(
    @CurrentActor() actor: Actor,
    @Query() { ids, follow }: ProgressQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    let stream: EventStream | null = null;
    const listener: ProgressListener = (sboms) => {
      for (const sbom of sboms) stream?.send(sbom.id, 'progress', sbom);
      if (follow || sboms.some(({ settled }) => !settled)) return;
      stream?.send('end', 'end', {});
      stream?.end();
    };
    const unwatch = await this.watcher.watch(actor, ids.split(','), listener);
    stream = new EventStream(response, this.watcher.stopped, unwatch, () => this.actors.hasSameRights(request, actor));
  }
}
