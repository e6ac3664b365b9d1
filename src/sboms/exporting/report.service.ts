import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { invalid, notFound } from '../../model/errors.js';
import type { Format } from '../../formats/format.js';
import { formats } from '../../formats/index.js';
import type { Actor } from '../../organizations/access/actor.js';
import { product } from '../../platform/product.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { Quotas } from '../../platform/http/quotas.js';
import { SbomsRepository } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import { Bill } from './bill.js';
import { BillWithProjects } from './bill-with-projects.js';
import { ExportRepository } from './export.repository.js';
import { MergedBill } from './merged-bill.js';
import type { PackedBill } from './packed-bill.js';
import type { ReportBody, ReportQuery } from './report.dto.js';
import { Serializers } from './serializers.js';

/** What the target format cannot carry, and how often it occurred. */
export interface Loss {
  readonly what: string;
  readonly count: number;
}

/** A document ready to be written; `chunks` may be called once for the losses and once for the answer. */
export interface Report {
  readonly format: Format;
  readonly specVersion: string;
  readonly etag: string;
  readonly fileName: string;
  readonly entryCount: number;
  chunks(onLoss: (what: string) => void): AsyncIterable<string | Uint8Array>;
}

@Injectable()
export class ReportService {
  constructor(
    private readonly database: Database,
    private readonly sboms: SbomsRepository,
    private readonly exports: ExportRepository,
    private readonly serializers: Serializers,
    private readonly quotas: Quotas,
  ) {}

  /** Everything is read in one snapshot, which lasts as long as `use`. */
  async withReport<T>(
    actor: Actor,
    query: ReportQuery,
    body: ReportBody,
    use: (report: Report) => Promise<T>,
  ): Promise<T> {
    const { format, specVersion } = targetOf(query);
    const inSnapshot = () =>
      this.database.snapshot(actor.tenancy, async (sql) => {
        const sboms = await this.chosen(sql, actor, body);
        if (sboms.length > 1 && !query.team_top_level)
          throw invalid('Several SBOMs need team_top_level=true', { team_top_level: 'must be true for several SBOMs' });
        if (new Set(sboms.map((sbom) => sbom.org_id)).size > 1)
          throw invalid('The SBOMs belong to different organizations', { sbom_ids: 'must belong to one organization' });
        const { source, read } = await this.sourceOf(sql, actor, sboms, query);
        const latest = Math.max(...read.map((sbom) => sbom.updated_at.getTime()));
        const options = { specVersion, timestamp: new Date(latest).toISOString(), tool: product };
        const entryCount = sboms.reduce((sum, sbom) => sum + entriesOf(sbom), 0);
        return use({
          ...{ format, specVersion, entryCount, etag: etagOf(read, query, format, specVersion) },
          fileName: fileNameOf(sboms, format),
          chunks: (onLoss) => this.serializers.write(format, source, { ...options, onLoss }, entryCount),
        });
      });
    return this.quotas.exports.hold(actor.home, inSnapshot);
  }

  /**
   * What analyses found is in there only where dependencies are included: in a project's own SBOM, and below entries
   * that stand for a project.
   */
  private async sourceOf(
    sql: Sql,
    actor: Actor,
    sboms: readonly SbomRow[],
    { include_dependencies, team_top_level }: ReportQuery,
  ): Promise<{ source: PackedBill; read: readonly SbomRow[] }> {
    const [only] = sboms as readonly [SbomRow];
    const isWhole = ({ project_id }: SbomRow): boolean => include_dependencies || project_id === null;
    const own = team_top_level
      ? await MergedBill.open(sql, this.exports, sboms, isWhole)
      : await Bill.open(sql, this.exports, only, isWhole(only));
    if (!include_dependencies) return { source: own, read: sboms };
    const links = team_top_level
      ? await this.exports.mergedProjectEntries(sql)
      : await this.exports.projectEntries(sql, only.id);
    const named = new Set(sboms.map(({ id }) => id));
    const linked = await this.visibleBills(sql, actor, unique(links.map(({ project_id }) => project_id)));
    const bills = linked.filter(({ id }) => !named.has(id));
    const below = await Promise.all(
      bills.map(async (sbom) => ({
        projectId: sbom.project_id!,
        bill: await Bill.open(sql, this.exports, sbom),
        entries: links.filter(({ project_id }) => project_id === sbom.project_id).map(({ ref }) => ref),
      })),
    );
    return { source: below.length > 0 ? new BillWithProjects(own, below) : own, read: [...sboms, ...bills] };
  }

