import type { BomComponent, BomHash, BomLicense, Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/json.js';
import type { ComponentDraft } from '../component-draft.js';
import { parseComponentType } from '../shared/component-types.js';

/** A column of the list: writes its cell from a component, and reads it into one. */
export interface ListColumn {
  readonly title: string;
  write(component: BomComponent): string;
  /** False for a cell that does not hold what the column says. */
  read(cell: string, draft: ComponentDraft): boolean;
}

type TextField = 'author' | 'publisher' | 'group' | 'name' | 'version' | 'copyright' | 'description';

const text = (title: string, field: TextField): ListColumn => ({
  title,
  write: (component) => component[field] ?? '',
  read: (cell, draft) => {
    draft[field] = cell;
    return true;
  },
});

/** cyclonedx-cli writes the names of its enumeration: "Library", "Operating_System". */
const type: ListColumn = {
  title: 'Type',
  write: (component) =>
    component.type
      .split('-')
      .map((word) => word[0]!.toUpperCase() + word.slice(1))
      .join('_'),
  read: (cell, draft) => {
    const found = parseComponentType(cell);
    draft.type = found ?? 'library';
    return found !== undefined;
  },
};

const supplier: ListColumn = {
  title: 'Supplier',
  write: (component) => component.supplier?.name ?? '',
  read: (cell, draft) => {
    draft.supplier = { kind: 'organization', name: cell };
    return true;
  },
};

const scope: ListColumn = {
  title: 'Scope',
  write: (component) => component.scope ?? '',
  read: (cell, draft) => {
    const value = cell.toLowerCase();
    if (value !== 'required' && value !== 'optional' && value !== 'excluded') return false;
    draft.scope = value;
    return true;
  },
};

const purl: ListColumn = {
  title: 'Purl',
  write: (component) => component.purls[0] ?? '',
  read: (cell, draft) => {
    draft.purls = [cell];
    return true;
  },
};

const cpe: ListColumn = {
  title: 'Cpe',
  write: (component) => component.cpes[0] ?? '',
  read: (cell, draft) => {
    draft.cpes = [cell];
    return true;
  },
};

/** Ids and expressions in one cell, names in another, separated by commas. */
const licenseExpressions: ListColumn = {
  title: 'LicenseExpressions',
  write: ({ licenses }) => licenses.flatMap((license) => license.expression ?? license.id ?? []).join(','),
  read: (cell, draft) => addLicenses(draft, cell, (part) => (part.includes(' ') ? { expression: part } : { id: part })),
};

const licenseNames: ListColumn = {
  title: 'LicenseNames',
  write: ({ licenses }) => licenses.flatMap((license) => license.name?.replaceAll(',', '_') ?? []).join(','),
  read: (cell, draft) => addLicenses(draft, cell, (name) => ({ name })),
};

function addLicenses(
  draft: ComponentDraft,
  cell: string,
  make: (part: string) => Omit<BomLicense, 'relation'>,
): boolean {
  const parts = cell.split(',').filter((part) => part.trim() !== '');
  draft.licenses = [
    ...draft.licenses,
    ...parts.map((part): BomLicense => ({ relation: 'declared', ...make(part.trim()) })),
  ];
  return parts.length > 0;
}

const hash = (algorithm: string): ListColumn => ({
  title: algorithm,
  write: ({ hashes }) => hashes.find((one) => one.algorithm === algorithm)?.value ?? '',
  read: (cell, draft) => {
    const read: BomHash = { algorithm, value: cell.toLowerCase() };
    draft.hashes = [...draft.hashes, read];
    return true;
  },
});
/** A member of the component's CycloneDX JSON, at the given path. `kind` is its JSON type. */
const member = (title: string, path: readonly string[], kind: 'text' | 'number' | 'boolean' = 'text'): ListColumn => ({
  title,
  write: ({ native }) => {
    let value: Json | undefined = native?.family === 'cyclonedx' ? native.data : undefined;
    for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (value === undefined || value === null || typeof value === 'object') return '';
    return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
  },
  read: (cell, draft) => {
    const value = readMember(cell, kind);
    if (value === undefined) return false;
    const data = draft.native?.data ?? {};
    let inner = data;
    for (const name of path.slice(0, -1)) inner = (inner[name] ??= {}) as JsonObject;
    inner[path.at(-1)!] = value;
    draft.native = { family: 'cyclonedx', data };
    return true;
  },
});

function readMember(cell: string, kind: 'text' | 'number' | 'boolean'): Json | undefined {
  if (kind === 'text') return cell;
  if (kind === 'number') return /^\d{1,15}$/.test(cell) ? Number(cell) : undefined;
  return /^(?:true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : undefined;
}

const algorithms: readonly string[] = [
  'MD5',
  'SHA-1',
  'SHA-256',
  'SHA-512',
  'BLAKE2b-256',
  'BLAKE2b-384',
  'BLAKE2b-512',
  'SHA-384',
  'SHA3-256',
  'SHA3-384',
  'SHA3-512',
  'BLAKE3',
];

/** The columns of cyclonedx-cli (`CsvSerializer`), in its order. */
export const listColumns: readonly ListColumn[] = [
  type,
  member('MimeType', ['mime-type']),
  supplier,
  text('Author', 'author'),
  text('Publisher', 'publisher'),
  text('Group', 'group'),
  text('Name', 'name'),
  text('Version', 'version'),
  scope,
  licenseExpressions,
  licenseNames,
  text('Copyright', 'copyright'),
  cpe,
  purl,
  member('Modified', ['modified'], 'boolean'),
  member('SwidTagId', ['swid', 'tagId']),
  member('SwidName', ['swid', 'name']),
  member('SwidVersion', ['swid', 'version']),
  member('SwidTagVersion', ['swid', 'tagVersion'], 'number'),
  member('SwidPatch', ['swid', 'patch'], 'boolean'),
  member('SwidTextContentType', ['swid', 'text', 'contentType']),
  member('SwidTextEncoding', ['swid', 'text', 'encoding']),
  member('SwidTextContent', ['swid', 'text', 'content']),
  member('SwidUrl', ['swid', 'url']),
  ...algorithms.map(hash),
  text('Description', 'description'),
];

const columnMembers: ReadonlySet<string> = new Set(['mime-type', 'modified', 'swid']);
const columnAlgorithms: ReadonlySet<string> = new Set(algorithms);

/** Reports the fields of a component that have no column. */
export function reportFieldsWithoutColumn(component: BomComponent, onLoss: (what: string) => void): void {
  const { purls, cpes, licenses, hashes, references, properties, supplier: party, native } = component;
  // Readers of the list skip a row without a name.
  if (component.name === '') onLoss('name');
  if (component.parentRef !== null) onLoss('nesting');
  if (component.originator) onLoss('manufacturer');
  if (party?.kind === 'person' || party?.email !== undefined || (party?.urls?.length ?? 0) > 0) onLoss('supplier');
  for (const _ of [...purls.slice(1), ...cpes.slice(1)]) onLoss('identifier');
  for (const _ of references) onLoss('externalReferences');
  for (const _ of properties) onLoss('properties');
  for (const { relation, text: content, url, name } of licenses) {
    if (relation === 'concluded' || content !== undefined || url !== undefined || name?.includes(','))
      onLoss('licenses');
  }
  const seen = new Set<string>();
  for (const { algorithm } of hashes) {
    if (seen.has(algorithm) || !columnAlgorithms.has(algorithm)) onLoss('hashes');
    seen.add(algorithm);
  }
  for (const name of Object.keys(native?.data ?? {})) {
    if (native?.family !== 'cyclonedx' || !columnMembers.has(name)) onLoss(name);
  }
}
