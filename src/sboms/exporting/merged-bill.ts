import { createHash } from 'node:crypto';
import { reportForeignHead } from '../../formats/writing/foreign-head.js';
import type { BomComponent, BomDependency, BomHeader, BomPart, PartKind } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import type { SbomRow } from '../sboms.view.js';
import type { ExportRepository } from './export.repository.js';
import { exportHeader, wholeComponent } from './bill.js';
import { rowOf } from './identified-component.js';
import { each, type PackedBill } from './packed-bill.js';

/**
 * SBOMs of one organization as one document: the organization on top, each SBOM a component below it with what it
 * depends on, and a component that several of them have is there once. Which refs are the same is worked out in the
 * database, so memory does not grow with the SBOMs.
 */
export class MergedBill implements PackedBill {
  private constructor(
    private readonly at: { sql: Sql; repository: ExportRepository },
    private readonly sboms: { all: readonly SbomRow[]; wholes: readonly SbomRow[] },
    readonly header: BomHeader,
    readonly subject: BomComponent,
  ) {}

  /** @param isWhole whether an SBOM is to be there with all that its file or analysis brought */
  static async open(
    sql: Sql,
    repository: ExportRepository,
    sboms: readonly SbomRow[],
    isWhole: (sbom: SbomRow) => boolean,
  ): Promise<MergedBill> {
    const [first] = sboms as readonly [SbomRow];
    const organization = await repository.organizationName(sql, first.org_id);
    const wholes = sboms.filter(isWhole);
    const ids = sboms.map(({ id }) => id);
    const handMadeOnly = sboms.filter((sbom) => !isWhole(sbom)).map(({ id }) => id);
    await repository.merge(sql, ids, handMadeOnly);
    const revision = sboms.reduce((sum, sbom) => sum + Number(sbom.revision), 1);
    const header = exportHeader(idOfAll(ids), organization, revision);
    return new MergedBill(
      { sql, repository },
      { all: sboms, wholes },
      header,
      wholeComponent(first.org_id, organization),
    );
  }

  async *components(): AsyncIterable<string> {
    const wholes = this.sboms.all.map(({ id, name, version, supplier }) => wholeComponent(id, name, version, supplier));
    yield JSON.stringify(wholes.map(rowOf));
    yield* this.at.repository.mergedComponents(this.at.sql);
  }

  /** The organization has the SBOMs; each SBOM has its entries that nothing else in it depends on, and its own edges. */
  async *dependencies(): AsyncIterable<string> {
    const node = (from: string, to: string[]): string =>
      JSON.stringify([{ from, to, kind: 'depends-on' } satisfies BomDependency]);
    yield node(
      this.subject.ref,
      this.sboms.all.map((sbom) => sbom.id),
    );
    for (const sbom of this.sboms.all) {
      const roots = await this.at.repository.mergedRoots(this.at.sql, sbom.id);
      if (roots.length > 0) yield node(sbom.id, roots);
    }
    yield* this.at.repository.mergedDependencies(this.at.sql);
  }

  async *parts(...kinds: readonly PartKind[]): AsyncIterable<string> {
    // Licence texts are referred to by id from within components; other parts speak of refs of one document only.
    if (!kinds.includes('extracted-license')) return;
    const seen = new Set<string>();
    for (const sbom of this.sboms.wholes)
      for await (const parts of each<BomPart>(this.at.repository.parts(this.at.sql, sbom.id, ['extracted-license'])))
        yield JSON.stringify(parts.filter(({ ref }) => !ref || (!seen.has(ref) && seen.add(ref))));
  }

  /** What each document said of itself, and what it was about, has no place here; neither have the other parts. */
  async reportLosses(onLoss: (what: string) => void): Promise<void> {
    const { sql, repository } = this.at;
    for (const { id } of this.sboms.wholes) {
      const document = await repository.document(sql, id);
      if (document?.subject) onLoss('subject');
      if (document) reportForeignHead(document.header, null, onLoss);
      for (const { kind, count } of await repository.partCounts(sql, id))
        if (kind !== 'extracted-license') for (let time = 0; time < count; time += 1) onLoss(kind);
    }
  }
}

/** The same for the same SBOMs, in whatever order: they are one document, and others another (CycloneDX serialNumber). */
function idOfAll(ids: readonly string[]): string {
  const digest = createHash('sha256')
    .update([...ids].sort().join())
    .digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
