import { cpeOrNull } from '../../model/cpe.js';
import type { BomComponent } from '../../model/document.js';
import { purlOrNull } from '../../model/purl.js';
import { componentDraft, type ComponentDraft } from '../component-draft.js';
import type { TableRow } from '../reading/stream-items.js';
import { parseComponentType } from '../shared/component-types.js';
import { readSpdxParty } from '../shared/spdx-parties.js';
import {
  isPlaceholder,
  parseUrls,
  parseHashAlgorithm,
  parseHashes,
  partsOfIdentifiers,
  splitIdentifiers,
  parseLicenses,
} from './cell-values.js';
import { referenceKinds, type ColumnKind } from '../shared/component-list/column-names.js';
import { parseCoordinates, parseSchemeCoordinates } from '../shared/component-list/coordinates.js';
import type { Column } from '../shared/component-list/header.js';
import { parseEcosystemWord } from '../shared/ecosystem-words.js';

/** Property in which the package type of a row stands, where the list has a column for it: a hint, no identifier. */
export const ecosystemProperty = 'ecosystem';

/**
 * One row of a list as a component, with the cells as the list has them but for the white space around them. What has
 * no field is a property under the column's name; so is a cell that does not hold what its column says. Cells that say
 * that nothing is known ("n/a", "-") are taken for empty, but for names.
 *
 * @param ref the row's own, unless a column gives one
 * @returns undefined where nothing in the row names a component
 */
export function componentFromRow(row: TableRow, columns: readonly Column[], ref: string): BomComponent | undefined {
  const draft = componentDraft({ ref, place: row.place });
  const dependentCells: { readonly column: Column; readonly cell: string }[] = [];
  for (const [index, column] of columns.entries()) {
    const cell = trimCell(row.cells[index] ?? '');
    if (cell === '' || (isPlaceholder(cell) && column.kind !== 'name')) continue;
    if (column.kind && dependentKinds.has(column.kind)) dependentCells.push({ column, cell });
    else readCell(draft, column, cell);
  }
  const algorithm = dependentCells.find(({ column }) => column.kind === 'hash-algorithm');
  for (const { column, cell } of dependentCells) {
    readCell(draft, { ...column, algorithm: column.algorithm ?? parseHashAlgorithm(algorithm?.cell ?? '') }, cell);
  }
  splitCoordinates(draft, columns);
  // license-checker writes the version into both of its columns.
  const suffix = `@${draft.version}`;
  if (suffix.length > 1 && draft.name.length > suffix.length && draft.name.endsWith(suffix))
    draft.name = draft.name.slice(0, -suffix.length);
  draft.name ||= purlOrNull(draft.purls[0] ?? '')?.name || cpeOrNull(draft.cpes[0] ?? '')?.product || '';
  draft.name ||= draft.properties.find(({ name }) => namesToo.test(name))?.value ?? '';
  return draft.name === '' ? undefined : draft;
}

/** Tools that print columns cut off what is too long for them. */
export const isCutOff = (cell: string): boolean => cell.endsWith('…');

/** Columns that name a component where the better one is empty: "Library" of Mend beside "ArtifactId". */
const namesToo = /^(?:library|component|package|module|artifact|artifact ?id|dependency|file ?name)(?: name)?$/i;

/** Takes apart a name that says the version as well, where no column does. */
function splitCoordinates(draft: ComponentDraft, columns: readonly Column[]): void {
  const hasVersion = draft.version !== '' || columns.some(({ kind }) => kind === 'version');
  const isSplit = !hasVersion && draft.purls.length === 0;
  const found = isSplit ? parseCoordinates(draft.name) : parseSchemeCoordinates(draft.name, draft.version);
  if (!found) return;
  draft.name = found.name;
  draft.version ||= found.version;
  draft.group ||= found.group ?? '';
  const hasEcosystem = draft.properties.some(({ name }) => name === ecosystemProperty);
  if (found.ecosystem !== undefined && !hasEcosystem) addProperty(draft, ecosystemProperty, found.ecosystem);
}

/** Cells that mean something only together with others of the row. */
const dependentKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['hash', 'hash-algorithm', 'license-url']);

function readCell(draft: ComponentDraft, column: Column, cell: string): void {
  const { kind, algorithm } = column;
  const isAccepted =
    kind !== undefined &&
    (referenceKinds.has(kind)
      ? takeReference(draft, kind, cell)
      : (cellReaders.get(kind)?.(draft, cell, algorithm) ?? false));
  if (!isAccepted) addProperty(draft, column.name || 'column', cell);
}

const addProperty = (draft: ComponentDraft, name: string, value: string): void => {
  draft.properties = [...draft.properties, { name, value }];
};

/** Puts a cell into its field; false for a cell that does not hold what its column says. */
type CellReader = (draft: ComponentDraft, cell: string, algorithm: string | undefined) => boolean;

const takeText =
  (field: 'name' | 'version' | 'group' | 'publisher' | 'author' | 'description' | 'copyright' | 'ref'): CellReader =>
  (draft, cell) => {
    draft[field] = cell;
    return true;
  };

