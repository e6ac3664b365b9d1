import { Id, Moment, Sort, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { auditOutcomes } from './audit.entities.js';
import { auditOrders } from './audit.repository.js';

/** Filters of audit events; all given ones apply. */
export class EventsQuery extends PagingQuery {
  @Id({ optional: true, description: 'Only events of this user.' })
  actor_id?: string | null;

  @Id({ optional: true, description: 'Only events about this object.' })
  object_id?: string | null;

  @Text({ optional: true, max: 100, description: 'Only events of this route: `project/createSBOM`.' })
  action?: string | null;

  @Text({ optional: true, oneOf: auditOutcomes })
  outcome?: string | null;

  @Moment({ optional: true, description: 'Only events at or after this time.' })
  since?: string | null;

  @Moment({ optional: true, description: 'Only events before this time.' })
  until?: string | null;

  @Sort(Object.keys(auditOrders), '-at')
  sort?: string | null;
}

export class GetEventsQuery extends EventsQuery {
  @Id()
  org_id!: string;
}
