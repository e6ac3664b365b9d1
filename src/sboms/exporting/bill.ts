import type { BomComponent, BomDependency, BomHeader, PartKind } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import type { SbomRow } from '../sboms.view.js';
import type { ExportRepository } from './export.repository.js';
import { each, type PackedBill } from './packed-bill.js';

/** A component that stands for a whole: an SBOM, or the organization that several belong to. */
export function wholeComponent(ref: string, name: string, version = '', supplier = ''): BomComponent {
  return {
    ...{ ref, parentRef: null, place: '', type: 'application', name, group: '', version },
    ...{ purls: [], cpes: [], licenses: [], hashes: [], references: [], properties: [] },
    ...(supplier && { supplier: { kind: 'organization', name: supplier } as const }),
  };
}

/** The head of an export: a document of its own, whatever the SBOM was imported from. */
export function exportHeader(id: string, name: string, revision: number, native?: BomHeader['native']): BomHeader {
  return {
    ...{ family: native?.family ?? 'cyclonedx', specVersion: '', name, serial: `urn:uuid:${id}`, revision },
    ...(native && { native }),
  };
}

/** One SBOM as its export reads it, in one snapshot of the database; nothing is held but the current batch. */
export class Bill implements PackedBill {
  private constructor(
    private readonly at: { sql: Sql; repository: ExportRepository; sbomId: string; removed: ReadonlySet<string> },
    private readonly isWhole: boolean,
    readonly header: BomHeader,
    readonly subject: BomComponent,
  ) {}

  /**
   * The subject is the one that the document was about; else the SBOM itself.
   *
   * @param isWhole false: what an analysis or a file brought is left out, and what people added is left
   */
  static async open(sql: Sql, repository: ExportRepository, sbom: SbomRow, isWhole = true): Promise<Bill> {
    const document = await repository.document(sql, sbom.id);
    const removed = await repository.removedRefs(sql, sbom.id);
    const header = exportHeader(sbom.id, sbom.name, Number(sbom.revision) + 1, document?.header.native);
    const subject = document?.subject ?? wholeComponent(sbom.id, sbom.name, sbom.version, sbom.supplier);
    return new Bill({ sql, repository, sbomId: sbom.id, removed }, isWhole, header, subject);
  }

  components(): AsyncIterable<string> {
    const { sql, repository, sbomId } = this.at;
    return repository.components(sql, sbomId, this.isWhole);
  }

  async *dependencies(): AsyncIterable<string> {
    if (!this.isWhole) return;
    const { sql, repository, sbomId, removed } = this.at;
    const batches = repository.dependencies(sql, sbomId);
    if (removed.size === 0) yield* batches;
    else
      for await (const nodes of each<BomDependency>(batches))
        yield JSON.stringify(nodes.flatMap((node) => withoutRemoved(node, removed)));
  }

  async *parts(...kinds: readonly PartKind[]): AsyncIterable<string> {
    const { sql, repository, sbomId } = this.at;
    if (this.isWhole) yield* repository.parts(sql, sbomId, kinds);
  }
}

function withoutRemoved(node: BomDependency, removed: ReadonlySet<string>): BomDependency[] {
  if (removed.has(node.from)) return [];
  return [{ ...node, to: node.to.filter((ref) => !removed.has(ref)) }];
}
