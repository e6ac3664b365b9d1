import { Id, Sort, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { scimTokenOrders } from './scim-tokens.repository.js';

export class CreateScimTokenBody {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Text({ max: 255, description: 'Which provider uses it.' })
  name!: string;
}

export class ScimTokensQuery extends PagingQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Sort(Object.keys(scimTokenOrders), '-created_at')
  sort?: string | null;
}

export class ScimTokenIdBody {
  @Id({ description: 'The token.' })
  id!: string;
}
