import { Id, Sort, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { patternOrders } from './patterns.repository.js';
import { patternKinds, type PatternKind } from '../matching/select/internal-patterns.js';

export class CreateInternalPatternBody {
  @Id()
  org_id!: string;

  @Text({ oneOf: patternKinds })
  kind!: PatternKind;

  @Text({ max: 256, description: 'A namespace as pkg:maven/com.acme, or the beginning of names.' })
  pattern!: string;
}

export class GetInternalPatternsQuery extends PagingQuery {
  @Id({ optional: true, description: 'Left out: of every organization of the caller.' })
  org_id?: string | null;

  @Text({ optional: true, oneOf: patternKinds })
  kind?: string | null;

  @Text({ optional: true, max: 256, description: 'Part of the pattern.' })
  q?: string | null;

  @Sort(Object.keys(patternOrders), 'created_at')
  sort?: string | null;
}

export class DeleteInternalPatternBody {
  @Id()
  id!: string;
}
