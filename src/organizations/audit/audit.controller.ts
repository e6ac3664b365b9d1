import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { Database } from '../../platform/database/database.js';
import { listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { AuditEventView, EventsQuery, GetEventsQuery } from './audit.dto.js';
import { auditEventPage, type AuditEventFilter } from './audit.repository.js';

@ApiTags('audit')
@ApiBearerAuth()
@Controller('v1/audit')
export class AuditController {
  constructor(private readonly database: Database) {}

  /** What was done in an organization: by whom, when, from where, with which outcome; the latest first. */
  @Get('getEvents')
  @Allow('admin')
  async getEvents(@CurrentActor() actor: Actor, @Query() query: GetEventsQuery): Promise<Envelope<AuditEventView[]>> {
    const { orgId } = actor.organization(query.org_id);
    const page = await this.database.transaction(actor.tenancy, (sql) =>
      auditEventPage(sql, filterOf(orgId, query), query),
    );
    return listEnvelope(page, query);
  }

  /** The same for what belongs to no organization: system administrators' work, logins under names that nobody has. */
  @Get('getServiceEvents')
  @Allow('sys_admin')
  async getServiceEvents(@Query() query: EventsQuery): Promise<Envelope<AuditEventView[]>> {
    const page = await this.database.transaction('system', (sql) => auditEventPage(sql, filterOf(null, query), query));
    return listEnvelope(page, query);
  }
}

const filterOf = (orgId: string | null, query: EventsQuery): AuditEventFilter => ({
  orgId,
  actorId: query.actor_id ?? null,
  objectId: query.object_id ?? null,
  action: query.action || null,
  outcome: query.outcome || null,
  since: query.since || null,
  until: query.until || null,
});
