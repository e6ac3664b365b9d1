import { Id, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';

export class FindComponentsQuery extends PagingQuery {
  @Text({ optional: true, description: 'A package URL; without version it matches every version.' })
  purl?: string | null;

  @Text({ optional: true, description: 'A CPE; `*` matches any value.' })
  cpe?: string | null;

  @Text({ optional: true, description: 'The address of a repository, in any spelling.' })
  repo_url?: string | null;

  @Text({ optional: true, description: 'Name of the entry, ignoring case.' })
  name?: string | null;

  @Text({ optional: true, max: 8000, description: 'Only versions in this range: `vers:npm/>=1.2.0|<2.0.0`.' })
  vers?: string | null;

  @Id({ optional: true, description: 'Only in this organization.' })
  org_id?: string | null;
}
