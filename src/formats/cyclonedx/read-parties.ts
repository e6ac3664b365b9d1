import type { Json, Party } from '../../model/document.js';
import type { ReadValue } from './read-value.js';
import { isObject } from '../../model/json.js';

/**
 * An organization as a party; undefined where it has no name. One with a contact of the same name is a person (see
 * `writeOrganization`).
 */
export function readOrganization(json: Json): ReadValue<Party> | undefined {
  if (!isObject(json) || typeof json.name !== 'string' || json.name.trim() === '') return undefined;
  const { name, url, contact, ...others } = json;
  const contacts = Array.isArray(contact) ? contact.filter(isObject) : [];
  const [first] = contacts;
  const kind = first !== undefined && first.name === name ? 'person' : 'organization';
  const urls = (Array.isArray(url) ? url : [url]).filter((one) => typeof one === 'string');
  const email = typeof first?.email === 'string' ? first.email : undefined;
  const exact =
    Object.keys(others).length === 0 &&
    (url === undefined || (Array.isArray(url) && url.length === urls.length)) &&
    (contact === undefined || (contacts.length === 1 && isPlainContact(first!, kind)));
  return {
    value: { kind, name, ...(email !== undefined && { email }), ...(urls.length > 0 && { urls }) },
    isExact: exact && !(Array.isArray(url) && url.length === 0),
  };
}

function isPlainContact(contact: Record<string, Json>, kind: Party['kind']): boolean {
  const names = Object.keys(contact);
  if (kind === 'person') return names.every((name) => name === 'name' || name === 'email');
  return names.length === 1 && typeof contact.email === 'string';
}

/** The names in `authors` (1.6 and later) as the text of the older `author`. */
export function readAuthors(json: Json): string | undefined {
  if (!Array.isArray(json)) return undefined;
  const names = json.flatMap((author) => (isObject(author) && typeof author.name === 'string' ? [author.name] : []));
  return names.length > 0 ? names.join(', ') : undefined;
}
