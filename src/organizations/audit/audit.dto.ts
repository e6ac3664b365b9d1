import { ApiProperty } from '@nestjs/swagger';
import { Id, Moment, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { auditOutcomes, type AuditOutcome } from './audit.entities.js';

/** Which events; all that are given must hold. */
export class EventsQuery extends PagingQuery {
  @Id({ optional: true, description: 'What this user did.' })
  actor_id?: string | null;

  @Id({ optional: true, description: 'What was done to this thing.' })
  object_id?: string | null;

  @Text({ optional: true, max: 100, description: 'What was done, by the name of its route: `project/createSBOM`.' })
  action?: string | null;

  @Text({ optional: true, oneOf: auditOutcomes })
  outcome?: string | null;

  @Moment({ optional: true, description: 'From this moment on.' })
  since?: string | null;

  @Moment({ optional: true, description: 'Before this moment.' })
  until?: string | null;
}

export class GetEventsQuery extends EventsQuery {
  @Id()
  org_id!: string;
}

export class AuditEventView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  at!: Date;

  /** Null: of no organization. */
  org_id!: string | null;

  /** Null: nobody known. */
  actor_id!: string | null;

  /** The user’s name at that time. */
  actor_name!: string;

  /** How he proved who he is: `session`, `api_key`, `outside`, `password`. */
  via!: string;

  action!: string;

  /** `failed` is a fault of the service’s: it may have happened or not. */
  @ApiProperty({ enum: auditOutcomes })
  outcome!: AuditOutcome;

  /** HTTP status of the answer. */
  status!: number;

  /** Ids that the request named and that its answer gave, a hundred at most. */
  objects!: string[];

  /** Network address that the request came from. */
  address!: string;

  request_id!: string;
}
