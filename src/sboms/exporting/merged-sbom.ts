import { createHash } from 'node:crypto';
import { reportLostHeaderFields } from '../../formats/writing/lost-header-fields.js';
import type { BomComponent, BomDependency, BomHeader, BomPart, PartKind } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import type { SbomRow } from '../sboms.view.js';
import {
  findOrganizationName,
  createMergedTable,
  streamMergedComponents,
  findMergedRoots,
  streamMergedDependencies,
  streamParts,
  findDocument,
  countParts,
} from './export.repository.js';
import { exportHeader, sbomComponent } from './sbom-export-source.js';
import { exportRowOf } from './identified-component.js';
import { parseBatches, type SerializedSbom } from './serialized-sbom.js';

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
    const header = exportHeader(combinedId(ids), organization, revision);
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

/** Deterministic: the same SBOMs in any order get the same id (CycloneDX `serialNumber`). */
function combinedId(ids: readonly string[]): string {
  const digest = createHash('sha256')
    .update([...ids].sort().join())
    .digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
