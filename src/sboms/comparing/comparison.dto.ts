import { Id, QueryNumber, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';

export const changeKinds = ['added', 'removed', 'version', 'identity', 'license'] as const;

export class CompareSbomsQuery extends PagingQuery {
  @Id({ description: 'The SBOM to compare with, usually the older one.' })
  from!: string;

  @Id({ description: 'The SBOM that is compared.' })
  to!: string;

  @QueryNumber({ optional: true, min: 1, description: 'Number of an import of `from`; left out: `from` as it is now.' })
  from_import?: number | null;

  @QueryNumber({ optional: true, min: 1, description: 'Number of an import of `to`; left out: `to` as it is now.' })
  to_import?: number | null;

  @Text({ optional: true, oneOf: changeKinds, description: 'Only changes of this kind.' })
  kind?: string;
}
