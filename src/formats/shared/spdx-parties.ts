import type { Json, Party } from '../../model/document.js';

/** "Person: Jane Doe (jane@example.com)": SPDX 2.3, clause 7.5. The type and the e-mail address may be missing. */
export function readSpdxParty(text: string): Party | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'NOASSERTION' || trimmed === 'NONE') return undefined;
  const typePrefix = /^(Person|Organization|Tool)\s*:\s*/i.exec(trimmed);
  const kind = typePrefix?.[1]?.toLowerCase() === 'person' ? 'person' : typePrefix ? 'organization' : 'unknown';
  const rest = trimmed.slice(typePrefix?.[0].length ?? 0);
  const open = rest.endsWith(')') ? rest.lastIndexOf('(') : -1;
  const inside = open >= 0 ? rest.slice(open + 1, -1).trim() : '';
  const isEmail = open >= 0 && (inside === '' || inside.includes('@'));
  const name = isEmail ? rest.slice(0, open).trim() : rest;
  if (name === '' && inside === '') return undefined;
  return isEmail && inside !== '' ? { kind, name, email: inside } : { kind, name };
}

export function writeSpdxParty(party: Party): string | undefined {
  const name = party.name.replace(/\s+/g, ' ').trim();
  if (name === '' && !party.email) return undefined;
  const type = party.kind === 'person' ? 'Person' : 'Organization';
  return party.email ? `${type}: ${name} (${party.email})` : `${type}: ${name}`;
}

/** Creators of a document with their kind (SPDX 2.3, clause 6.8), and how many others say something without one. */
export function sortSpdxCreators(creators: Json | undefined): { readonly valid: string[]; readonly others: number } {
  const all = (Array.isArray(creators) ? creators : [creators ?? '']).filter((one) => !isBlankCreator(one));
  const valid = all.filter((one) => typeof one === 'string' && /^(?:Person|Organization|Tool):/.test(one)) as string[];
  return { valid, others: all.length - valid.length };
}

const isBlankCreator = (creator: Json): boolean =>
  creator === null || (typeof creator === 'string' && /^(?:(?:Person|Organization|Tool):)?$/i.test(creator.trim()));

/** True for a valid supplier or originator (SPDX 2.3, clauses 7.5 and 7.6). */
export const isValidSpdxParty = (text: string): boolean =>
  text === 'NOASSERTION' || /^(Person|Organization): \S/.test(text);