const takeParty =
  (field: 'supplier' | 'originator'): CellReader =>
  (draft, cell) => {
    const party = readSpdxParty(cell);
    if (party) draft[field] = party;
    return party !== undefined;
  };

const takeLicenses =
  (relation: 'declared' | 'concluded'): CellReader =>
  (draft, cell) => {
    draft.licenses = [...draft.licenses, ...parseLicenses(cell, relation)];
    return true;
  };

const cellReaders: ReadonlyMap<ColumnKind, CellReader> = new Map<ColumnKind, CellReader>([
  ['name', takeText('name')],
  ['coordinates', takeCoordinates],
  // One that was cut off is another version, or none.
  ['version', (draft, cell, algorithm) => !isCutOff(cell) && takeText('version')(draft, cell, algorithm)],
  ['group', takeText('group')],
  ['publisher', takeText('publisher')],
  ['author', takeText('author')],
  ['description', takeText('description')],
  ['copyright', takeText('copyright')],
  ['ref', takeText('ref')],
  ['supplier', takeParty('supplier')],
  ['originator', takeParty('originator')],
  ['license', takeLicenses('declared')],
  ['concluded-license', takeLicenses('concluded')],
  ['purl', (draft, cell) => ((draft.purls = [...draft.purls, ...splitIdentifiers(cell, /^pkg:/i)]), true)],
  ['cpe', (draft, cell) => ((draft.cpes = [...draft.cpes, ...splitIdentifiers(cell, /^cpe:/i)]), true)],
  ['identifier', takeIdentifiers],
  ['type', takeType],
  ['ecosystem', takeEcosystem],
  ['scope', takeScope],
  ['hash', takeHashes],
  ['hash-algorithm', (_, cell) => parseHashAlgorithm(cell) !== undefined],
  ['license-url', takeLicenseUrl],
]);

/** Package URLs and CPEs; anything else is somebody's own numbering, and stays beside them. */
function takeIdentifiers(draft: ComponentDraft, cell: string): boolean {
  const parts = partsOfIdentifiers(cell);
  const purls = parts.filter((part) => /^pkg:/i.test(part));
  const cpes = parts.filter((part) => /^cpe:/i.test(part));
  draft.purls = [...draft.purls, ...purls];
  draft.cpes = [...draft.cpes, ...cpes];
  return parts.length === purls.length + cpes.length;
}

/** Of the coordinates themselves; the row may have a column for the version, too. */
function takeCoordinates(draft: ComponentDraft, cell: string): boolean {
  const found = parseSchemeCoordinates(cell, draft.version) ?? parseCoordinates(cell);
  if (!found) {
    draft.name ||= cell;
    return true;
  }
  draft.name = found.name;
  draft.version ||= found.version;
  draft.group ||= found.group ?? '';
  if (found.ecosystem !== undefined) addProperty(draft, ecosystemProperty, found.ecosystem);
  return true;
}

/** The column holds component types in some lists and package types in others. */
function takeType(draft: ComponentDraft, cell: string): boolean {
  const type = parseComponentType(cell);
  if (type) draft.type = type;
  // One letter says what no list explains.
  return type !== undefined || (cell.length > 1 && takeEcosystem(draft, cell));
}

function takeEcosystem(draft: ComponentDraft, cell: string): boolean {
  const ecosystem = parseEcosystemWord(cell);
  if (ecosystem) addProperty(draft, ecosystemProperty, ecosystem);
  return ecosystem !== undefined;
}

function takeScope(draft: ComponentDraft, cell: string): boolean {
  const scope = cell.toLowerCase();
  if (scope !== 'required' && scope !== 'optional' && scope !== 'excluded') return false;
  draft.scope = scope;
  return true;
}

function takeHashes(draft: ComponentDraft, cell: string, algorithm: string | undefined): boolean {
  const hashes = parseHashes(cell, algorithm);
  draft.hashes = [...draft.hashes, ...hashes];
  return hashes.length > 0;
}

/** An address belongs to the licence where the row has one only. */
function takeLicenseUrl(draft: ComponentDraft, cell: string): boolean {
  const [license, ...others] = draft.licenses;
  const [url, ...more] = parseUrls(cell);
  if (!license || others.length > 0 || url === undefined || more.length > 0) return false;
  if (license.expression !== undefined) return false;
  draft.licenses = [{ ...license, url }];
  return true;
}

function takeReference(draft: ComponentDraft, type: string, cell: string): boolean {
  const urls = parseUrls(cell);
  draft.references = [...draft.references, ...urls.map((url) => ({ type, url }))];
  return urls.length > 0;
}

/** Programs that fear formulas put an apostrophe before what may be taken for one: "'@angular/core". */
const guard = /^'(?=[@=+-])/;

/** A tab or line break at the start may be meant to stand there; spaces around, also such without width, never are. */
function trimCell(cell: string): string {
  const text = cell
    .replace(/^[ \u00a0\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]+/, '')
    .replace(guard, '')
    .trimEnd();
  let end = text.length;
  while (end > 0 && /[\s\u200b-\u200d\u2060]/.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}
