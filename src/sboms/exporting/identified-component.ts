import { entryOrg, type BomComponent, type BomProperty, type BomReference } from '../../model/document.js';
import { purlOrNull } from '../../model/purl.js';
import { repositoryOrNull } from '../../model/repository.js';

/** What an export needs of an entry's row. */
export interface ExportRow {
  readonly id: string;
  readonly ref: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  readonly project_id: string | null;
  readonly selected_purl: string | null;
  readonly selected_cpe: string | null;
  readonly selected_repo: string | null;
  /** Kinds whose selected candidate the service chose by itself, with blanks between them. */
  readonly automatic: string;
  readonly source: BomComponent | null;
}

/** Properties of our own carry this prefix; a re-import followed by an export does not pile them up. */
const ownProperties = 'stocktake:';

/** The component as its file described it, with what people corrected and what it was found to be. */
export function identifiedComponent(row: ExportRow): BomComponent {
  const source = row.source ?? handMade(row);
  const stated = statedBy(source);
  return {
    ...source,
    name: row.name,
    group: row.org === stated.org ? source.group : row.org,
    version: row.version === stated.version ? source.version : row.version,
    purls: first(row.selected_purl, source.purls),
    cpes: first(row.selected_cpe, source.cpes),
    references: withRepository(row.selected_repo, source.references),
    properties: [
      ...source.properties.filter(({ name }) => !name.startsWith(ownProperties)),
      ...selectionProperties(row),
    ],
  };
}

/** What an entry shows of its source: a purl fills in what nothing else says. */
function statedBy(source: BomComponent): { org: string; version: string } {
  const org = entryOrg(source);
  if (org !== '' && source.version !== '') return { org, version: source.version };
  const purl = source.purls.map(purlOrNull).find((each) => each !== null);
  return { org: org || purl?.namespace || '', version: source.version || purl?.version || '' };
}

function handMade({ id, name, org, version }: ExportRow): BomComponent {
  return {
    ...{ ref: id, parentRef: null, place: '', type: 'library', name, group: org, version },
    ...{ purls: [], cpes: [], licenses: [], hashes: [], references: [], properties: [] },
  };
}

const first = (selected: string | null, stated: readonly string[]): readonly string[] =>
  selected === null ? stated : [selected, ...stated.filter((identifier) => identifier !== selected)];

function withRepository(repoUrl: string | null, references: readonly BomReference[]): readonly BomReference[] {
  if (repoUrl === null) return references;
  const isKnown = references.some(
    ({ type, url }) => type === 'vcs' && (url === repoUrl || repositoryOrNull(url)?.url === repoUrl),
  );
  return isKnown ? references : [...references, { type: 'vcs', url: repoUrl }];
}

/** Who chose each identifier: a reader can tell a person's word from the service's. */
function selectionProperties(row: ExportRow): BomProperty[] {
  const selected = [
    ['package', row.selected_purl],
    ['product', row.selected_cpe],
    ['repo', row.selected_repo],
  ] as const;
  return selected.flatMap(([kind, identifier]) =>
    identifier === null
      ? []
      : [{ name: `${ownProperties}${kind}:selected-by`, value: row.automatic.includes(kind) ? 'service' : 'person' }],
  );
}
