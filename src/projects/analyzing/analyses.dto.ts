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

  @Text({ optional: true, max: 255, description: 'For git: another branch than the project’s.' })
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

/** One part of an analysis, as the ancestor's clients follow it. */
export class ScanStatusView {
  id!: string;
  analysis_status_id!: string;
  team_id!: string;
  project_id!: string;
  name!: string;

  /** What it is doing: "reading 120". */
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

/** One look at the source of a project. */
export class AnalysisView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  team_id!: string;
  project_id!: string;

  @ApiProperty({ enum: analysisStates })
  status!: AnalysisState;

  /** Why it failed; empty while it has not. */
  message!: string;

  @ApiProperty({ enum: projectTypes })
  type!: string;

  source!: string;
  branch!: string;

  /** Commit, or checksum of the artifact; null while it is not known. */
  revision!: string | null;

  /** True: the revision is the one that was analysed last, so nothing was read again. */
  unchanged!: boolean;

  job_id!: string | null;

  /** The SBOM of the project, which holds what was found. */
  sbom_id!: string | null;

  files!: number;
  components!: number;
  dependencies!: number;

  @ApiProperty({ type: [ReadManifestView] })
  manifests!: ReadManifestView[];

  /** SBOMs that lie in the source; download them there and import them where they are wanted. */
  @ApiProperty({ type: [FoundBomView] })
  found_sboms!: FoundBomView[];

  /** The first hundred. */
  @ApiProperty({ type: [AnalysisWarningView] })
  warnings!: AnalysisWarningView[];

  warning_count!: number;

  /** Packages that are new since the last analysis; null where there was none. `getAnalysisDifferences` lists them. */
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

/** One package that is there, or gone, or in another version, since the analysis before. */
export class DifferenceView {
  @ApiProperty({ enum: differenceKinds })
  kind!: (typeof differenceKinds)[number];

  name!: string;
  org!: string;

  /** Package URL without version; empty where there is none. */
  package!: string;

  old_version!: string | null;
  new_version!: string | null;
}
