import { candidateKinds } from '../../model/search-results.js';
import { Id, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';

export class GetDecisionsQuery extends PagingQuery {
  @Id({ optional: true, description: 'Left out: of every organization of the caller.' })
  org_id?: string | null;

  @Text({ optional: true, oneOf: candidateKinds })
  kind?: string | null;

  @Text({ optional: true, max: 256, description: 'Part of name, organization or identifier.' })
  q?: string | null;
}

export class DeleteDecisionBody {
  @Id()
  id!: string;
}
