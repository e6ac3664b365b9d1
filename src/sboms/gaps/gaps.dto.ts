import { Id, QueryFlag, Sort, Text, TextList } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { gapOrders } from './gaps.repository.js';

export class GetGapsQuery extends PagingQuery {
  @Id({ description: 'The SBOM.' })
  sbom_id!: string;

  @QueryFlag({ optional: true, description: 'Only accepted gaps, or only open ones.' })
  accepted?: boolean | null;

  @Sort(Object.keys(gapOrders), 'open ones first, then path')
  sort?: string | null;
}

export class AcceptGapsBody {
  @Id({ description: 'The SBOM.' })
  sbom_id!: string;

  @TextList({ optional: true, description: 'Paths of the gaps; left out: all that are open.' })
  paths?: string[] | null;

  @Text({ max: 1_000, description: 'Why the SBOM is complete enough without these files.' })
  note!: string;
}
