import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import { isFailedRun, isOpenRun } from '../../jobs/job-context.js';
import type { TreeReport } from '../../trees/tree-report.js';
import { readerVersion } from './analyze-protocol.js';
import type { Refetching } from './refetching.js';
import type { AnalysisWarningView, AnalysisRow } from './analyses.view.js';
import type { DifferenceCounts } from './differences.repository.js';

/** The analysed source. */
export interface AnalyzedSource {
  readonly type: string;
  readonly source: string;
  readonly branch: string;
}

export interface AnalysisResult extends TreeReport {
  readonly sbom_id: string;
  readonly revision: string;
  readonly components: number;
  /** Components kept because their files could not be read. */
  readonly stale: number;
  readonly warnings: readonly AnalysisWarningView[];
  readonly warning_count: number;
  readonly differences: DifferenceCounts | null;
  readonly refetching: Refetching | null;
}

/** An analysis whose job ended without finishing it has failed; the job holds the reason. */
const statusExpression = `CASE WHEN a.finished_at IS NOT NULL AND a.stale > 0 THEN 'partial' WHEN a.finished_at IS NOT NULL THEN 'finished'
  WHEN a.error IS NOT NULL OR j.state IS NULL OR NOT ${isOpenRun('j')} THEN 'errored'
  WHEN a.started_at IS NOT NULL THEN 'analyzing' ELSE 'queued' END`;
const columns = `a.id, a.org_id, p.team_id, a.project_id, a.type, a.source, a.branch, a.revision, a.unchanged, a.job_id,
  a.sbom_id, a.files, a.components, a.dependencies, a.manifests, a.boms, a.gaps, a.refetch_at, a.stale, a.warnings, a.warning_count, a.added, a.removed,
  a.changed, a.created_at, a.started_at, coalesce(a.finished_at, a.failed_at) AS finished_at, coalesce(a.error, j.error) AS error, j.stage AS job_stage,
  coalesce(j.done, 0) AS job_done,
  ${statusExpression} AS status`;
const endedColumns = 'a.id, a.org_id, p.team_id, a.project_id, p.name AS project_name, a.error';
const orders: Orders = {
  created_at: 'a.created_at',
  started_at: 'a.started_at',
  finished_at: 'coalesce(a.finished_at, a.failed_at)',
};
const from = `FROM analyses a JOIN projects p ON p.id = a.project_id AND p.deleted_at IS NULL
  LEFT JOIN job_runs j ON j.id = a.job_id`;

export interface NewAnalysis extends AnalyzedSource {
  readonly id: string;
  readonly org_id: string;
  readonly project_id: string;
  readonly job_id: string;
}

/** Those of the analyses that are of the project. */
export const analysesOfProject = (sql: Sql, ids: readonly string[], projectId: string): Promise<{ id: string }[]> =>
  sql.query('SELECT id FROM analyses WHERE id = ANY ($ids::uuid[]) AND project_id = $projectId', { ids, projectId });

export async function insertAnalyses(sql: Sql, rows: readonly NewAnalysis[]): Promise<void> {
  await sql.run(
    `INSERT INTO analyses (id, org_id, project_id, job_id, type, source, branch)
     SELECT * FROM jsonb_to_recordset($rows::jsonb)
       AS r (id uuid, org_id uuid, project_id uuid, job_id uuid, type text, source text, branch text)`,
    { rows: JSON.stringify(rows) },
  );
}

/** What an analysis needs to know of a project. */
export interface AnalyzableProject extends AnalyzedSource {
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string;
}

/** Locks the rows, so that two requests do not start the same analyses. */
export function findActiveProjectsForUpdate(sql: Sql, teamId: string): Promise<AnalyzableProject[]> {
  return sql.query<AnalyzableProject>(
    `SELECT id, org_id, team_id, type, source, branch FROM projects
     WHERE team_id = $teamId AND active AND deleted_at IS NULL ORDER BY id FOR UPDATE`,
    { teamId },
  );
}

export function findAnalysis(sql: Sql, id: string): Promise<AnalysisRow | null> {
  return sql.one<AnalysisRow>(`SELECT ${columns} ${from} WHERE a.id = $id`, { id });
}

/** An unfinished analysis that will read the current source: a new one would find nothing else. */
export function findOpenAnalysis(
  sql: Sql,
  projectId: string,
  { type, source, branch }: AnalyzedSource,
): Promise<AnalysisRow | null> {
  return sql.one<AnalysisRow>(
    `SELECT ${columns} ${from} WHERE a.project_id = $projectId AND a.type = $type AND a.source = $source AND a.branch = $branch
       AND a.finished_at IS NULL AND a.error IS NULL AND ${isOpenRun('j')}
       AND (j.state <> 'active' OR a.started_at >= p.updated_at)
     ORDER BY a.created_at DESC LIMIT 1`,
    { projectId, type, source, branch },
  );
}

