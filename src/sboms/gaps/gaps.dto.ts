import { Id, Text, TextList } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';

export class GetGapsQuery extends PagingQuery {
  @Id({ description: 'The SBOM.' })
  sbom_id!: string;
}

export class AcceptGapsBody {
  @Id({ description: 'The SBOM.' })
  sbom_id!: string;

  @TextList({ optional: true, description: 'Paths of the gaps; left out: all that are open.' })
  paths?: string[] | null;

  @Text({ max: 1_000, description: 'Why the SBOM is complete enough without these files.' })
  note!: string;
}
