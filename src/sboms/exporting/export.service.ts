import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { invalid, notFound } from '../../model/errors.js';
import type { Format } from '../../formats/format.js';
import type { LossLog } from '../../formats/losses.js';
import type { Actor } from '../../organizations/access/actor.js';
import { product } from '../../platform/product.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { Quotas } from '../../platform/http/quotas.js';
import { fileNameOf } from '../file-name.js';
import { findSbomsOfProjects } from '../project-sboms.repository.js';
import { findSbom, findSboms } from '../sboms.repository.js';
import { exportTarget, type AskedTarget } from './export-target.js';
import { entryCountOf, type SbomRow } from '../sboms.view.js';
import { SbomExportSource, SbomWithProjects, MergedSbom } from './export-sources.js';
import { findMergedProjectEntries, findProjectEntries } from './export.repository.js';
import { findStatementState } from '../vulnerabilities/vex-export.repository.js';
import type { Redaction } from './export-header.js';
import { RedactedSbom } from './redacted-sbom.js';
import type { SerializedSbom } from './serialized-sbom.js';
import { DocumentWriter } from './document-writer.js';
import { refuseLargeSigned, signedChunks, signedFormat, type SignatureForm } from './signed-export.js';
import { SignaturesService } from '../signatures/signatures.service.js';
import type { RequestOf } from '../../platform/http/validation.js';
import type { ReportBody, ExportQuery } from '../sboms.dto.js';

/** A document ready to be written; `chunks` can be called again, for example to count losses first. */
export interface SbomExport {
  readonly format: Format;
  readonly specVersion: string;
  readonly etag: string;
  readonly fileName: string;
  readonly entryCount: number;
  chunks(losses: LossLog): AsyncIterable<string | Uint8Array>;
}

/** What of an SBOM people outside of the organization get. */
export interface SharedExport {
  readonly sbomId: string;
  readonly target: AskedTarget;
  readonly redaction: Redaction;
  /** Refuses, in the snapshot that the document is made of. */
  readonly check: (sql: Sql) => Promise<void>;
}

@Injectable()
export class ExportService {
  constructor(
    private readonly database: Database,
    private readonly serializers: DocumentWriter,
    private readonly quotas: Quotas,
    private readonly signatures: SignaturesService,
  ) {}

  /** All data is read in one snapshot, which lasts as long as `use`. */
  async withExport<T>(
    actor: Actor,
    asked: ExportQuery,
    body: ReportBody,
    use: (report: SbomExport) => Promise<T>,
  ): Promise<T> {
    // The legacy client names several projects in `ids` and does not know the parameter.
    const query = { ...asked, team_top_level: asked.team_top_level ?? (body.ids?.length ?? 0) > 1 };
    const { format, specVersion } = exportTarget(query);
    const inSnapshot = () =>
      this.database.snapshot(actor.tenancy, async (sql) => {
        const sboms = await this.requestedSboms(sql, actor, body);
        if (sboms.length > 1 && !query.team_top_level)
          throw invalid('Invalid request: team_top_level must be true for several SBOMs', {
            team_top_level: 'must be true for several SBOMs',
          });
        if (new Set(sboms.map((sbom) => sbom.org_id)).size > 1)
          throw invalid('Invalid request: the SBOMs belong to different organizations', {
            sbom_ids: 'must belong to one organization',
          });
        const { source, read } = await this.serializedSbom(sql, actor, sboms, query);
        const latest = Math.max(...read.map((sbom) => sbom.updated_at.getTime()));
        const options = { specVersion, timestamp: new Date(latest).toISOString(), tool: product };
        const statementState = await findStatementState(sql, read.map(({ id }) => id)); // prettier-ignore
        const entryCount = sboms.reduce((sum, sbom) => sum + entryCountOf(sbom), 0);
        const report = {
          format,
          specVersion,
          entryCount,
          etag: etagOf([read, statementState, source.subject?.name], query, format, specVersion),
          fileName: exportNameOf(sboms, format),
          chunks: (losses: LossLog) => this.serializers.write(format, source, { ...options, losses }, entryCount),
        };
        return use(query.sign ? await this.signed(sql, report, { form: query.sign, sboms, source }) : report);
      });
    return this.quotas.exports.run(actor.quotaKey, inSnapshot);
  }

  /** One SBOM for people outside of the organization, without what is kept from them. */
  async withSharedExport<T>(
    actor: Actor,
    { sbomId, target, redaction, check }: SharedExport,
    use: (report: SbomExport) => Promise<T>,
  ): Promise<T> {
    const { format, specVersion } = exportTarget(target);
    const inSnapshot = () =>
      this.database.snapshot(actor.tenancy, async (sql) => {
        const sbom = actor.authorize(await findSbom(sql, sbomId), 'SBOM');
        await check(sql);
        const source = await RedactedSbom.open(sql, await SbomExportSource.open(sql, sbom), { sbomId, ...redaction });
        const options = { specVersion, timestamp: sbom.updated_at.toISOString(), tool: product };
        const entryCount = entryCountOf(sbom);
        return use({
          format,
          specVersion,
          entryCount,
          etag: '',
          fileName: exportNameOf([sbom], format),
          chunks: (losses) => this.serializers.write(format, source, { ...options, losses }, entryCount),
        });
      });
    return this.quotas.exports.run(actor.quotaKey, inSnapshot);
  }

