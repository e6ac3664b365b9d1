import { componentDraft } from '../../formats/component-draft.js';
import type { BomComponent, BomDependency, BomHeader, PartKind, BomPart } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import { cycloneDxVulnerability } from '../../vex/write-cyclonedx.js';
import type { ExportedStatement } from '../../vex/vex-export.js';
import type { SbomRow } from '../sboms.view.js';
import { heldStatements } from '../vulnerabilities/held-statements.js';
import {
  findDocument,
  findRemovedRefs,
  streamComponents,
  streamDependencies,
  streamParts,
  findOrganizationName,
  createMergedTable,
  streamMergedComponents,
  findMergedRoots,
  streamMergedDependencies,
  countParts,
} from './export.repository.js';
import { combinedId, exportHeader, headerWithProjects, partialId } from './export-header.js';
import { withoutOwnLinks } from './own-links.js';
import { parseBatches, type SerializedSbom, type ExportRow, exportRowOf } from './serialized-sbom.js';
import { reportLostHeaderFields } from '../../formats/conversion/lost-header-fields.js';

/**
 * Several SBOMs of one organization as one document. The organization is the subject, each SBOM is a component below
 * it, and a component that occurs in several SBOMs occurs once. The database merges refs, so that memory does not grow
 * with the SBOMs.
 */
export class MergedSbom implements SerializedSbom {
  private constructor(
    private readonly sql: Sql,
    private readonly selection: { all: readonly SbomRow[]; imported: readonly SbomRow[] },
    readonly header: BomHeader,
    readonly subject: BomComponent,
  ) {}

  /** @param includesImported whether an SBOM is to be there with all that its file or analysis brought */
  static async open(
    sql: Sql,
    sboms: readonly SbomRow[],
    includesImported: (sbom: SbomRow) => boolean,
  ): Promise<MergedSbom> {
    const [first] = sboms as readonly [SbomRow];
    const organization = await findOrganizationName(sql, first.org_id);
    const imported = sboms.filter(includesImported);
    const ids = sboms.map(({ id }) => id);
    const manualOnly = sboms.filter((sbom) => !includesImported(sbom)).map(({ id }) => id);
    await createMergedTable(sql, ids, manualOnly);
    const revision = sboms.reduce((sum, sbom) => sum + Number(sbom.revision), 1);
    const id = manualOnly.length > 0 ? partialId(combinedId(ids)) : combinedId(ids);
    const header = exportHeader(id, organization, revision);
    return new MergedSbom(sql, { all: sboms, imported }, header, sbomComponent(first.org_id, organization));
  }

  async *components(): AsyncIterable<string> {
    const components = this.selection.all.map(({ id, name, version, supplier }) =>
      sbomComponent(id, name, version, supplier),
    );
    yield JSON.stringify(components.map(exportRowOf));
    yield* streamMergedComponents(this.sql);
  }

  /** The organization depends on the SBOMs, and each SBOM on its direct dependencies. */
  async *dependencies(): AsyncIterable<string> {
    const node = (from: string, to: string[]): string =>
      JSON.stringify([{ from, to, kind: 'depends-on' } satisfies BomDependency]);
    yield node(
      this.subject.ref,
      this.selection.all.map((sbom) => sbom.id),
    );
    for (const sbom of this.selection.all) {
      const roots = await findMergedRoots(this.sql, sbom.id);
      if (roots.length > 0) yield node(sbom.id, roots);
    }
    yield* streamMergedDependencies(this.sql);
  }

  async *parts(...kinds: readonly PartKind[]): AsyncIterable<string> {
    // Components refer to licence texts by id. Other parts refer to refs of a single document and are left out.
    if (!kinds.includes('extracted-license')) return;
    const seen = new Set<string>();
    for (const sbom of this.selection.imported)
      for await (const parts of parseBatches<BomPart>(streamParts(this.sql, sbom.id, ['extracted-license'])))
        yield JSON.stringify(parts.filter(({ ref }) => !ref || (!seen.has(ref) && seen.add(ref))));
  }

  /** Reports the subjects, headers and parts of the single documents, which a merged document cannot hold. */
  async reportLosses(onLoss: (what: string) => void): Promise<void> {
    const { sql } = this;
    for (const { id } of this.selection.imported) {
      const document = await findDocument(sql, id);
      if (document?.subject) onLoss('subject');
      if (document) reportLostHeaderFields(document.header, null, onLoss);
      for (const { kind, count } of await countParts(sql, id))
        if (kind !== 'extracted-license') for (let time = 0; time < count; time += 1) onLoss(kind);
    }
  }
}

/** The SBOM of a project and the entries that stand for the project. */
export interface ProjectSbom {
  readonly projectId: string;
  readonly sbom: SerializedSbom;
  /** Refs of the entries in the SBOM that the project is added to. */
  readonly entries: readonly string[];
}

/**
 * An SBOM with the components of projects added below the entries that stand for them (api-decisions,
 * `include_dependencies`). Refs of a project are prefixed with its id, so that they are unique.
 */
export class SbomWithProjects implements SerializedSbom {
  readonly header: BomHeader;

  constructor(
    private readonly base: SerializedSbom,
    private readonly projects: readonly ProjectSbom[],
  ) {
    this.header = headerWithProjects(
      base.header,
      projects.map(({ sbom }) => sbom.header),
    );
  }

  get subject(): BomComponent | null {
    return this.base.subject;
  }

  async *components(): AsyncIterable<string> {
    yield* this.base.components();
    for (const { projectId, sbom } of this.projects)
      for await (const rows of parseBatches<ExportRow>(sbom.components()))
        yield JSON.stringify(rows.map((row) => withProjectRefs(projectId, row)));
  }

