import { ApiProperty } from '@nestjs/swagger';
import { Id, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { projectTypes } from '../project-source.js';

export const analysisStates = ['queued', 'analyzing', 'finished', 'errored'] as const;
export type AnalysisState = (typeof analysisStates)[number];

export const differenceKinds = ['added', 'removed', 'changed'] as const;

export class AnalyzeProjectBody {
  @Id({ optional: true })
  team_id?: string | null;

  @Id()
  project_id!: string;

  @Text({ optional: true, max: 255, description: 'Only for git: a branch other than that of the project.' })
  branch?: string | null;
}

export class GetAnalysisStatusQuery {
  @Id()
  id!: string;

  @Id({ optional: true })
  team_id?: string | null;

  @Id({ optional: true })
  project_id?: string | null;
}

export class GetAnalysesQuery extends PagingQuery {
  @Id()
  project_id!: string;

  @Id({ optional: true })
  team_id?: string | null;
}

export class GetAnalysisDifferencesQuery extends PagingQuery {
  @Id()
  id!: string;
}

/** One part of an analysis, for legacy clients. */
export class ScanStatusView {
  id!: string;
  analysis_status_id!: string;
  team_id!: string;
  project_id!: string;
  name!: string;

  /** Current stage: "reading 120". */
  message!: string;

  @ApiProperty({ enum: analysisStates })
  status!: AnalysisState;

  created_at!: Date;
  updated_at!: Date;
}

export class ReadManifestView {
  path!: string;
  kind!: string;
  components!: number;
}

export class FoundBomView {
  path!: string;
  format!: string;
}

export class AnalysisWarningView {
  path!: string;
  message!: string;
}

/** One analysis of the source of a project. */
export class AnalysisView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  team_id!: string;
  project_id!: string;

  @ApiProperty({ enum: analysisStates })
  status!: AnalysisState;

  /** Reason of the failure; empty if it has not failed. */
  message!: string;

  @ApiProperty({ enum: projectTypes })
  type!: string;

  source!: string;
  branch!: string;

  /** Commit, or checksum of the artifact; null until it is known. */
  revision!: string | null;

  /** True: the revision is that of the last analysis, so nothing was read again. */
  unchanged!: boolean;

  job_id!: string | null;

  /** The SBOM of the project with the components found. */
  sbom_id!: string | null;

  files!: number;
  components!: number;
  dependencies!: number;

  @ApiProperty({ type: [ReadManifestView] })
  manifests!: ReadManifestView[];

  /** SBOM files in the source. They are listed, not imported. */
  @ApiProperty({ type: [FoundBomView] })
  found_sboms!: FoundBomView[];

  /** The first 100. */
  @ApiProperty({ type: [AnalysisWarningView] })
  warnings!: AnalysisWarningView[];

  warning_count!: number;

  /** Packages that are new since the last analysis; null if there was none. `getAnalysisDifferences` lists them. */
  added!: number | null;

  removed!: number | null;

  /** In another version. */
  changed!: number | null;

  @ApiProperty({ type: [ScanStatusView] })
  scan_status!: ScanStatusView[];

  created_at!: Date;
  updated_at!: Date;
  started_at!: Date | null;
  finished_at!: Date | null;
}

/** One package that was added, removed or changed since the previous analysis. */
export class DifferenceView {
  @ApiProperty({ enum: differenceKinds })
  kind!: (typeof differenceKinds)[number];

  name!: string;
  org!: string;

  /** Package URL without version; may be empty. */
  package!: string;

  old_version!: string | null;
  new_version!: string | null;
}
