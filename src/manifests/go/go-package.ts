import type { ManifestEntry } from '../contents-builder.js';

/** A module by its path; versions keep their `v`, as in Go and its vulnerability database. */
export function goComponent(path: string, version: string, line: number, integrity?: string): ManifestEntry {
  const slash = path.lastIndexOf('/');
  const purl = { type: 'golang', namespace: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1), version };
  return { ecosystem: 'golang', name: path, version, purl, line, ...(integrity ? { integrity } : {}) };
}

export interface GoSum {
  readonly path: string;
  readonly version: string;
  /** `h1:<base64>`: a hash over the hashes of the files of a module, not of an archive. */
  readonly hash: string;
  readonly line: number;
}

/** Lines of a go.sum for the content of modules; lines for a go.mod (`version/go.mod`) are skipped. */
export function parseGoSum(text: string, onBadLine: (line: number) => void): GoSum[] {
  const sums: GoSum[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const [path = '', version = '', hash = '', ...more] = line.slice(0, 8_192).split(/[ \t]+/);
    if (hash === '' || more.length > 0 || !version.startsWith('v')) onBadLine(index + 1);
    else if (!version.endsWith('/go.mod')) sums.push({ path, version, hash, line: index + 1 });
  }
  return sums;
}