  async *dependencies(): AsyncIterable<string> {
    const roots = await this.projectRoots();
    for await (const nodes of parseBatches<BomDependency>(this.base.dependencies()))
      yield JSON.stringify(
        nodes.map((node) => {
          const more = node.kind === 'depends-on' ? roots.get(node.from) : undefined;
          if (more) roots.delete(node.from);
          return more ? { ...node, to: [...node.to, ...more] } : node;
        }),
      );
    for (const [from, to] of roots) yield JSON.stringify([{ from, to, kind: 'depends-on' }]);
    for (const { projectId, sbom } of this.projects)
      for await (const nodes of parseBatches<BomDependency>(sbom.dependencies()))
        yield JSON.stringify(
          nodes
            .filter(({ from }) => from !== sbom.subject?.ref)
            .map(({ from, to, kind }) => ({
              from: projectRef(projectId, from),
              to: to.map((ref) => projectRef(projectId, ref)),
              kind,
            })),
        );
  }

  parts(...kinds: readonly PartKind[]): AsyncIterable<string> {
    return this.base.parts(...kinds);
  }

  async reportLosses(onLoss: (what: string) => void): Promise<void> {
    await this.base.reportLosses?.(onLoss);
  }

  /** Direct dependencies of the projects, by the entries that stand for them. */
  private async projectRoots(): Promise<Map<string, string[]>> {
    const roots = new Map<string, string[]>();
    for (const { projectId, sbom, entries } of this.projects)
      for await (const nodes of parseBatches<BomDependency>(sbom.dependencies()))
        for (const { from, to } of nodes)
          if (from === sbom.subject?.ref)
            for (const entry of entries)
              roots.set(entry, [...(roots.get(entry) ?? []), ...to.map((ref) => projectRef(projectId, ref))]);
    return roots;
  }
}

const projectRef = (projectId: string, ref: string): string => `${projectId}:${ref}`;

function withProjectRefs(projectId: string, row: ExportRow): ExportRow {
  const [id, name, org, version, purl, cpe, repo, automatic, source] = row;
  const parent = source?.parentRef ?? null;
  const refs = [projectRef(projectId, source?.ref ?? id), parent && projectRef(projectId, parent)] as const;
  return [id, name, org, version, purl, cpe, repo, automatic, source, refs];
}

/** A component that stands for an SBOM, or for the organization that owns several. */
export function sbomComponent(ref: string, name: string, version = '', supplier = ''): BomComponent {
  return {
    ...componentDraft({ ref, place: '' }),
    type: 'application',
    name,
    version,
    ...(supplier && { supplier: { kind: 'organization', name: supplier } as const }),
  };
}

/** One SBOM, read batch by batch in one snapshot of the database. */
export class SbomExportSource implements SerializedSbom {
  private constructor(
    private readonly context: {
      readonly sql: Sql;
      readonly sbomId: string;
      readonly updatedAt: string;
      readonly removed: ReadonlySet<string>;
      /** Of the document that was imported. */
      readonly serial: string;
    },
    private readonly includesImported: boolean,
    readonly header: BomHeader,
    readonly subject: BomComponent,
  ) {}

  /**
   * The subject is the one that the document was about; else the SBOM itself.
   *
   * @param includesImported false: what an analysis or a file brought is left out, and what people added is left
   */
  static async open(sql: Sql, sbom: SbomRow, includesImported = true): Promise<SbomExportSource> {
    const document = await findDocument(sql, sbom.id);
    const removed = await findRemovedRefs(sql, sbom.id);
    const id = includesImported ? sbom.id : partialId(sbom.id);
    const header = exportHeader(id, sbom.name, Number(sbom.revision) + 1, document?.header.native);
    const subject = document?.subject ?? sbomComponent(sbom.id, sbom.name, sbom.version, sbom.supplier);
    const serial = document?.header.serial ?? '';
    const context = { sql, sbomId: sbom.id, updatedAt: sbom.updated_at.toISOString(), removed, serial };
    return new SbomExportSource(context, includesImported, header, subject);
  }

  components(): AsyncIterable<string> {
    const { sql, sbomId } = this.context;
    return streamComponents(sql, sbomId, this.includesImported);
  }

  async *dependencies(): AsyncIterable<string> {
    if (!this.includesImported) return;
    const { sql, sbomId, removed } = this.context;
    const batches = streamDependencies(sql, sbomId);
    if (removed.size === 0) yield* batches;
    else
      for await (const nodes of parseBatches<BomDependency>(batches))
        yield JSON.stringify(nodes.flatMap((node) => withoutRemovedRefs(node, removed)));
  }

  async *parts(...kinds: readonly PartKind[]): AsyncIterable<string> {
    const { sql, sbomId, serial } = this.context;
    if (this.includesImported)
      for await (const batch of streamParts(sql, sbomId, kinds)) yield withoutOwnLinks(batch, serial);
    if (!this.includesImported || !kinds.includes('vulnerability')) return;
    const statements = await heldStatements(sql, sbomId, 'people', this.context.updatedAt);
    if (statements.length > 0) yield JSON.stringify(statements.map(partOf));
  }
}

/** Statements of people as `vulnerabilities` with an `analysis`, behind those of the document, which they override. */
const partOf = (statement: ExportedStatement): BomPart => ({
  kind: 'vulnerability',
  family: 'cyclonedx',
  data: cycloneDxVulnerability(statement),
});

function withoutRemovedRefs(node: BomDependency, removed: ReadonlySet<string>): BomDependency[] {
  if (removed.has(node.from)) return [];
  return [{ ...node, to: node.to.filter((ref) => !removed.has(ref)) }];
}