  /** @throws CallerError 409 without a signing key, 413 for a document that is too large */
  private async signed(
    sql: Sql,
    report: SbomExport,
    { form, sboms, source }: { form: SignatureForm; sboms: readonly SbomRow[]; source: SerializedSbom },
  ): Promise<SbomExport> {
    refuseLargeSigned(report.entryCount);
    const key = await this.signatures.signingKey(sql, sboms[0]!.org_id);
    const format = signedFormat(report.format, form);
    const fileName = exportNameOf(sboms, format);
    const signing = { form, key, format, fileName: report.fileName, subject: source.subject };
    const etag = report.etag.replace(/"$/, `-${form}-${key.keyId.slice(-12)}"`);
    return { ...report, format, fileName, etag, chunks: (losses) => signedChunks(report.chunks(losses), signing) };
  }

  /**
   * Components found by analyses are exported only with `include_dependencies`: in the SBOM of a project, and below
   * entries that stand for a project.
   */
  private async serializedSbom(
    sql: Sql,
    actor: Actor,
    sboms: readonly SbomRow[],
    { include_dependencies, team_top_level }: RequestOf<ExportQuery>,
  ): Promise<{ source: SerializedSbom; read: readonly SbomRow[] }> {
    const [only] = sboms as readonly [SbomRow];
    const includesImported = ({ project_id }: SbomRow): boolean => include_dependencies || project_id === null;
    const base = team_top_level
      ? await MergedSbom.open(sql, sboms, includesImported)
      : await SbomExportSource.open(sql, only, includesImported(only));
    if (!include_dependencies) return { source: base, read: sboms };
    const links = team_top_level ? await findMergedProjectEntries(sql) : await findProjectEntries(sql, only.id);
    const requested = new Set(sboms.map(({ id }) => id));
    const projectSboms = await this.visibleProjectSboms(sql, actor, unique(links.map(({ project_id }) => project_id)));
    const additional = projectSboms.filter(({ id }) => !requested.has(id));
    const projects = await Promise.all(
      additional.map(async (sbom) => ({
        projectId: sbom.project_id!,
        sbom: await SbomExportSource.open(sql, sbom),
        entries: links.filter(({ project_id }) => project_id === sbom.project_id).map(({ ref }) => ref),
      })),
    );
    return {
      source: projects.length > 0 ? new SbomWithProjects(base, projects) : base,
      read: [...sboms, ...additional],
    };
  }

  /** SBOMs of those projects that the actor can see. */
  private async visibleProjectSboms(sql: Sql, actor: Actor, projectIds: readonly string[]): Promise<SbomRow[]> {
    const sboms = await findSbomsOfProjects(sql, projectIds);
    return sboms
      .filter(({ org_id, team_id }) => actor.roleFor(org_id, team_id) !== null)
      .sort((first, other) => (first.id < other.id ? -1 : 1));
  }

  /** In the requested order. A missing or invisible SBOM fails the whole request. */
  private async requestedSboms(sql: Sql, actor: Actor, body: ReportBody): Promise<SbomRow[]> {
    const projectIds = unique([...(body.project_ids ?? []), ...(body.ids ?? [])]);
    const sbomIds = unique([...(body.sbom_id ? [body.sbom_id] : []), ...(body.sbom_ids ?? [])]);
    if (sbomIds.length + projectIds.length === 0)
      throw invalid('Invalid request: give sbom_id, sbom_ids or project_ids', { sbom_id: 'is required' });
    const byId = new Map((await findSboms(sql, sbomIds)).map((row) => [row.id, row]));
    const byProject = new Map((await findSbomsOfProjects(sql, projectIds)).map((row) => [row.project_id, row]));
    const rows = [...sbomIds.map((id) => byId.get(id)), ...projectIds.map((id) => byProject.get(id))];
    const isAsked = (row: SbomRow | undefined): boolean => !body.team_id || row?.team_id === body.team_id;
    const authorized = rows.map((row, index) =>
      actor.authorize(isAsked(row) ? row : undefined, index < sbomIds.length ? 'SBOM' : 'analysed project'),
    );
    if (authorized.length === 0) throw notFound('SBOM');
    return [...new Map(authorized.map((sbom) => [sbom.id, sbom])).values()];
  }
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

function etagOf(
  [sboms, ...others]: readonly [sboms: readonly SbomRow[], ...others: readonly (string | undefined)[]],
  query: RequestOf<ExportQuery>,
  format: Format,
  specVersion: string,
): string {
  const state = [others, ...sboms.map((sbom) => [sbom.id, sbom.revision, sbom.updated_at.getTime()])];
  const choice = [format.id, specVersion, query.include_dependencies, query.team_top_level, product.version];
  return `"${createHash('sha256')
    .update(JSON.stringify([state, choice]))
    .digest('hex')
    .slice(0, 32)}"`;
}

function exportNameOf(sboms: readonly SbomRow[], { extension }: Format): string {
  const [first] = sboms;
  const base = sboms.length === 1 && first ? fileNameOf(first) : 'sboms';
  return `${base}.${extension.replace(/^\./, '')}`;
}
