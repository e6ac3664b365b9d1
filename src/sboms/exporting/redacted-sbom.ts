import { vulnerabilityRelationships } from '../../formats/shared/spdx3-vocabulary.js';
import type { BomComponent, BomDependency, BomHeader, BomPart, PartKind } from '../../model/document.js';
import { textOf } from '../../model/json.js';
import { redactedId, serialOf, type Redaction } from './export-header.js';
import { sharedHeader, sharedSubject, withoutRemarks } from './shared-header.js';
import type { Sql } from '../../platform/database/sql.js';
import { derivedId } from '../../platform/identifiers/uuid.js';
import { findInternalEntries } from './export.repository.js';
import { sbomComponent } from './export-sources.js';
import { parseBatches, type ExportRow, type SerializedSbom } from './serialized-sbom.js';

/** Name of a component that is withheld. */
const withheldName = 'withheld component';

/** Of no name and number: no file can hold it already, and it stays when other components come and go. */
const withheldRef = (id: string): string => `withheld-${derivedId(id, withheldName)}`;

/** Remarks of the people who made or reviewed the document. */
const remarks: readonly PartKind[] = ['annotation', 'review'];

/** Without its vulnerability a relationship of SPDX 3 says what it is about, and leads nowhere. */
const isOfVulnerability = ({ kind, data }: BomPart): boolean =>
  kind === 'relationship' && vulnerabilityRelationships.has(textOf(data.relationshipType));

/** SPDX keeps remarks in files and snippets too. */
function partWithoutRemarks(part: BomPart): BomPart {
  const { annotations: _, ...data } = part.data;
  return part.kind === 'file' || part.kind === 'snippet' ? { ...part, data } : part;
}

interface Withheld {
  readonly ids: ReadonlySet<string>;
  /** The refs of withheld components, which may tell their names, with others in their place. */
  readonly refs: ReadonlyMap<string, string>;
  /** Refs of what is within the subject, and left out with it. */
  readonly inner: ReadonlySet<string>;
}

/** An SBOM as people outside of the organization may read it. */
export class RedactedSbom implements SerializedSbom {
  private constructor(
    private readonly base: SerializedSbom,
    private readonly withholdsStatements: boolean,
    private readonly withheld: Withheld,
    private readonly head: { readonly header: BomHeader; readonly subject: BomComponent | null },
  ) {}

  static async open(
    sql: Sql,
    base: SerializedSbom,
    { sbomId, ...redaction }: Redaction & { readonly sbomId: string },
  ): Promise<RedactedSbom> {
    const { withholdsInternal, withholdsStatements } = redaction;
    const entries = withholdsInternal ? await findInternalEntries(sql, sbomId) : [];
    const { subject, inner } = sharedSubject(base.subject && withoutRemarks(base.subject), withholdsInternal);
    const withheld = {
      refs: new Map(entries.map(({ id, ref }) => [ref, withheldRef(id)])),
      ids: new Set(entries.map(({ id }) => id)),
      inner,
    };
    const header = { ...sharedHeader(base.header), serial: serialOf(redactedId(sbomId, redaction)) };
    return new RedactedSbom(base, withholdsStatements, withheld, { header, subject });
  }

  get header(): BomHeader {
    return this.head.header;
  }

  get subject(): BomComponent | null {
    return this.head.subject;
  }

  async *components(): AsyncIterable<string> {
    for await (const rows of parseBatches<ExportRow>(this.base.components()))
      yield JSON.stringify(rows.map((row) => this.redacted(row)));
  }

  async *dependencies(): AsyncIterable<string> {
    if (this.withheld.ids.size === 0 && this.withheld.inner.size === 0) return yield* this.base.dependencies();
    const isShown = (ref: string): boolean => !this.withheld.inner.has(ref);
    for await (const nodes of parseBatches<BomDependency>(this.base.dependencies()))
      yield JSON.stringify(
        nodes
          .filter(({ from }) => isShown(from))
          .map((node) => ({
            ...node,
            from: this.shown(node.from),
            to: node.to.filter(isShown).map((ref) => this.shown(ref)),
          })),
      );
  }

  async *parts(...kinds: readonly PartKind[]): AsyncIterable<string> {
    const shown = kinds.filter((kind) => this.shows(kind));
    if (shown.length === 0) return;
    const hasStatements = this.withholdsStatements && shown.includes('relationship');
    if (!hasStatements && !shown.some((kind) => kind === 'file' || kind === 'snippet'))
      return yield* this.base.parts(...shown);
    for await (const parts of parseBatches<BomPart>(this.base.parts(...shown))) {
      const kept = hasStatements ? parts.filter((part) => !isOfVulnerability(part)) : parts;
      yield JSON.stringify(kept.map(partWithoutRemarks));
    }
  }

  /** Parts of a document name components in many places; only licence texts name none. */
  private shows(kind: PartKind): boolean {
    if (this.withheld.ids.size > 0) return kind === 'extracted-license';
    return !remarks.includes(kind) && !(this.withholdsStatements && kind === 'vulnerability');
  }

  private redacted(row: ExportRow): ExportRow {
    const [id, name, org, version, purl, cpe, repo, automatic, source] = row;
    const parentRef = source?.parentRef ? this.shown(source.parentRef) : null;
    if (!this.withheld.ids.has(id)) {
      const own = source && { ...withoutRemarks(source), parentRef };
      return [id, name, org, version, purl, cpe, repo, automatic, own];
    }
    const ref = withheldRef(id);
    return [ref, withheldName, '', '', null, null, null, '', { ...sbomComponent(ref, withheldName), parentRef }];
  }

  private shown(ref: string): string {
    return this.withheld.refs.get(ref) ?? ref;
  }
}
