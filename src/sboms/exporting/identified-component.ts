import { entryOrg, type BomComponent, type BomProperty, type BomReference } from '../../model/document.js';
import { purlOrNull } from '../../model/purl.js';
import { repositoryOrNull } from '../../model/repository.js';

/** What an export needs of an entry's row: a tuple, for there are many of them and names would take most of the room. */
export type ExportRow = readonly [
  id: string,
  name: string,
  org: string,
  version: string,
  selectedPurl: string | null,
  selectedCpe: string | null,
  selectedRepo: string | null,
  /** Kinds whose selected candidate the service chose by itself, with blanks between them. */
  automatic: string,
  source: BomComponent | null,
  /** In a document that is made of several: what the component is called there, and what it is nested in. */
  refs?: readonly [ref: string, parentRef: string | null],
];

/** A component that is nobody's entry, as a row. */
export const exportRowOf = (component: BomComponent): ExportRow => {
  const { ref, name, version } = component;
  return [ref, name, entryOrg(component), version, null, null, null, '', component];
};

/** Properties of our own carry this prefix; a re-import followed by an export does not pile them up. */
const propertyPrefix = 'stocktake:';

/** The component as its file described it, with what people corrected and what it was found to be. */
export function identifiedComponent(row: ExportRow): BomComponent {
  const [id, name, org, version, purl, cpe, repo, automatic, imported, refs] = row;
  const source = imported ?? manualComponent(id, name, org, version);
  return {
    ...source,
    ...(refs && { ref: refs[0], parentRef: refs[1] }),
    name,
    ...correctedFields(source, org, version),
    purls: withSelectedFirst(purl, source.purls),
    cpes: withSelectedFirst(cpe, source.cpes),
    references: withRepository(repo, source.references),
    properties: withSelection(source.properties, { package: purl, product: cpe, repo }, automatic),
  };
}

/** What an entry shows is its source's word, or, where that says nothing, its purl's; anything else is a correction. */
function correctedFields(source: BomComponent, org: string, version: string): { group: string; version: string } {
  const declaredOrg = entryOrg(source);
  if (org === declaredOrg && version === source.version) return { group: source.group, version };
  const purl = source.purls.map(purlOrNull).find((each) => each !== null);
  return {
    group: org === (declaredOrg || purl?.namespace || '') ? source.group : org,
    version: version === (source.version || purl?.version || '') ? source.version : version,
  };
}

function manualComponent(id: string, name: string, org: string, version: string): BomComponent {
  return {
    ...{ ref: id, parentRef: null, place: '', type: 'library', name, group: org, version },
    ...{ purls: [], cpes: [], licenses: [], hashes: [], references: [], properties: [] },
  };
}

const withSelectedFirst = (selected: string | null, declared: readonly string[]): readonly string[] =>
  selected === null ? declared : [selected, ...declared.filter((identifier) => identifier !== selected)];

function withRepository(repoUrl: string | null, references: readonly BomReference[]): readonly BomReference[] {
  if (repoUrl === null) return references;
  const isListed = references.some(
    ({ type, url }) => type === 'vcs' && (url === repoUrl || repositoryOrNull(url)?.url === repoUrl),
  );
  return isListed ? references : [...references, { type: 'vcs', url: repoUrl }];
}

/** The component's own, and who chose each identifier: a reader can tell a person's word from the service's. */
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
