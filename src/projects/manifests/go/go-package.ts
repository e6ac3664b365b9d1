import type { ManifestEntry } from '../contents-builder.js';

/** A module by its path: versions keep their `v`, as Go and its vulnerability database write them. */
export function goComponent(path: string, version: string, line: number, integrity?: string): ManifestEntry {
  const slash = path.lastIndexOf('/');
  const purl = { type: 'golang', namespace: path.slice(0, Math.max(0, slash)), name: path.slice(slash + 1), version };
  return { ecosystem: 'golang', name: path, version, purl, line, ...(integrity ? { integrity } : {}) };
}

export interface GoSum {
  readonly path: string;
  readonly version: string;
  /** `h1:<base64>`: a hash over the hashes of the module's files, not of an archive. */
  readonly hash: string;
  readonly line: number;
}

/** The lines of a go.sum that stand for a module's content; lines for a go.mod alone (`version/go.mod`) are left out. */
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
