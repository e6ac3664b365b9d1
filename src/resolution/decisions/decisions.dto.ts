import { candidateKinds } from '../../model/search-results.js';
import { Id, Sort, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { decisionOrders } from './decisions.repository.js';

export class GetDecisionsQuery extends PagingQuery {
  @Id({ optional: true, description: 'Left out: of every organization of the caller.' })
  org_id?: string | null;

  @Text({ optional: true, oneOf: candidateKinds })
  kind?: string | null;

  @Text({ optional: true, max: 256, description: 'Part of name, organization or identifier.' })
  q?: string | null;

  @Sort(Object.keys(decisionOrders), '-updated_at')
  sort?: string | null;
}

export class DeleteDecisionBody {
  @Id()
  id!: string;
}
