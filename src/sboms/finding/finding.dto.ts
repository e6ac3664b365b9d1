import { ApiProperty } from '@nestjs/swagger';
import { Id, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';

export class FindComponentsQuery extends PagingQuery {
  @Text({ optional: true, description: 'A package URL; without a version every version is meant.' })
  purl?: string | null;

  @Text({ optional: true, description: 'A CPE; a `*` in it means everything there.' })
  cpe?: string | null;

  @Text({ optional: true, description: 'The address of a repository, in any spelling.' })
  repo_url?: string | null;

  @Text({ optional: true, description: 'The name that the entry has, whatever its case.' })
  name?: string | null;

  @Text({ optional: true, max: 8000, description: 'Only versions in this range: `vers:npm/>=1.2.0|<2.0.0`.' })
  vers?: string | null;

  @Id({ optional: true, description: 'In this organization only.' })
  org_id?: string | null;
}

/** An entry that was looked for, and the SBOM that it stands in. */
export class FoundComponent {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  sbom_id!: string;
  sbom_name!: string;
  sbom_version!: string;
  org_id!: string;
  team_id!: string;

  /** The project whose components the SBOM lists; null for others. */
  project_id!: string | null;

  name!: string;
  org!: string;
  version!: string;
  status!: string;

  /** The selected package; null: none is. */
  purl!: string | null;

  /** The selected product; null: none is. */
  cpe!: string | null;

  /** The selected repository; null: none is. */
  repo_url!: string | null;

  svc_id!: string;
}
