import type { ManifestEntry } from '../contents-builder.js';

export interface MavenCoordinates {
  readonly group: string;
  readonly artifact: string;
  readonly version: string;
  readonly requirement?: string;
  /** Packaging; the default is "jar". */
  readonly type?: string;
  readonly classifier?: string;
  readonly line: number;
}

export function mavenComponent(found: MavenCoordinates): ManifestEntry {
  const { group, artifact: name, version, requirement, type = '', classifier = '', line } = found;
  const qualifiers = { type: type === 'jar' ? '' : type, classifier };
  return {
    ecosystem: 'maven',
    group,
    name,
    version,
    ...(requirement ? { requirement } : {}),
    purl: { type: 'maven', namespace: group, name, version, qualifiers },
    line,
  };
}
