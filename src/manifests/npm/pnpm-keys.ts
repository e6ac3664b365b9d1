/**
 * Keys of installed packages in pnpm: `/name/1.0.0_peers` (lock file 5), `/name@1.0.0(peer@2.0.0)` (6), `name@1.0.0`
 * (9). Peers distinguish installations of one package.
 */

/** A key of version 6 or 9 without peers. */
export function withoutPeers(key: string): string {
  const bracket = key.indexOf('(');
  return bracket < 0 ? key : key.slice(0, bracket);
}

export function nameAndVersion(key: string): { name: string; version: string } {
  const plain = withoutPeers(key).replace(/^\//, '');
  const at = plain.indexOf('@', 1);
  const scoped = plain.startsWith('@');
  const segments = plain.split('/');
  const nameLength = scoped ? 2 : 1;
  // Version 5 separates name and version by a slash, and peers begin with "_".
  const five = segments.length > nameLength && !segments[nameLength - 1]!.includes('@', 1);
  if (!five && at > 0) return { name: plain.slice(0, at), version: plain.slice(at + 1) };
  const version = segments.slice(nameLength).join('/');
  return { name: segments.slice(0, nameLength).join('/'), version: version.split('_', 1)[0]! };
}

/**
 * Possible keys of a dependency: `version` is a version with peers, or the key itself for an alias or another source.
 */
export const candidateKeys = (name: string, version: string): readonly string[] => [
  `${name}@${version}`,
  `/${name}@${version}`,
  `/${name}/${version}`,
  version,
  `/${version}`,
];
