import { cpeKey, cpeWithoutVersion, parseCpe } from '../../model/cpe.js';
import { compareCpeValues } from '../../model/cpe-matching.js';
import { type Cpe, escapeCpeValue, plainCpeValue } from '../../model/cpe-name.js';
import { CallerError, invalid, type FieldErrors } from '../../model/errors.js';
import { packageOf, parsePurl, type Purl } from '../../model/purl.js';
import { parseRepository } from '../../model/repository.js';
import type { IdentifierKind } from './entity-identifiers.js';
import { anyType, equalTo, everyVersion, parseVersionFilter, type VersionFilter } from './version-filter.js';

export const nameMatches = ['whole', 'prefix', 'part'] as const;
export type NameMatch = (typeof nameMatches)[number];

/** What was asked for: an identifier, or a name and how much of it. */
export type SearchTerm =
  | { readonly kind: 'purl'; readonly identifier: string; readonly purl: Purl }
  | { readonly kind: 'cpe'; readonly identifier: string; readonly cpe: Cpe }
  | { readonly kind: 'repo_url'; readonly identifier: string }
  | { readonly kind: 'name'; readonly text: string; readonly match: NameMatch };

export interface ComponentSearch {
  readonly asked: SearchTerm;
  /** The version in the identifier that was asked for. */
  readonly isVersion: VersionFilter;
  /** The range. */
  readonly isWithin: VersionFilter;
}

export interface ComponentSearchFields {
  readonly purl?: string | null;
  readonly cpe?: string | null;
  readonly repo_url?: string | null;
  readonly name?: string | null;
  readonly match?: string | null;
  readonly vers?: string | null;
}

/** Fewer letters are part of nearly every name. */
const minPart = 3;

/** Parses the query of findComponents: exactly one identifier or name, optionally a range. @throws CallerError 400 */
export function parseComponentSearch(fields: ComponentSearchFields): ComponentSearch {
  const { search, errors } = readComponentSearch(fields);
  if (search) return search;
  const [field, message] = Object.entries(errors)[0]!;
  throw invalid(`Invalid request: ${field}: ${message}`, errors);
}

/** What is wrong with such a query, whose values may be of any type. */
export function componentSearchErrors(query: Readonly<Record<string, unknown>>): FieldErrors {
  const texts = Object.entries(query).filter(([, value]) => typeof value === 'string');
  const { match } = query;
  const isKnown = nameMatches.some((known) => known === match);
  return readComponentSearch({ ...Object.fromEntries(texts), match: isKnown ? (match as NameMatch) : null }).errors;
}

function readComponentSearch(fields: ComponentSearchFields): { search: ComponentSearch | null; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const [field, ...others] = askedFields.filter((name) => fields[name]);
  if (!field || others.length > 0) errors.purl = 'or exactly one of cpe, repo_url and name is required';
  if (fields.match && field && field !== 'name') errors.match = 'goes with name';
  const asked = field ? readField(field, errors, () => readers[field](fields[field]!, fields)) : null;
  const type = asked?.kind === 'purl' ? asked.purl.type : anyType;
  const isWithin = fields.vers ? readField('vers', errors, () => parseVersionFilter(fields.vers!, type)) : everyVersion;
  const isRight = asked && isWithin && Object.keys(errors).length === 0;
  return { search: isRight ? { asked, isVersion: versionFilterOf(asked), isWithin } : null, errors };
}

const askedFields = ['purl', 'cpe', 'repo_url', 'name'] as const;

const readers: Readonly<Record<IdentifierKind | 'name', (text: string, fields: ComponentSearchFields) => SearchTerm>> =
  {
    purl: (text) => {
      const purl = parsePurl(text, 'repair');
      return { kind: 'purl', identifier: packageOf(purl), purl };
    },
    cpe: (text) => {
      const cpe = parseCpe(text);
      if (!cpeKey(cpe)) throw invalid('The CPE must name part, vendor and product');
      return { kind: 'cpe', identifier: cpeWithoutVersion(cpe), cpe };
    },
    repo_url: (text) => ({ kind: 'repo_url', identifier: parseRepository(text).url }),
    name: (text, { match }) => {
      const asked = { kind: 'name', text: text.trim(), match: (match || 'whole') as NameMatch } as const;
      if (asked.text === '')
        throw invalid('The name to search for must not be empty; give at least one letter or digit');
      if (asked.match === 'part' && asked.text.length < minPart)
        throw invalid(`Part of a name has at least ${minPart} characters`);
      return asked;
    },
  };

function versionFilterOf(asked: SearchTerm): VersionFilter {
  if (asked.kind === 'purl') return asked.purl.version === null ? everyVersion : equalTo(asked.purl.version);
  if (asked.kind !== 'cpe') return everyVersion;
  const { version } = asked.cpe;
  if (version === '*' || version === '-') return everyVersion;
  if (/^[*?]|(?<!\\)[*?]$/.test(version))
    return (_type, found) => (found === '' ? null : compareCpeValues(version, escapeCpeValue(found)) === 'superset');
  return equalTo(versionInCpe(asked.cpe));
}

/** Version and update as one text, as everybody but CPE writes them: `1.9.5:p1` is "1.9.5p1". */
export const versionInCpe = ({ version, update }: Cpe): string =>
  `${plainCpeValue(version)}${version === '*' || version === '-' ? '' : plainCpeValue(update)}`;

function readField<T>(field: string, errors: FieldErrors, read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CallerError)) throw error;
    errors[field] = error.message;
    return null;
  }
}