  /** The last analyses of those of the projects whose team the actor sees. */
  private async visibleBills(sql: Sql, actor: Actor, projectIds: readonly string[]): Promise<SbomRow[]> {
    const bills = await this.sboms.findOfProjects(sql, projectIds);
    return bills
      .filter(({ org_id, team_id }) => actor.roleFor(org_id, team_id) !== null)
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** In the order asked for; one that is not there, or not the actor's, refuses the whole. */
  private async chosen(sql: Sql, actor: Actor, body: ReportBody): Promise<SbomRow[]> {
    const projectIds = unique([...(body.project_ids ?? []), ...(body.ids ?? [])]);
    const sbomIds = unique([...(body.sbom_id ? [body.sbom_id] : []), ...(body.sbom_ids ?? [])]);
    if (sbomIds.length + projectIds.length === 0)
      throw invalid('Name what to export: sbom_id, sbom_ids or project_ids', { sbom_id: 'is required' });
    const byId = new Map((await this.sboms.findMany(sql, sbomIds)).map((row) => [row.id, row]));
    const byProject = new Map((await this.sboms.findOfProjects(sql, projectIds)).map((row) => [row.project_id, row]));
    const rows = [...sbomIds.map((id) => byId.get(id)), ...projectIds.map((id) => byProject.get(id))];
    const admitted = rows.map((row, index) => actor.admit(row, index < sbomIds.length ? 'SBOM' : 'analysed project'));
    if (admitted.length === 0) throw notFound('SBOM');
    return [...new Map(admitted.map((sbom) => [sbom.id, sbom])).values()];
  }
}

const entriesOf = (sbom: SbomRow): number => sbom.resolved_count + sbom.partial_count + sbom.unresolved_count;

const unique = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

/** The format that writes the wanted standard, encoding and version; 400 with the pairs that exist otherwise. */
function targetOf(query: ReportQuery): { format: Format; specVersion: string } {
  const family = query.sbom_type === 'SPDX' ? 'spdx' : 'cyclonedx';
  const encoding = query.encoding || 'JSON';
  const writers = formats.filter((format) => format.family === family && format.serialize && format.writes);
  const ofEncoding = writers.filter((format) => format.encoding === encoding);
  if (ofEncoding.length === 0) {
    const valid =
      unique(writers.map((format) => format.encoding)).length > 0 ? [...new Set(writers.map((w) => w.encoding))] : [];
    const message = `${query.sbom_type} is written as ${valid.join(', ')}, not as ${encoding}`;
    throw invalid(message, { encoding: `must be one of ${valid.join(', ')} for ${query.sbom_type}` });
  }
  const wanted = query.spec_version || ofEncoding[0]?.writes?.[0];
  const format = ofEncoding.find((each) => wanted !== undefined && each.writes?.includes(wanted));
  if (!format || wanted === undefined) {
    const versions = ofEncoding.flatMap((each) => each.writes ?? []).join(', ');
    throw invalid(`${query.sbom_type} ${encoding} is written in versions ${versions}`, {
      spec_version: `must be one of ${versions}`,
    });
  }
  return { format, specVersion: wanted };
}

function etagOf(sboms: readonly SbomRow[], query: ReportQuery, format: Format, specVersion: string): string {
  const state = sboms.map((sbom) => [sbom.id, sbom.revision, sbom.updated_at.getTime()]);
  const choice = [format.id, specVersion, query.include_dependencies, query.team_top_level, product.version];
  return `"${createHash('sha256')
    .update(JSON.stringify([state, choice]))
    .digest('hex')
    .slice(0, 32)}"`;
}

/** Letters and digits of the SBOM's name: nothing that a header or a file system could misread. */
function fileNameOf(sboms: readonly SbomRow[], format: Format): string {
  const [first] = sboms;
  const base = sboms.length === 1 && first ? `${first.name}-${first.version}` : 'sboms';
  const plain = base
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100);
  return `${plain || 'sbom'}.${format.extension.replace(/^\./, '')}`;
}
