import type { BomComponent, BomDependency, BomHeader, PartKind } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import type { SbomRow } from '../sboms.view.js';
import {
  findDocument,
  findRemovedRefs,
  streamComponents,
  streamDependencies,
  streamParts,
} from './export.repository.js';
import { parseBatches, type SerializedSbom } from './serialized-sbom.js';

/** A component that stands for an SBOM, or for the organization that owns several. */
export function sbomComponent(ref: string, name: string, version = '', supplier = ''): BomComponent {
  return {
    ref,
    parentRef: null,
    place: '',
    type: 'application',
    name,
    group: '',
    version,
    purls: [],
    cpes: [],
    licenses: [],
    hashes: [],
    references: [],
    properties: [],
    ...(supplier && { supplier: { kind: 'organization', name: supplier } as const }),
  };
}

/** Header of an export: a document of its own, whatever the SBOM was imported from. */
export function exportHeader(id: string, name: string, revision: number, native?: BomHeader['native']): BomHeader {
  return {
    family: native?.family ?? 'cyclonedx',
    specVersion: '',
    name,
    serial: `urn:uuid:${id}`,
    revision,
    ...(native && { native }),
  };
}

/** One SBOM, read batch by batch in one snapshot of the database. */
export class SbomExportSource implements SerializedSbom {
  private constructor(
    private readonly context: { sql: Sql; sbomId: string; removed: ReadonlySet<string> },
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
    const header = exportHeader(sbom.id, sbom.name, Number(sbom.revision) + 1, document?.header.native);
    const subject = document?.subject ?? sbomComponent(sbom.id, sbom.name, sbom.version, sbom.supplier);
    return new SbomExportSource({ sql, sbomId: sbom.id, removed }, includesImported, header, subject);
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
    const { sql, sbomId } = this.context;
    if (this.includesImported) yield* streamParts(sql, sbomId, kinds);
  }
}

function withoutRemovedRefs(node: BomDependency, removed: ReadonlySet<string>): BomDependency[] {
  if (removed.has(node.from)) return [];
  return [{ ...node, to: node.to.filter((ref) => !removed.has(ref)) }];
}
