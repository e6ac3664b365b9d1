import { purlWithoutVersion } from '../../../model/purl.js';
import type { LiveAnswer, PackageSubject } from '../live-source.js';

const maxVersions = 60;
const maxVersionLength = 200;

/** What a registry says about a package. */
export interface RegistryPackage {
  /** The newest first. */
  readonly versions: readonly string[];
  readonly latest?: string | undefined;
  readonly repositoryUrl?: string | undefined;
  readonly homepage?: string | undefined;
  readonly license?: string | undefined;
}

/** Of many versions, those that components have come first. */
export function registryAnswer({ purl, versions: wanted }: PackageSubject, found: RegistryPackage): LiveAnswer {
  const { versions, latest = versions[0], repositoryUrl, homepage, license } = found;
  const existing = new Set(versions);
  const own = (wanted ?? []).filter((version) => existing.has(version));
  return {
    records: [
      {
        kind: 'package',
        purl: purlWithoutVersion(purl),
        versions: [...new Set([...own, ...versions])].filter(isUsual).slice(0, maxVersions),
        weight: 1,
        ...(latest ? { latestVersion: latest } : {}),
        ...(repositoryUrl ? { repositoryUrl } : {}),
        ...(homepage ? { homepage } : {}),
      },
    ],
    ...(license ? { facts: { license } } : {}),
  };
}

const isUsual = (version: string): boolean => version !== '' && version.length <= maxVersionLength;

/** The path of names below a registry, encoded; null where a name would lead elsewhere. */
export function pathOf(...names: readonly string[]): string | null {
  if (names.some((name) => name === '' || name === '.' || name === '..')) return null;
  return names.map((name) => `/${encodeURIComponent(name)}`).join('');
}

/** The text between two marks, by search alone: documents of registries are long and not trusted. */
export function textBetween(text: string, start: string, end: string): string | undefined {
  const from = text.indexOf(start);
  if (from < 0) return undefined;
  const to = text.indexOf(end, from + start.length);
  return to < 0 ? undefined : text.slice(from + start.length, to);
}
