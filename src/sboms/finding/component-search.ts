import { cpeMatches } from '../../model/cpe-matching.js';
import { cpeKey, cpeOrNull, parseCpe } from '../../model/cpe.js';
import { invalid } from '../../model/errors.js';
import { parsePurl, purlKey, purlOrNull, purlWithoutVersion, type Purl } from '../../model/purl.js';
import { parseRepository } from '../../model/repository.js';
import { parseVers, rangeContains, schemeOfRange } from '../../model/versions/vers.js';
import { compareVersions, parseVersion, schemeForPurlType } from '../../model/versions/versions.js';

export const findableColumns = ['selected_purl', 'selected_cpe', 'selected_repo', 'name'] as const;

/** Index range from `first` (inclusive) to `end` (exclusive), by code point. */
export interface IndexRange {
  readonly first: string;
  readonly end: string;
}

/** A search: the ranges of the index to read, and a filter for the values found there. Names match without case. */
export interface ComponentSearch {
  readonly column: (typeof findableColumns)[number];
  readonly ranges: readonly IndexRange[];
  /** @param value of the column @param version of the entry */
  readonly matches: (value: string, version: string) => boolean;
}

export interface ComponentSearchFields {
  readonly purl?: string | null;
  readonly cpe?: string | null;
  readonly repo_url?: string | null;
  readonly name?: string | null;
  readonly vers?: string | null;
}

type SearchMatcher = ComponentSearch['matches'];

/** Parses the query of findComponents: exactly one identifier or name, optionally a range. @throws CallerError 400 */
export function parseComponentSearch(fields: ComponentSearchFields): ComponentSearch {
  const given = readers.filter(([field]) => fields[field]);
  if (given.length !== 1)
    throw invalid('Invalid request: give exactly one of purl, cpe, repo_url and name', {
      purl: 'one of four is required',
    });
  const [field, read] = given[0]!;
  const search = withFieldErrors(field, () => read(fields[field]!));
  const isWithin = fields.vers ? withFieldErrors('vers', () => rangeMatcher(fields.vers!)) : null;
  if (!isWithin) return search;
  return { ...search, matches: (value, version) => search.matches(value, version) && isWithin(value, version) };
}

function withFieldErrors<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const message = (error as Error).message;
    throw invalid(`Invalid request: ${field}: ${message}`, { [field]: message });
  }
}

const readers: readonly (readonly [Exclude<keyof ComponentSearchFields, 'vers'>, (text: string) => ComponentSearch])[] =
  [
    ['purl', purlSearch],
    ['cpe', cpeSearch],
    [
      'repo_url',
      (text) => ({ column: 'selected_repo', ranges: [exactRange(parseRepository(text).url)], matches: () => true }),
    ],
    ['name', (text) => ({ column: 'name', ranges: [exactRange(text)], matches: nameMatcher(text) })],
  ];

const nameMatcher = (text: string): SearchMatcher => {
  const wanted = text.toLowerCase();
  return (value) => value.toLowerCase() === wanted;
};

/** A purl without version matches every version; only qualifiers that the purl has are compared. */
function purlSearch(text: string): ComponentSearch {
  const purl = parsePurl(text, 'repair');
  const key = purlKey(purl);
  const ranges = [...new Set([purlWithoutVersion(purl), key])].flatMap(rangesOfName);
  return {
    column: 'selected_purl',
    ranges,
    matches: (value, entryVersion) => {
      const found = purlOrNull(value);
      if (!found || purlKey(found) !== key || !hasQualifiers(found, purl)) return false;
      return purl.version === null || matchesVersion(purl.type, found.version ?? entryVersion, purl.version);
    },
  };
}

/** A purl with this name, followed by nothing, qualifiers or a subpath. */
const rangesOfName = (name: string): IndexRange[] => [
  exactRange(name),
  { first: `${name}#`, end: `${name}$` },
  { first: `${name}?`, end: `${name}A` },
];

const exactRange = (value: string): IndexRange => ({ first: value, end: `${value}\u0001` });

const hasQualifiers = (found: Purl, wanted: Purl): boolean =>
  Object.entries(wanted.qualifiers).every(([name, value]) => found.qualifiers[name] === value);

const matchesVersion = (type: string, found: string, wanted: string): boolean =>
  found === wanted || (found !== '' && compareVersions(schemeForPurlType(type), found, wanted) === 0);

/** ANY in a CPE matches every value (NIST IR 7696, 6). */
function cpeSearch(text: string): ComponentSearch {
  const cpe = parseCpe(text);
  const key = cpeKey(cpe);
  if (!key) throw new Error('The CPE must name part, vendor and product');
  return {
    column: 'selected_cpe',
    ranges: [{ first: `cpe:2.3:${key}:`, end: `cpe:2.3:${key};` }],
    matches: (value) => {
      const found = cpeOrNull(value);
      return found !== null && cpeMatches(cpe, found);
    },
  };
}

/** The version in the identifier counts, else that of the entry. A text that is not a version matches no range. */
function rangeMatcher(text: string): SearchMatcher {
  const range = parseVers(text, 'repair');
  const scheme = schemeOfRange(range);
  return (value, entryVersion) => {
    const version = parseVersion(scheme, versionIn(value) || entryVersion);
    return version !== null && rangeContains(range, version);
  };
}

function versionIn(value: string): string {
  if (value.startsWith('pkg:')) return purlOrNull(value)?.version ?? '';
  if (!value.startsWith('cpe:')) return '';
  const version = cpeOrNull(value)?.version ?? '';
  return version === '*' || version === '-' ? '' : version.replace(/\\(.)/g, '$1');
}
