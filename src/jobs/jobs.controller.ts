import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Allow } from '../organizations/access/allow.decorator.js';
import type { Actor } from '../organizations/access/actor.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../platform/http/envelope.js';
import { JobQuery, jobView, type JobView } from './jobs.dto.js';
import { JobsService } from './jobs.service.js';
import { JobWatcher } from './job-watcher.js';
import { isFinished } from './job-run.js';

@ApiTags('Jobs')
@ApiBearerAuth()
@Controller('v1/jobs')
export class JobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly watcher: JobWatcher,
  ) {}

  /** One job: its state, progress and result. */
  @Get('getJob')
  @Allow('viewer')
  async getJob(@CurrentActor() actor: Actor, @Query() query: JobQuery): Promise<Envelope<JobView>> {
    return envelope(jobView(await this.jobs.get(actor, query.id)));
  }

  /**
   * Streams the job as server-sent events: `progress` with the object of getJob whenever it changes, then `end` when
   * the job is finished.
   */
  @Get('events')
  @Allow('viewer')
  @ApiOkResponse({ description: 'The stream.', content: { 'text/event-stream': { schema: { type: 'string' } } } })
  async events(@CurrentActor() actor: Actor, @Query() query: JobQuery, @Res() response: Response): Promise<void> {
    await this.jobs.get(actor, query.id);
    streamJobEvents(this.watcher, query.id, response);
  }

  /** Cancels a job that is not finished. It writes nothing from then on. */
  @Post('cancelJob')
  @HttpCode(200)
  @Allow('member')
  async cancelJob(@CurrentActor() actor: Actor, @Body() body: JobQuery): Promise<Envelope<JobView>> {
    return envelope(jobView(await this.jobs.cancel(actor, body.id)));
  }
}

const heartbeatMs = 15_000;
/** The client reconnects then, and is authorized again. */
const maxStreamMs = 10 * 60_000;

/**
 * Writes the job as server-sent events until it is finished, the client disconnects or the process stops. A slow client
 * gets fewer events, always the latest one.
 *
 * @throws TransientError, with nothing written, when there are too many watchers
 */
export function streamJobEvents(watcher: JobWatcher, runId: string, response: Response): void {
  let latest = '';
  let sent = '';
  let over = false;

  const unwatch = watcher.watch(runId, (run) => {
    if (run === null) return close();
    over = isFinished(run.state);
    latest = `event: ${over ? 'end' : 'progress'}\ndata: ${JSON.stringify(jobView(run))}\n\n`;
    write();
  });
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(':\n\n');
  }, heartbeatMs);
  const limit = setTimeout(close, maxStreamMs);

  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  response.write('retry: 3000\n\n');
  response.on('drain', write);
  response.on('close', close);
  watcher.stopped.addEventListener('abort', close);
  if (watcher.stopped.aborted || response.req.method === 'HEAD') close();

  function write(): void {
    if (latest === sent || response.writableNeedDrain) return;
    sent = latest;
    response.write(latest);
    if (over) close();
  }

  function close(): void {
    unwatch();
    clearInterval(heartbeat);
    clearTimeout(limit);
    watcher.stopped.removeEventListener('abort', close);
    response.end();
  }
}
