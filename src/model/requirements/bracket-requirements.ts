import { intervalContains, type Bound, type VersionInterval } from '../versions/intervals.js';
import {
  compareParsedVersions,
  parseVersion,
  type ParsedVersion,
  type VersionSchemeName,
} from '../versions/versions.js';
import type { VersionSelector } from './published-versions.js';

/**
 * Intervals of NuGet ("Package versioning") and Maven ("Version Range Specification"), and versions that end in `*` or
 * `+`. NuGet takes the lowest version of an interval, Maven the highest.
 */
export function bracketSelector(scheme: VersionSchemeName, preferred: 'lowest' | 'highest'): VersionSelector {
  return (requirement, { versions }) => {
    const prefix = /^((?:\d+\.)*)[*+]$/.exec(requirement)?.[1];
    const intervals = prefix === undefined ? intervalsOf(scheme, requirement) : [];
    if (intervals === null) return null;
    const takesAny = scheme === 'maven' || requirement.includes('-');
    const fitting = versions
      .filter(({ version, isWithdrawn }) => !isWithdrawn && (takesAny || !version.includes('-')))
      .flatMap(({ version }) => parseVersion(scheme, version) ?? [])
      .filter((version) =>
        prefix === undefined
          ? intervals.some((interval) => intervalContains(interval, version))
          : `${version.text}.`.startsWith(prefix),
      )
      .sort(compareParsedVersions);
    const best: ParsedVersion | undefined =
      prefix === undefined && preferred === 'lowest' ? fitting[0] : fitting.at(-1);
    return best?.text ?? null;
  };
}

function intervalsOf(scheme: VersionSchemeName, text: string): VersionInterval[] | null {
  const found = text.match(/[[(][^[\]()]*[\])]/g) ?? [];
  if (found.length === 0 || found.join(',') !== text.replace(/\s+(?=[[(,])|(?<=[\]),])\s+/g, '')) return null;
  const intervals = found.map((one) => intervalOf(scheme, one));
  return intervals.every((one) => one !== null) ? intervals : null;
}

function intervalOf(scheme: VersionSchemeName, text: string): VersionInterval | null {
  const ends = text
    .slice(1, -1)
    .split(',')
    .map((end) => end.trim());
  const [low = '', high = low] = ends;
  if (ends.length > 2 || (low === '' && high === '')) return null;
  const [from, to] = [low, high].map((end) => (end === '' ? null : parseVersion(scheme, end)));
  if ((low !== '' && !from) || (high !== '' && !to)) return null;
  const bound = (version: ParsedVersion | null | undefined, inclusive: boolean): Bound | null =>
    version ? { version, inclusive } : null;
  return { low: bound(from, text.startsWith('[')), high: bound(to, text.endsWith(']')) };
}
