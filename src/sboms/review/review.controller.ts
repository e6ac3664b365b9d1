import { Body, Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ActorsService } from '../../organizations/access/actors.service.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { EventStream } from '../../platform/http/event-stream.js';
import { DecideService } from './decide.service.js';
import {
  ClaimBody,
  DecideBody,
  GetGroupsQuery,
  GetQueueQuery,
  GetReviewDecisionsQuery,
  PreviewQuery,
  ReviewEventsQuery,
  UndoBody,
  VersionsQuery,
} from './review.dto.js';
import { ReviewWatcher, type ReviewListener } from './review-watcher.js';
import { ReviewService } from './review.service.js';
import type {
  NearNames,
  ReviewClaim,
  ReviewDecided,
  ReviewDecisionView,
  ReviewFacets,
  ReviewFacetTotals,
  ReviewGroup,
  ReviewGroupDetail,
  ReviewPreview,
  ReviewUndone,
  ReviewVersion,
} from './review.view.js';

interface ReviewQueueMeta {
  /** Number of entries of all groups. */
  readonly entries: number;
  /** Number of entries that are still being resolved. */
  readonly resolving: number;
  readonly facets: ReviewFacets;
  /** How many values each facet has; those that it does not list have the fewest groups. */
  readonly facet_totals: ReviewFacetTotals;
  /** For the next page; null: this is the last one. */
  readonly cursor: string | null;
}

@ApiTags('Review')
@ApiBearerAuth()
@Controller('v1/review')
export class ReviewController {
  constructor(
    private readonly reviews: ReviewService,
    private readonly deciding: DecideService,
    private readonly watcher: ReviewWatcher,
    private readonly actors: ActorsService,
  ) {}

  /**
   * What waits for a person in the SBOMs of an organization: entries grouped by name, organization, ecosystem and
   * declared package; those with the most entries and risk first. `meta` has the `facets` and how many values
   * each has (`facet_totals`), the number of `entries`, how many entries are still `resolving`, and the `cursor` of the next page.
   */
  @Get('getQueue')
  @Allow('viewer')
  async queue(
    @CurrentActor() actor: Actor,
    @Query() query: GetQueueQuery,
  ): Promise<Envelope<readonly ReviewGroup[], ReviewQueueMeta>> {
    const { groups, total, totalEntries, ...more } = await this.reviews.queue(actor, query);
    return envelope(groups, { total_count: total, limit: query.limit, entries: totalEntries, ...more });
  }

  /** Groups with what their file says, the candidates, and the reasons for and against each. Settled groups are left out. */
  @Get('getGroups')
  @Allow('viewer')
  async groups(
    @CurrentActor() actor: Actor,
    @Query() { org_id, ids }: GetGroupsQuery,
  ): Promise<Envelope<ReviewGroupDetail[]>> {
    const groups = await this.reviews.groups(actor, org_id, ids.split(','));
    return envelope(groups, { total_count: groups.length });
  }

  /** Other groups with nearly the names of the given ones: those that wait, and how the others were settled. */
  @Get('getNearNames')
  @Allow('viewer')
  async nearNames(
    @CurrentActor() actor: Actor,
    @Query() { org_id, ids }: GetGroupsQuery,
  ): Promise<Envelope<NearNames[]>> {
    const groups = await this.reviews.nearNames(actor, org_id, ids.split(','));
    return envelope(groups, { total_count: groups.length });
  }

  /** Versions that the group's entries have, and whether the catalogue has them for a candidate. */
  @Get('getVersions')
  @Allow('viewer')
  async versions(@CurrentActor() actor: Actor, @Query() query: VersionsQuery): Promise<Envelope<ReviewVersion[]>> {
    const versions = await this.reviews.versions(actor, query);
    return envelope(versions, { total_count: versions.length });
  }

  /**
   * Streams what reviewers do as server-sent events: `claims` with the groups that somebody looks at, each time that they
   * change; `decision` with each decision of the last two minutes and, with `follow`, of now on, again when it is undone.
   */
  @Get('events')
  @Allow('viewer')
  @ApiOkResponse({ description: 'The stream.', content: { 'text/event-stream': { schema: { type: 'string' } } } })
  events(
    @CurrentActor() actor: Actor,
    @Query() { org_id, follow }: ReviewEventsQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    let stream: EventStream | null = null;
    const listener: ReviewListener = ({ claims, decisions }) => {
      stream?.send('claims', 'claims', { claims });
      for (const decision of [...decisions].reverse()) stream?.send(decision.id, 'decision', decision);
      if (follow) return;
      stream?.send('end', 'end', {});
      stream?.end();
    };
    const unwatch = this.watcher.watch(actor, org_id, listener);
    stream = new EventStream(response, this.watcher.stopped, unwatch, () => this.actors.hasSameRights(request, actor));
  }

  /** What a decision about the group would change. */
  @Get('preview')
  @Allow('viewer')
  async preview(
    @CurrentActor() actor: Actor,
    @Query() { org_id, group }: PreviewQuery,
  ): Promise<Envelope<ReviewPreview>> {
    return envelope(await this.reviews.preview(actor, org_id, group));
  }

  /** Decisions about groups, undone ones included, the latest first. */
  @Get('getDecisions')
  @Allow('viewer')
  async decisions(
    @CurrentActor() actor: Actor,
    @Query() query: GetReviewDecisionsQuery,
  ): Promise<Envelope<ReviewDecisionView[]>> {
    const filter = { orgId: query.org_id, userId: query.user_id ?? null };
    return listEnvelope(await this.reviews.decisions(actor, filter, query), query);
  }

  /**
   * Settles every waiting entry of the group: with candidates, or with a disposition where none fits. Later entries of
   * the name follow. Where the group has another `revision` by now, the answer is 409, with what was decided in
   * `present`.
   */
  @Post('decide')
  @HttpCode(200)
  @Allow('member')
  async decide(@CurrentActor() actor: Actor, @Body() body: DecideBody): Promise<Envelope<ReviewDecided>> {
    return envelope(await this.deciding.decide(actor, body));
  }

  /** Takes a decision back: its entries are again as they were before it. It is no refusal of what was chosen. */
  @Post('undo')
  @HttpCode(200)
  @Allow('member')
  async undo(@CurrentActor() actor: Actor, @Body() { decision_id }: UndoBody): Promise<Envelope<ReviewUndone>> {
    return envelope(await this.deciding.undo(actor, decision_id));
  }

  /** Tells other reviewers for a minute that the caller looks at the group. Answers whose claim holds. */
  @Post('claim')
  @HttpCode(200)
  @Allow('member')
  async claim(@CurrentActor() actor: Actor, @Body() { org_id, group }: ClaimBody): Promise<Envelope<ReviewClaim>> {
    return envelope(await this.reviews.claim(actor, org_id, group));
  }
}
