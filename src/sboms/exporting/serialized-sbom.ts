import {
  type BomComponent,
  type BomDependency,
  type BomHeader,
  type BomPart,
  type PartKind,
  entryOrg,
  type BomProperty,
  type BomReference,
} from '../../model/document.js';
import { componentDraft } from '../../formats/component-draft.js';
import type { BomSource } from '../../formats/format.js';
import { purlOrNull } from '../../model/purl.js';
import { repositoryOrNull } from '../../model/repository.js';
import { withSelectedCpe, withSelectedPurl } from './declared-first.js';

/** The columns of an entry that an export needs, as a tuple: names would take most of the space. */
export type ExportRow = readonly [
  id: string,
  name: string,
  org: string,
  version: string,
  selectedPurl: string | null,
  selectedCpe: string | null,
  selectedRepo: string | null,
  /** Kinds whose selected candidate was selected automatically, separated by spaces. */
  automatic: string,
  source: BomComponent | null,
  /** In a document made of several SBOMs: the ref there, and the ref of the parent. */
  refs?: readonly [ref: string, parentRef: string | null],
];

/** The row of a component that is not an entry. */
export const exportRowOf = (component: BomComponent): ExportRow => {
  const { ref, name, version } = component;
  return [ref, name, entryOrg(component), version, null, null, null, '', component];
};

/** Prefix of our own properties. They are replaced on export, so that they do not accumulate over re-imports. */
const propertyPrefix = 'stocktake:';

/** The component from its file, with corrections by people and the selected identifiers. */
export function identifiedComponent(row: ExportRow): BomComponent {
  const [id, name, org, version, purl, cpe, repo, automatic, imported, refs] = row;
  const source = imported ?? { ...componentDraft({ ref: id, place: '' }), name, group: org, version };
  const corrected = correctedFields(source, org, version);
  const isCorrected = corrected.version !== source.version;
  return {
    ...source,
    ...(refs && { ref: refs[0], parentRef: refs[1] }),
    name,
    ...corrected,
    purls: withSelectedPurl(purl, source.purls, isCorrected),
    cpes: withSelectedCpe(cpe, source.cpes, isCorrected),
    references: withRepository(repo, source.references),
    properties: withSelection(source.properties, { package: purl, product: cpe, repo }, automatic),
  };
}

/** An entry shows the value of its file or else that of its purl; any other value is a correction. */
function correctedFields(source: BomComponent, org: string, version: string): { group: string; version: string } {
  const declaredOrg = entryOrg(source);
  if (org === declaredOrg && version === source.version) return { group: source.group, version };
  const purl = source.purls.map(purlOrNull).find((each) => each !== null);
  return {
    group: org === (declaredOrg || purl?.namespace || '') ? source.group : org,
    version: version === (source.version || purl?.version || '') ? source.version : version,
  };
}

function withRepository(repoUrl: string | null, references: readonly BomReference[]): readonly BomReference[] {
  if (repoUrl === null) return references;
  const isListed = references.some(
    ({ type, url }) => type === 'vcs' && (url === repoUrl || repositoryOrNull(url)?.url === repoUrl),
  );
  return isListed ? references : [...references, { type: 'vcs', url: repoUrl }];
}

/** The properties of the component, and whether a person or the service selected each identifier. */
function withSelection(
  properties: readonly BomProperty[],
  selected: Readonly<Record<string, string | null>>,
  automatic: string,
): readonly BomProperty[] {
  const all = properties.filter(({ name }) => !name.startsWith(propertyPrefix));
  for (const kind in selected)
    if (selected[kind] !== null)
      all.push({
        name: `${propertyPrefix}${kind}:selected-by`,
        value: automatic.includes(kind) ? 'service' : 'person',
      });
  return all;
}

/**
 * An SBOM as batches of JSON text from the database. Whoever writes the document decodes them, possibly another thread.
 * Each list can be read several times.
 */
export interface SerializedSbom {
  readonly header: BomHeader;
  readonly subject: BomComponent | null;
  /** Lists of `ExportRow`. */
  components(): AsyncIterable<string>;
  /** Lists of `BomDependency`. */
  dependencies(): AsyncIterable<string>;
  /** Lists of `BomPart`. */
  parts(...kinds: readonly PartKind[]): AsyncIterable<string>;
  /** Reports what the sources of the SBOM hold and the SBOM does not. */
  reportLosses?(onLoss: (what: string) => void): Promise<void>;
}

export function deserialized(sbom: SerializedSbom): BomSource {
  return {
    header: sbom.header,
    subject: sbom.subject,
    components: () => deserializedComponents(sbom),
    dependencies: () => parseBatches<BomDependency>(sbom.dependencies()),
    parts: (...kinds) => parseBatches<BomPart>(sbom.parts(...kinds)),
  };
}

/** Components written at once; small, so that the garbage collector does not have to copy them. */
const batchSize = 100;

async function* deserializedComponents(sbom: SerializedSbom): AsyncIterable<readonly BomComponent[]> {
  for await (const rows of parseBatches<ExportRow>(sbom.components()))
    for (let start = 0; start < rows.length; start += batchSize)
      yield rows.slice(start, start + batchSize).map(identifiedComponent);
}

export async function* parseBatches<Item>(batches: AsyncIterable<string>): AsyncIterable<readonly Item[]> {
  for await (const text of batches) yield JSON.parse(text) as readonly Item[];
}
