import { cpeOrNull, cpeWithVersion, formatCpe } from '../../../model/cpe.js';
import { buildPurl, formatPurl, parsePurl, PurlError } from '../../../model/purl.js';
import { purlTypes } from '../../../model/purl-types.js';
import type { CandidateKind } from '../../../model/search-results.js';

/**
 * A canonical identifier with the component's version. Unchanged for repositories, for an empty version and for one that
 * the identifier cannot hold (control characters, broken Unicode).
 */
export function identifierWithVersion(kind: CandidateKind, identifier: string, version: string): string {
  if (version === '' || kind === 'repo') return identifier;
  return kind === 'package' ? purlWithVersion(identifier, version) : cpeWithComponentVersion(identifier, version);
}

/** Nearly all versions consist of these characters, which no identifier encodes. */
const plain = /^[A-Za-z0-9][A-Za-z0-9._]{0,99}$/;
const maxPlainLength = 1000;

function purlWithVersion(purl: string, version: string): string {
  const type = purl.slice('pkg:'.length, purl.indexOf('/'));
  // Only Go versions start with a v.
  const written = type === 'golang' ? version.replace(/^(?=\d)/, 'v') : version.replace(/^[vV](?=\d)/, '');
  if (plain.test(written) && isBare(purl) && takesAnyVersion(type)) return `${purl}@${written}`;
  try {
    return formatPurl(buildPurl({ ...parsePurl(purl, 'repair'), version: written }, 'repair'));
  } catch (error) {
    if (error instanceof PurlError) return purl;
    throw error;
  }
}

const isBare = (purl: string): boolean => purl.length < maxPlainLength && !/[@?#]/.test(purl);

function takesAnyVersion(type: string): boolean {
  const rules = purlTypes.get(type);
  return !rules || !(rules.version || rules.normalize || rules.lowercase?.includes('version'));
}

const anyVersion = ':*'.repeat(8);

function cpeWithComponentVersion(cpe: string, version: string): string {
  const written = version.replace(/^[vV](?=\d)/, '');
  if (plain.test(written) && cpe.length < maxPlainLength && cpe.endsWith(anyVersion))
    return `${cpe.slice(0, -anyVersion.length)}:${written.toLowerCase()}${anyVersion.slice(2)}`;
  const parsed = cpeOrNull(cpe);
  const bound = parsed && formatCpe(cpeWithVersion(parsed, written));
  return bound && cpeOrNull(bound) ? bound : cpe;
}
