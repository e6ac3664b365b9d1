import { ApiProperty } from '@nestjs/swagger';
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

/** An entry that matches the search, and its SBOM. */
export class FoundComponent {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  sbom_id!: string;
  sbom_name!: string;
  sbom_version!: string;
  org_id!: string;
  team_id!: string;

  /** The project that the SBOM belongs to; null for others. */
  project_id!: string | null;

  name!: string;
  org!: string;
  version!: string;
  status!: string;

  /** The selected package; null if there is none. */
  purl!: string | null;

  /** The selected product; null if there is none. */
  cpe!: string | null;

  /** The selected repository; null if there is none. */
  repo_url!: string | null;

  svc_id!: string;
}
