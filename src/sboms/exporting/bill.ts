import type { BomComponent, BomDependency, BomHeader, BomPart, PartKind } from '../../model/document.js';
import type { BomSource } from '../../formats/format.js';
import type { Sql } from '../../platform/database/sql.js';
import type { SbomRow } from '../sboms.view.js';
import type { ExportRepository } from './export.repository.js';
import { identifiedComponent } from './identified-component.js';

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
export class Bill implements BomSource {
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

  async *components(): AsyncIterable<readonly BomComponent[]> {
    const { sql, repository, sbomId } = this.at;
    for await (const rows of repository.components(sql, sbomId, this.isWhole)) yield rows.map(identifiedComponent);
  }

  async *dependencies(): AsyncIterable<readonly BomDependency[]> {
    if (!this.isWhole) return;
    const { sql, repository, sbomId, removed } = this.at;
    for await (const rows of repository.dependencies(sql, sbomId))
      yield rows.flatMap(({ data }) => withoutRemoved(data, removed));
  }

  async *parts(...kinds: readonly PartKind[]): AsyncIterable<readonly BomPart[]> {
    if (!this.isWhole) return;
    const { sql, repository, sbomId } = this.at;
    for await (const rows of repository.parts(sql, sbomId, kinds)) yield rows.map(({ data }) => data);
  }
}

function withoutRemoved(node: BomDependency, removed: ReadonlySet<string>): BomDependency[] {
  if (removed.size === 0) return [node];
  if (removed.has(node.from)) return [];
  return [{ ...node, to: node.to.filter((ref) => !removed.has(ref)) }];
}
