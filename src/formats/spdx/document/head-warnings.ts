import type { Json, JsonObject } from '../../../model/document.js';

export interface HeadWarning {
  /** JSON pointer within the document. */
  readonly pointer: string;
  readonly message: string;
}

const requiredMembers = ['SPDXID', 'dataLicense', 'name', 'documentNamespace', 'creationInfo'] as const;

/** Patterns of texts; a member without one is only required. */
const patterns: ReadonlyMap<string, RegExp> = new Map([
  ['SPDXID', /^SPDXRef-DOCUMENT$/],
  ['dataLicense', /^(?:https?:\/\/spdx\.org\/licenses\/)?CC0-1\.0$/],
  ['created', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
]);

/**
 * Missing and invalid members of the document itself (SPDX 2.3, clause 6).
 *
 * @param head the members of the document; a bare list of packages, which has none of them, gets no warnings
 */
export function headWarnings(head: JsonObject): HeadWarning[] {
  if (requiredMembers.every((name) => name === 'SPDXID' || head[name] === undefined)) return [];
  const { creationInfo } = head;
  const info = (typeof creationInfo === 'object' && creationInfo !== null ? creationInfo : {}) as JsonObject;
  const warnings = requiredMembers.flatMap((name) =>
    name === 'creationInfo' ? [] : warningsFor(name, head[name], ''),
  );
  return [
    ...warnings,
    ...warningsFor('created', info.created, '/creationInfo'),
    ...warningsFor('creators', info.creators, '/creationInfo'),
  ];
}

function warningsFor(name: string, value: Json | undefined, place: string): HeadWarning[] {
  const pointer = `${place}/${name}`;
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return [{ pointer: place, message: `The document has no "${name}"` }];
  if (patterns.get(name)?.test(String(value)) !== false) return [];
  return [{ pointer, message: `"${name}" is not valid in SPDX` }];
}
