import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ForProjectKeys } from '../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { ActorsService } from '../organizations/access/actors.service.js';
import type { Actor } from '../organizations/access/actor.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../platform/http/envelope.js';
import { EventStream } from '../platform/http/event-stream.js';
import { JobQuery, jobView, type JobView } from './jobs.dto.js';
import { JobsService } from './jobs.service.js';
import { JobWatcher, type RunListener } from './job-watcher.js';
import { isFinished } from './job-context.js';

interface CancelMeta {
  /** What has happened: the job is cancelled, or goes on for others. */
  readonly message: string;
}

@ApiTags('Jobs')
@ApiBearerAuth()
@Controller('v1/jobs')
export class JobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly watcher: JobWatcher,
    private readonly actors: ActorsService,
  ) {}

  /** One job: its state, progress and result. */
  @Get('getJob')
  @Allow('viewer')
  @ForProjectKeys({ ids: { job: ['id'] } })
  async getJob(@CurrentActor() actor: Actor, @Query() query: JobQuery): Promise<Envelope<JobView>> {
    return envelope(jobView(await this.jobs.get(actor, query.id)));
  }

  /**
   * Streams the job as server-sent events: `progress` with the object of getJob whenever it changes, then `end` when
   * the job is finished.
   */
  @Get('events')
  @Allow('viewer')
  @ForProjectKeys({ ids: { job: ['id'] } })
  @ApiOkResponse({ description: 'The stream.', content: { 'text/event-stream': { schema: { type: 'string' } } } })
  async events(
    @CurrentActor() actor: Actor,
    @Query() query: JobQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.jobs.get(actor, query.id);
    const watch = (listener: RunListener) => this.watcher.watchFor(actor.userId, query.id, listener);
    const stream = { runId: query.id, stopped: this.watcher.stopped, watch };
    streamJobEvents(stream, response, () => this.actors.hasSameRights(request, actor));
  }

  /**
   * Cancels a job that is not finished. It writes nothing from then on. Where others have asked for the same job, only
   * the caller's request is withdrawn, and the job ends with the last one; who has not asked cancels it for all.
   */
  @Post('cancelJob')
  @HttpCode(200)
  @Allow('member')
  async cancelJob(@CurrentActor() actor: Actor, @Body() body: JobQuery): Promise<Envelope<JobView, CancelMeta>> {
    const { run, message } = await this.jobs.cancel(actor, body.id);
    return envelope(jobView(run), { message });
  }
}

interface JobEvents {
  readonly runId: string;
  readonly stopped: AbortSignal;
  readonly watch: (listener: RunListener) => () => void;
}

/**
 * Writes the job as server-sent events until it is finished, the client disconnects or the process stops.
 *
 * @throws CallerError 429, or TransientError, with nothing written, when there are too many watchers
 */
function streamJobEvents(
  { runId, stopped, watch }: JobEvents,
  response: Response,
  mayGoOn: () => Promise<boolean>,
): void {
  let stream: EventStream | null = null;
  const unwatch = watch((run) => {
    if (run === null) return stream?.close();
    const isOver = isFinished(run.state);
    stream?.send(runId, isOver ? 'end' : 'progress', jobView(run));
    if (isOver) stream?.end();
  });
  stream = new EventStream(response, stopped, unwatch, mayGoOn);
}
