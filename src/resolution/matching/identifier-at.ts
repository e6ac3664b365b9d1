import { cpeOrNull, cpeWithVersion, formatCpe } from '../../model/cpe.js';
import { buildPurl, formatPurl, parsePurl, PurlError } from '../../model/purl.js';
import type { CandidateKind } from '../../model/search-results.js';

/**
 * A canonical identifier with the component's version, as plain text, in it. Unchanged where the version is empty or of
 * no use there (control characters, broken Unicode), and for repositories, which have none.
 */
export function identifierAt(kind: CandidateKind, identifier: string, version: string): string {
  if (version === '' || kind === 'repo') return identifier;
  return kind === 'package' ? purlAt(identifier, version) : cpeAt(identifier, version);
}

function purlAt(purl: string, version: string): string {
  const parsed = parsePurl(purl);
  // Go writes its versions with a v, nobody else does.
  const written = parsed.type === 'golang' ? version.replace(/^(?=\d)/, 'v') : version.replace(/^[vV](?=\d)/, '');
  try {
    return formatPurl(buildPurl({ ...parsed, version: written }));
  } catch (error) {
    if (error instanceof PurlError) return purl;
    throw error;
  }
}

function cpeAt(cpe: string, version: string): string {
  const parsed = cpeOrNull(cpe);
  const written = parsed && formatCpe(cpeWithVersion(parsed, version.replace(/^[vV](?=\d)/, '')));
  return written && cpeOrNull(written) ? written : cpe;
}
