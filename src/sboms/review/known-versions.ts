import { cpeKey, parseCpe } from '../../model/cpe.js';
import { parsePurl, purlKey } from '../../model/purl.js';
import {
  compareParsedVersions,
  parseVersion,
  schemeForPurlType,
  type ParsedVersion,
  type VersionSchemeName,
} from '../../model/versions/versions.js';
import type { Sql } from '../../platform/database/sql.js';
import { packagesByKey, productsByKey } from '../../scores/entities/entities.repository.js';
import { stripTagPrefix } from '../../scores/vulnerabilities/advisory.js';
import type { ReviewVersion } from './review.view.js';
import type { VersionCount } from './versions.repository.js';

/** Known versions shown below and above one that is not known. */
const maxNearest = 3;

/** Versions of a package or product in the catalogue. */
export interface CatalogVersions {
  readonly scheme: VersionSchemeName;
  readonly versions: readonly string[];
}

/** What the catalogue knows of the versions of an identifier. @throws {CallerError} 400 for one that is none */
export async function knownVersions(
  sql: Sql,
  { purl, cpe }: { purl: string | null; cpe: string | null },
): Promise<CatalogVersions> {
  if (purl) {
    const parsed = parsePurl(purl, 'repair');
    const key = purlKey(parsed);
    const row = (await packagesByKey(sql, [key])).get(key);
    return { scheme: schemeForPurlType(parsed.type), versions: row?.versions ?? [] };
  }
  const key = cpe ? cpeKey(parseCpe(cpe)) : null;
  const row = key === null ? undefined : (await productsByKey(sql, [key])).get(key);
  return { scheme: 'generic', versions: row?.versions ?? [] };
}

/** Whether the catalogue has each version, and else the nearest that it has; where the file gives none, the newest. */
export function reviewVersions(
  counts: readonly VersionCount[],
  { scheme, versions }: CatalogVersions,
): ReviewVersion[] {
  const texts = new Set(versions.map(stripTagPrefix));
  const sorted = versions
    .flatMap((text) => {
      const parsed = parseVersion(scheme, stripTagPrefix(text));
      return parsed ? [{ text, parsed }] : [];
    })
    .sort((one, other) => compareParsedVersions(one.parsed, other.parsed));
  const newest = sorted.slice(-maxNearest).map(({ text }) => text);
  return counts.map(({ version, entries }) => {
    const parsed = version === '' ? null : parseVersion(scheme, stripTagPrefix(version));
    if (version !== '' && texts.has(stripTagPrefix(version)))
      return { version, entries, known: true, below: [], above: [] };
    if (!parsed) return { version, entries, known: false, below: newest, above: [] };
    const at = firstFrom(sorted, parsed);
    const known = sorted[at] !== undefined && compareParsedVersions(sorted[at].parsed, parsed) === 0;
    if (known) return { version, entries, known, below: [], above: [] };
    const around = (from: number, to: number): string[] => sorted.slice(Math.max(0, from), to).map(({ text }) => text);
    return { version, entries, known, below: around(at - maxNearest, at), above: around(at, at + maxNearest) };
  });
}

/** The place of the first that is not below the wanted one. */
function firstFrom(sorted: readonly { readonly parsed: ParsedVersion }[], wanted: ParsedVersion): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareParsedVersions(sorted[middle]!.parsed, wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