/** Unfinished analyses that will read the current source, by project. */
export async function findOpenAnalyses(
  sql: Sql,
  projectIds: readonly string[],
): Promise<Map<string, { readonly id: string; readonly job_id: string }>> {
  const rows = await sql.query<{ project_id: string; id: string; job_id: string }>(
    `SELECT DISTINCT ON (a.project_id) a.project_id, a.id, a.job_id ${from}
     WHERE a.project_id = ANY ($projectIds::uuid[]) AND (a.type, a.source, a.branch) = (p.type, p.source, p.branch)
       AND a.finished_at IS NULL AND a.error IS NULL AND ${isOpenRun('j')}
       AND (j.state <> 'active' OR a.started_at >= p.updated_at)
     ORDER BY a.project_id, a.created_at DESC`,
    { projectIds },
  );
  return new Map(rows.map(({ project_id, ...analysis }) => [project_id, analysis]));
}

/** Not of another branch, which has an SBOM of its own. After a change of the branch, those in the SBOM still count. */
const isOfOwnBranch = `coalesce((SELECT s.project_id = p.id FROM sboms s WHERE s.id = a.sbom_id), a.branch = p.branch)`;

/** The latest analysis of the project, of its own branch. */
export function findLatestAnalysis(sql: Sql, projectId: string): Promise<AnalysisRow | null> {
  return sql.one<AnalysisRow>(
    `SELECT ${columns} ${from} WHERE a.project_id = $projectId AND ${isOfOwnBranch}
     ORDER BY a.created_at DESC, a.id DESC LIMIT 1`,
    { projectId },
  );
}

interface LatestAnalysesFilter {
  readonly teamId: string;
  readonly status: string | null;
  /** null: of every project. */
  readonly projectIds: readonly string[] | null;
}

/** The same of each project of the team, newest first where `sort` says nothing. */
export function latestAnalysisPage(
  sql: Sql,
  { teamId, status, projectIds }: LatestAnalysesFilter,
  page: ListPage,
): Promise<{ rows: AnalysisRow[]; total: number }> {
  const isLatest = `p.team_id = $id ${projectIds ? 'AND p.id = ANY ($projectIds::uuid[])' : ''} AND a.id = (
    SELECT a.id FROM analyses a WHERE a.project_id = p.id AND ${isOfOwnBranch} ORDER BY a.created_at DESC, a.id DESC LIMIT 1)`;
  return analysesWhere(sql, isLatest, { id: teamId, status, ...(projectIds && { projectIds }) }, page);
}

/** Newest first where `sort` says nothing. */
export const analysisPage = (
  sql: Sql,
  { projectId, status }: { readonly projectId: string; readonly status: string | null },
  page: ListPage,
): Promise<{ rows: AnalysisRow[]; total: number }> =>
  analysesWhere(sql, 'a.project_id = $id', { id: projectId, status }, page);

async function analysesWhere(
  sql: Sql,
  condition: string,
  parameters: { readonly id: string; readonly status: string | null; readonly projectIds?: readonly string[] },
  { offset, limit, sort }: ListPage,
): Promise<{ rows: AnalysisRow[]; total: number }> {
  const where = `${from} WHERE ${condition} AND ($status::text IS NULL OR ${statusExpression} = $status)`;
  const order = orderBy(orders, sort, 'a.created_at DESC, a.id DESC', 'a.id');
  const rows = await sql.query<AnalysisRow>(
    `SELECT ${columns} ${where} ORDER BY ${order} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const count = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${where}`, parameters);
  return { rows, total: count?.total ?? 0 };
}

/** With the paths that count, as JSON. */
type StartedSource = AnalyzedSource & { readonly paths: string };

export async function startAnalysis(
  sql: Sql,
  id: string,
  { type, source, branch, paths }: StartedSource,
): Promise<void> {
  await sql.run(
    `UPDATE analyses SET started_at = now(), type = $type, source = $source, branch = $branch, paths = $paths
     WHERE id = $id`,
    { id, type, source, branch, paths },
  );
}

/**
 * The analysis that last wrote the SBOM of the project, or of its other branch; null if it was of another branch than
 * this. `same` if it read the same source with the same reader, its SBOM exists, and nothing is to be fetched again.
 */
