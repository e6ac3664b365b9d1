import { Id, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';

export const changeKinds = ['added', 'removed', 'version', 'identity', 'license'] as const;

export class CompareSbomsQuery extends PagingQuery {
  @Id({ description: 'The SBOM to compare with, usually the older one.' })
  from!: string;

  @Id({ description: 'The SBOM that is compared.' })
  to!: string;

  @Text({ optional: true, oneOf: changeKinds, description: 'Only changes of this kind.' })
  kind?: string;
}
