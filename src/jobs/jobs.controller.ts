import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Allow } from '../organizations/access/allow.decorator.js';
import type { Actor } from '../organizations/access/actor.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../platform/http/envelope.js';
import { streamJobEvents } from './job-events.js';
import { JobQuery, jobView, type JobView } from './jobs.dto.js';
import { JobsService } from './jobs.service.js';
import { JobWatcher } from './job-watcher.js';

@ApiTags('jobs')
@ApiBearerAuth()
@Controller('v1/jobs')
export class JobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly watcher: JobWatcher,
  ) {}

  @Get('getJob')
  @Allow('viewer')
  async getJob(@CurrentActor() actor: Actor, @Query() query: JobQuery): Promise<Envelope<JobView>> {
    return envelope(jobView(await this.jobs.get(actor, query.id)));
  }

  /**
   * The job as server-sent events: `progress` with the same object as getJob whenever it changes, and `end` when the
   * job is over; then the stream closes.
   */
  @Get('events')
  @Allow('viewer')
  @ApiOkResponse({ description: 'The stream.', content: { 'text/event-stream': { schema: { type: 'string' } } } })
  async events(@CurrentActor() actor: Actor, @Query() query: JobQuery, @Res() response: Response): Promise<void> {
    await this.jobs.get(actor, query.id);
    streamJobEvents(this.watcher, query.id, response);
  }

  /** Ends a job that is not over; it writes nothing from then on. */
  @Post('cancelJob')
  @HttpCode(200)
  @Allow('member')
  async cancelJob(@CurrentActor() actor: Actor, @Body() body: JobQuery): Promise<Envelope<JobView>> {
    return envelope(jobView(await this.jobs.cancel(actor, body.id)));
  }
}
