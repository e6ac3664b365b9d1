import { Id, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';

export class DependenciesQuery extends PagingQuery {
  @Id({ description: 'The SBOM.' })
  id!: string;

  @Text({ optional: true, description: 'Ref of a node; left out: the roots.' })
  ref?: string;
}

export class PathsQuery extends PagingQuery {
  @Id({ description: 'The component.' })
  id!: string;
}

export class UpdateImpactQuery {
  @Id({ description: 'The component.' })
  id!: string;

  @Text({ optional: true, max: 200, description: 'Default: the smallest version that fixes most.' })
  version?: string | null;
}
