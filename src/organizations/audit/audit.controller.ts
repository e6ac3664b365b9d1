import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { AuditTrail } from './audit-trail.js';
import { EventsQuery, GetEventsQuery } from './audit.dto.js';
import type { AuditEventView } from './audit.view.js';

@ApiTags('Audit')
@ApiBearerAuth()
@Controller('v1/audit')
export class AuditController {
  constructor(private readonly auditTrail: AuditTrail) {}

  /** Actions in an organization, latest first: by whom, when, from where, and with which outcome. */
  @Get('getEvents')
  @Allow('admin')
  async getEvents(@CurrentActor() actor: Actor, @Query() query: GetEventsQuery): Promise<Envelope<AuditEventView[]>> {
    return listEnvelope(await this.auditTrail.organizationEvents(actor, query.org_id, query), query);
  }

  /** Actions that belong to no organization: of system administrators, and logins under unknown names. */
  @Get('getServiceEvents')
  @Allow('sys_admin')
  async getServiceEvents(@Query() query: EventsQuery): Promise<Envelope<AuditEventView[]>> {
    return listEnvelope(await this.auditTrail.serviceEvents(query), query);
  }
}
