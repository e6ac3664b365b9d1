import { Id, IdList, QueryFlag, Text } from '../../platform/http/fields.js';

export const sbomTypes = ['SPDX', 'CycloneDX'] as const;
export const exportEncodings = ['CSV', 'JSON', 'tag-value', 'XLSX', 'XML', 'YAML'] as const;

export class ExportQuery {
  @Text({ oneOf: sbomTypes, description: 'Standard of the document.' })
  sbom_type!: (typeof sbomTypes)[number];

  @Text({ optional: true, oneOf: exportEncodings, description: 'Default: JSON.' })
  encoding?: (typeof exportEncodings)[number];

  @Text({ optional: true, description: 'CycloneDX 1.4–1.7 (default 1.6); SPDX 2.2, 2.3 (default), 3.0.1.' })
  spec_version?: string;

  @QueryFlag({ optional: true, description: 'Whether to include the dependencies of projects.' })
  include_dependencies: boolean = false;

  @QueryFlag({
    optional: true,
    description:
      'true: the organization is the top-level component; false: the SBOM is. Must be true for several SBOMs.',
  })
  team_top_level: boolean = false;

  @QueryFlag({ optional: true, description: 'Answer with the document itself as a file.' })
  download: boolean = false;
}

export class ReportBody {
  @Id({ optional: true })
  sbom_id?: string | null;

  @IdList({ optional: true, max: 1000 })
  sbom_ids?: string[] | null;

  @IdList({ optional: true, max: 1000, description: 'Projects whose SBOMs to export.' })
  project_ids?: string[] | null;

  @IdList({ optional: true, max: 1000, description: 'Alias of project_ids for legacy clients.' })
  ids?: string[] | null;

  @Id({ optional: true })
  team_id?: string | null;
}
