import { Id, QueryFlag, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import type { FieldErrors } from '../../model/errors.js';
import type { CrossFieldChecks } from '../../platform/http/validation.js';
import { componentSearchErrors, nameMatches } from './component-search.js';

export class FindComponentsQuery extends PagingQuery implements CrossFieldChecks {
  @Text({ optional: true, description: 'A package URL; without version it matches every version.' })
  purl?: string | null;

  @Text({ optional: true, description: 'A CPE; `*` matches any value.' })
  cpe?: string | null;

  @Text({ optional: true, description: 'The address of a repository, in any spelling.' })
  repo_url?: string | null;

  @Text({ optional: true, description: 'A name, in any case: of entries, or of a package or product.' })
  name?: string | null;

  @Text({ optional: true, oneOf: nameMatches, description: 'How much of the name it is; left out: the whole.' })
  match?: string | null;

  @Text({
    optional: true,
    max: 8000,
    description: 'Only versions in this range: `vers:npm/>=1.2.0|<2.0.0`, or `>=1.2.0 <2.0.0 || 3.1.0`.',
  })
  vers?: string | null;

  @QueryFlag({ optional: true, description: 'False: without entries that are only possible.' })
  possible: boolean = true;

  @Id({ optional: true, description: 'Only in this organization.' })
  org_id?: string | null;

  crossFieldErrors(): FieldErrors {
    return componentSearchErrors(this as unknown as Record<string, unknown>);
  }
}
