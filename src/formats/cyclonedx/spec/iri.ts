import { ruled, type TextSchema } from '../../schema/schema.js';

const path = "(?:[\\w.~:@!$&'()*+,;=/-]|%[0-9a-f]{2})*";
const query = "(?:[\\w.~:@!$&'()*+,;=/?-]|%[0-9a-f]{2})*";

/** Common URLs and purls, which need no repair. */
const plain = new RegExp(
  `^(?:[a-z][a-z0-9+.-]*://[a-z0-9.-]+(?::\\d{1,5})?(?:/${path})?|pkg:[a-z0-9.+-]+/${path})(?:\\?${query})?(?:#${query})?$`,
  'i',
);

/** The scp-like syntax of git, `git@host:path`: equivalent to an `ssh:` URL. */
const scpLike = /^([\w.-]+@[\w.-]+):(?!\/\/|\d)([^\s]*)$/;

/**
 * An IRI reference (RFC 3987; JSON schema `iri-reference`, XSD `anyURI`) for any text: characters that break the grammar
 * are percent-encoded.
 */
export function toIri(value: string): string {
  if (plain.test(value)) return value;
  const scp = scpLike.exec(value);
  if (scp) return toIri(`ssh://${scp[1]}/${scp[2]}`);
  let iri = value.replace(/[\u0000-\u0020<>"{}|\\^`\u007f-\u009f]/g, percent).replace(/%(?![0-9a-fA-F]{2})/g, '%25');
  const hash = iri.indexOf('#');
  if (hash >= 0) iri = iri.slice(0, hash + 1) + iri.slice(hash + 1).replaceAll('#', '%23');
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*:/.exec(iri)?.[0] ?? '';
  const rest = iri.slice(scheme.length);
  const [, authority = '', tail = ''] = /^(\/\/[^/?#]*)?([\s\S]*)$/.exec(rest)!;
  const safeTail = tail.replaceAll('[', '%5B').replaceAll(']', '%5D');
  const firstSegment = /^[^/?#]*/.exec(safeTail)![0];
  const relative = scheme === '' && authority === '' && firstSegment.includes(':') ? './' : '';
  return scheme + relative + safeAuthority(authority) + safeTail;
}

/** Of U+0000 to U+009F: a text may have a million of them. */
const escapes = Array.from({ length: 0xa0 }, (_, code) =>
  [...Buffer.from(String.fromCharCode(code), 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join(''),
);
const percent = (character: string): string => escapes[character.charCodeAt(0)]!;

function safeAuthority(authority: string): string {
  if (/^(?:\/\/(?:[^@[\]]*@)?(?:\[[0-9a-fA-F:.]+\]|[^@[\]:]*)(?::\d*)?)?$/.test(authority)) return authority;
  return `//${authority.slice(2).replace(/[@:[\]]/g, percent)}`;
}

/** Characters that XSD's `anyURI` takes as if they were percent-encoded, and `iri-reference` refuses. */
const encodable = /[{}|\\^`]/g;

/** False for a text that needs more than what validators disagree about to become an IRI reference. */
export function isIri(value: string): boolean {
  const encoded = value.replace(encodable, '-');
  return scpLike.test(value) || toIri(encoded) === encoded;
}

export const iri: TextSchema = ruled((value, { isValidation }) =>
  isValidation && !isIri(value) ? null : toIri(value),
);
/** For members that only the XSD defines as URI (a purl, a vulnerability's source). */
export const iriInXml: TextSchema = ruled((value, target) => (target.encoding === 'XML' ? toIri(value) : value));
