import type { BomPart, JsonObject } from '../../model/document.js';
import type { TableRow } from '../reading/stream-items.js';
import { referenceKinds, type ColumnKind } from '../shared/component-list/column-names.js';
import { parseVulnerabilityIds } from '../shared/component-list/column-samples.js';
import type { Column } from '../shared/component-list/header.js';
import { isPlaceholder, parseUrls } from './cell-values.js';

/** What describes the package in a row of a finding; all other cells describe the finding. */
const packageKinds: ReadonlySet<ColumnKind | undefined> = new Set<ColumnKind>([
  'name',
  'version',
  'group',
  'supplier',
  'purl',
  'cpe',
  'identifier',
  'license',
  'type',
  'ecosystem',
  'scope',
  'coordinates',
  'hash',
  'hash-algorithm',
]);

/** The cells of the package alone. */
export const packageCells = ({ cells, ...row }: TableRow, columns: readonly Column[]): TableRow => ({
  ...row,
  cells: cells.map((cell, index) => (packageKinds.has(columns[index]?.kind) ? cell : '')),
});

const severities: ReadonlyMap<string, string> = new Map([
  ...['critical', 'high', 'medium', 'low', 'info', 'none', 'unknown'].map((word): [string, string] => [word, word]),
  ['moderate', 'medium'],
  ['important', 'high'],
  ['informational', 'info'],
  ['negligible', 'info'],
]);

/** The vulnerabilities that a row reports for a component, in the words of CycloneDX. */
export function findingsOfRow({ cells }: TableRow, columns: readonly Column[], ref: string): BomPart[] {
  const finding: JsonObject = {};
  const properties: JsonObject[] = [];
  const advisories: JsonObject[] = [];
  let ids: readonly string[] = [];
  for (const [index, { kind, name }] of columns.entries()) {
    const cell = (cells[index] ?? '').trim();
    if (packageKinds.has(kind) || isPlaceholder(cell)) continue;
    const severity = kind === 'severity' ? severities.get(cell.toLowerCase()) : undefined;
    if (kind === 'vulnerability') ids = parseVulnerabilityIds(cell);
    else if (severity !== undefined && finding.ratings === undefined) finding.ratings = [{ severity }];
    else if (isDescription(kind, name) && finding.description === undefined) finding.description = cell;
    else if (kind !== undefined && referenceKinds.has(kind) && parseUrls(cell).length > 0)
      advisories.push(...parseUrls(cell).map((url) => ({ url })));
    else properties.push({ name: name || 'column', value: cell });
  }
  if (advisories.length > 0) finding.advisories = advisories;
  if (properties.length > 0) finding.properties = properties;
  return ids.map((id) => ({
    kind: 'vulnerability',
    family: 'cyclonedx',
    data: { id, ...finding, affects: [{ ref }] },
  }));
}

const isDescription = (kind: ColumnKind | undefined, name: string): boolean =>
  kind === 'description' || /\b(?:title|summary)$/i.test(name);
