import type { Json, JsonObject } from '../../../model/document.js';

export interface HeadFault {
  /** JSON pointer within the document. */
  readonly pointer: string;
  readonly message: string;
}

const members = ['SPDXID', 'dataLicense', 'name', 'documentNamespace', 'creationInfo'] as const;

/** What a text must look like; one without a form must be there. */
const forms: ReadonlyMap<string, RegExp> = new Map([
  ['SPDXID', /^SPDXRef-DOCUMENT$/],
  ['dataLicense', /^(?:https?:\/\/spdx\.org\/licenses\/)?CC0-1\.0$/],
  ['created', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
]);

/**
 * What a document of SPDX 2.x does not say of itself, or says in a form that it has not (SPDX 2.3, clause 6).
 *
 * @param head the members of the document; a bare list of packages, which has none of these, has no faults
 */
export function headFaults(head: JsonObject): HeadFault[] {
  if (members.every((name) => name === 'SPDXID' || head[name] === undefined)) return [];
  const { creationInfo } = head;
  const info = (typeof creationInfo === 'object' && creationInfo !== null ? creationInfo : {}) as JsonObject;
  const faults = members.flatMap((name) => (name === 'creationInfo' ? [] : faultOf(name, head[name], '')));
  return [
    ...faults,
    ...faultOf('created', info.created, '/creationInfo'),
    ...faultOf('creators', info.creators, '/creationInfo'),
  ];
}

function faultOf(name: string, value: Json | undefined, place: string): HeadFault[] {
  const pointer = `${place}/${name}`;
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return [{ pointer: place, message: `The document has no "${name}"` }];
  if (forms.get(name)?.test(String(value)) !== false) return [];
  return [{ pointer, message: `"${name}" is not as SPDX has it` }];
}
