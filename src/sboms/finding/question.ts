import { cpeMatches } from '../../model/cpe-matching.js';
import { cpeKey, cpeOrNull, parseCpe } from '../../model/cpe.js';
import { invalid } from '../../model/errors.js';
import { parsePurl, purlKey, purlOrNull, purlWithoutVersion, type Purl } from '../../model/purl.js';
import { parseRepository } from '../../model/repository.js';
import { parseVers, rangeContains, schemeOfRange } from '../../model/versions/vers.js';
import { compareVersions, parseVersion, schemeForPurlType } from '../../model/versions/versions.js';

export const findableColumns = ['selected_purl', 'selected_cpe', 'selected_repo', 'name'] as const;

/** Values from `first` up to, not including, `end` by code point. */
export interface Stretch {
  readonly first: string;
  readonly end: string;
}

/** What is looked for (names: whatever the case): where in the index, and which of what lies there is meant. */
export interface Question {
  readonly column: (typeof findableColumns)[number];
  readonly stretches: readonly Stretch[];
  /** @param value of the column @param version of the entry */
  readonly means: (value: string, version: string) => boolean;
}

export interface Asked {
  readonly purl?: string | null;
  readonly cpe?: string | null;
  readonly repo_url?: string | null;
  readonly name?: string | null;
  readonly vers?: string | null;
}

type Means = Question['means'];

/** Reads the query of findComponents: exactly one identifier or name, and at most one range. @throws {CallerError} 400 */
export function questionOf(asked: Asked): Question {
  const given = readers.filter(([field]) => asked[field]);
  if (given.length !== 1)
    throw invalid('Give one of purl, cpe, repo_url and name', { purl: 'one of four is required' });
  const [field, read] = given[0]!;
  const question = at(field, () => read(asked[field]!));
  const within = asked.vers ? at('vers', () => withinRange(asked.vers!)) : null;
  if (!within) return question;
  return { ...question, means: (value, version) => question.means(value, version) && within(value, version) };
}

function at<T>(field: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const message = (error as Error).message;
    throw invalid(`Invalid request: ${field}: ${message}`, { [field]: message });
  }
}

const readers: readonly (readonly [Exclude<keyof Asked, 'vers'>, (text: string) => Question])[] = [
  ['purl', purlQuestion],
  ['cpe', cpeQuestion],
  [
    'repo_url',
    (text) => ({ column: 'selected_repo', stretches: [only(parseRepository(text).url)], means: () => true }),
  ],
  ['name', (text) => ({ column: 'name', stretches: [only(text)], means: nameIs(text) })],
];

const nameIs = (text: string): Means => {
  const wanted = text.toLowerCase();
  return (value) => value.toLowerCase() === wanted;
};

/** Without a version every version is meant; qualifiers only where the question has some. */
function purlQuestion(text: string): Question {
  const purl = parsePurl(text, 'repair');
  const key = purlKey(purl);
  const stretches = [...new Set([purlWithoutVersion(purl), key])].flatMap(beginnings);
  return {
    column: 'selected_purl',
    stretches,
    means: (value, entryVersion) => {
      const own = purlOrNull(value);
      if (!own || purlKey(own) !== key || !hasQualifiers(own, purl)) return false;
      return purl.version === null || isVersion(purl.type, own.version ?? entryVersion, purl.version);
    },
  };
}

/** What may follow a purl's name: its version, qualifiers or subpath; or nothing. */
const beginnings = (name: string): Stretch[] => [
  only(name),
  { first: `${name}#`, end: `${name}$` },
  { first: `${name}?`, end: `${name}A` },
];

const only = (value: string): Stretch => ({ first: value, end: `${value}\u0001` });

const hasQualifiers = (own: Purl, asked: Purl): boolean =>
  Object.entries(asked.qualifiers).every(([name, value]) => own.qualifiers[name] === value);

const isVersion = (type: string, own: string, asked: string): boolean =>
  own === asked || (own !== '' && compareVersions(schemeForPurlType(type), own, asked) === 0);

/** A name with ANY in a place means every name there (NIST IR 7696, 6). */
function cpeQuestion(text: string): Question {
  const cpe = parseCpe(text);
  const key = cpeKey(cpe);
  if (!key) throw new Error('A CPE that is looked for names part, vendor and product');
  return {
    column: 'selected_cpe',
    stretches: [{ first: `cpe:2.3:${key}:`, end: `cpe:2.3:${key};` }],
    means: (value) => {
      const own = cpeOrNull(value);
      return own !== null && cpeMatches(cpe, own);
    },
  };
}

/** The version that the identifier names counts, else the entry's own; what is no version is in no range. */
function withinRange(text: string): Means {
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