export async function findLastAnalysis(
  sql: Sql,
  projectId: string,
  { isOtherBranch, isRequested, ...started }: StartedSource & Record<'isOtherBranch' | 'isRequested', boolean>,
): Promise<LastAnalysis | null> {
  const { type, source, branch, paths } = started;
  const last = await sql.one<LastAnalysis & { readonly branch: string }>(
    `SELECT a.id, a.revision, a.branch, a.fetch_failures,
            (a.type = $type AND a.source = $source AND a.paths = $paths::jsonb AND a.reader_version = $readerVersion
              AND s.deleted_at IS NULL AND (a.refetch_at IS NULL OR (a.refetch_at > now() AND NOT $isRequested))) AS same
     FROM analyses a JOIN sboms s ON s.id = a.sbom_id
     WHERE a.project_id = $projectId AND a.finished_at IS NOT NULL
       AND CASE WHEN $isOtherBranch THEN s.branch_project_id = $projectId AND s.branch = $branch
                ELSE s.project_id = $projectId END
     ORDER BY a.finished_at DESC, a.id DESC LIMIT 1`,
    { projectId, type, source, branch, paths, readerVersion, isOtherBranch, isRequested },
  );
  return last?.branch === branch ? last : null;
}

/** @returns false if a later analysis has written the SBOM: an older one never replaces it */
export async function isLatestAnalysis(sql: Sql, id: string, sbomId: string): Promise<boolean> {
  const later = await sql.one(
    `SELECT FROM analyses a JOIN analyses b ON b.project_id = a.project_id AND b.sbom_id = $sbomId AND (b.created_at, b.id) > (a.created_at, a.id)
     WHERE a.id = $id AND b.finished_at IS NOT NULL LIMIT 1`,
    { id, sbomId },
  );
  return later === null;
}

export async function finishAnalysis(sql: Sql, id: string, result: AnalysisResult): Promise<void> {
  const { differences } = result;
  await sql.run(
    `UPDATE analyses SET finished_at = clock_timestamp(), sbom_id = $sbomId, revision = $revision,
            reader_version = $readerVersion, files = $files, components = $components, dependencies = $dependencies,
            manifests = $manifests, boms = $boms, gaps = $gaps, fetch_failures = $fetchFailures, refetch_at = $refetchAt, stale = $stale, warnings = $warnings, warning_count = $warningCount,
            added = $added, removed = $removed, changed = $changed
     WHERE id = $id`,
    {
      id,
      sbomId: result.sbom_id,
      revision: result.revision,
      readerVersion,
      files: result.files,
      components: result.components,
      dependencies: result.dependencies,
      manifests: JSON.stringify(result.manifests),
      boms: JSON.stringify(result.boms),
      gaps: JSON.stringify(result.gaps),
      fetchFailures: result.refetching?.failures ?? 0,
      refetchAt: result.refetching?.at ?? null,
      stale: result.stale,
      warnings: JSON.stringify(result.warnings),
      warningCount: result.warning_count,
      added: differences?.added,
      removed: differences?.removed,
      changed: differences?.changed,
    },
  );
}

/** Copies the results of the last analysis. */
export async function finishUnchangedAnalysis(sql: Sql, id: string, lastId: string): Promise<void> {
  await sql.run(
    `UPDATE analyses a SET finished_at = clock_timestamp(), unchanged = true, sbom_id = l.sbom_id,
            revision = l.revision, reader_version = l.reader_version, files = l.files, components = l.components,
            dependencies = l.dependencies, manifests = l.manifests, boms = l.boms, gaps = l.gaps, fetch_failures = l.fetch_failures, refetch_at = l.refetch_at,
            stale = l.stale, warnings = l.warnings, warning_count = l.warning_count, added = 0, removed = 0, changed = 0
     FROM analyses l WHERE a.id = $id AND l.id = $lastId`,
    { id, lastId },
  );
}

/** @returns the analysis, unless it has ended already */
export function failAnalysis(sql: Sql, id: string, error: string): Promise<EndedAnalysis[]> {
  return sql.query<EndedAnalysis>(
    `UPDATE analyses a SET error = $error, failed_at = clock_timestamp() FROM projects p
     WHERE a.id = $id AND a.error IS NULL AND a.finished_at IS NULL AND p.id = a.project_id RETURNING ${endedColumns}`,
    { id, error },
  );
}

/** Fails the analyses whose jobs have ended. */
export function failAnalysesOfEndedJobs(sql: Sql): Promise<EndedAnalysis[]> {
  return sql.query<EndedAnalysis>(
    `UPDATE analyses a SET error = coalesce(j.error, 'The analysis was ended'), failed_at = clock_timestamp()
     FROM job_runs j, projects p
     WHERE a.id IN (SELECT a.id FROM analyses a JOIN job_runs j ON j.id = a.job_id
                    WHERE a.finished_at IS NULL AND a.error IS NULL AND ${isFailedRun('j')}
                    LIMIT 1000 FOR UPDATE OF a SKIP LOCKED)
       AND j.id = a.job_id AND p.id = a.project_id RETURNING ${endedColumns}`,
  );
}

/** A failed analysis, as published in its event. */
export interface EndedAnalysis {
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string;
  readonly project_id: string;
  readonly project_name: string;
  readonly error: string;
}

export interface LastAnalysis {
  readonly id: string;
  readonly revision: string;
  readonly fetch_failures: number;
  readonly same: boolean;
}
