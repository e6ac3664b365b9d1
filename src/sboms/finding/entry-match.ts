import { cpeOrNull } from '../../model/cpe.js';
import { cpeMatches } from '../../model/cpe-matching.js';
import { type Purl, purlOrNull } from '../../model/purl.js';
import { type ComponentSearch, versionInCpe } from './component-search.js';
import {
  type EntityIdentifier,
  type SearchedIdentifiers,
  identifierKinds,
  type IdentifierKind,
  type IdentifierLink,
} from './entity-identifiers.js';
import { anyType, bothOf, everyVersion } from './version-filter.js';

/** What entries have in common that are found alike. */
export interface EntrySpelling {
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly repo_url: string | null;
  readonly version: string;
  /** Its name is one of the names searched for. */
  readonly named: boolean;
  /** Candidates of kinds without a selection whose names are among those of the entity. */
  readonly candidates: readonly string[] | null;
}

/**
 * Why an entry may be what was asked for, and is not surely so: it has an unselected candidate, only the name, only the
 * repository of several packages, or no version to compare.
 */
export type Doubt = 'candidate' | 'name' | 'repository' | 'version';

export interface EntryMatch {
  readonly doubt: Doubt | null;
  /** What of the entry led to it. */
  readonly matchedBy: readonly MatchedBy[];
}

export interface MatchedBy {
  kind: IdentifierKind | 'name' | 'candidate';
  /** As the entry has it. */
  identifier: string;
  link: IdentifierLink;
}

/**
 * How an entry matches; null where it does not. Its selected identifier of the kind that was asked for decides, else its
 * package, its product, its repository: an entry of another package is not found by a product that both share.
 */
export function matchEntry(
  search: ComponentSearch,
  identifiers: SearchedIdentifiers,
  entry: EntrySpelling,
): EntryMatch | null {
  const { asked } = search;
  const found = selectedOf(entry).flatMap(([kind, text]) => {
    const identifier = identifiers.find(kind, text);
    return identifier ? [{ kind, identifier: text, link: identifier.link }] : [];
  });
  const isNamed = asked.kind === 'name' && entry.named;
  const name = isNamed ? [{ kind: 'name' as const, identifier: asked.text, link: 'asked' as const }] : [];
  const deciding = isNamed ? firstSelected(entry) : decidingOf(asked.kind, entry);
  const identifier = deciding && identifiers.find(...deciding);
  if (isNamed || identifier) {
    const isOtherName = identifier?.isOtherName === true;
    const wanted = isAsked(asked, deciding, isOtherName) && isVersionWanted(search, deciding, entry);
    if (wanted === false) return null;
    return {
      doubt: wanted === null ? 'version' : repositoryDoubt(isNamed, identifier),
      matchedBy: [...name, ...found],
    };
  }
  return possibleMatch(search, identifiers, entry);
}

const repositoryDoubt = (isNamed: boolean, identifier: EntityIdentifier | null): Doubt | null =>
  !isNamed && identifier?.isShared ? 'repository' : null;

/** Whether the entry has what was asked for itself: its name, or the identifier. Its other identifiers are then as good. */
export function isAskedItself(
  asked: ComponentSearch['asked'],
  identifiers: SearchedIdentifiers,
  entry: EntrySpelling,
): boolean {
  if (asked.kind === 'name') return entry.named;
  const own = entry[asked.kind];
  return own !== null && identifiers.find(asked.kind, own)?.link === 'asked';
}

type Selected = readonly [kind: IdentifierKind, text: string];

const selectedOf = (entry: EntrySpelling): Selected[] =>
  identifierKinds.flatMap((kind) => (entry[kind] === null ? [] : [[kind, entry[kind]] as const]));

const firstSelected = (entry: EntrySpelling): Selected | null => selectedOf(entry)[0] ?? null;

function decidingOf(kind: IdentifierKind | 'name', entry: EntrySpelling): Selected | null {
  const own = kind === 'name' ? null : entry[kind];
  return own === null || kind === 'name' ? firstSelected(entry) : [kind, own];
}

/** Whether an identifier of the kind that was asked for has also the qualifiers, or the other attributes, asked for. */
function isAsked(asked: ComponentSearch['asked'], deciding: Selected | null, isOtherName: boolean): boolean {
  if (!deciding || asked.kind !== deciding[0]) return true;
  if (asked.kind === 'purl') return hasQualifiers(purlOrNull(deciding[1])!, asked.purl);
  if (asked.kind !== 'cpe') return true;
  const found = cpeOrNull(deciding[1])!;
  const { part, vendor, product } = isOtherName ? found : asked.cpe;
  return cpeMatches({ ...asked.cpe, part, vendor, product, version: '*', update: '*' }, found);
}

const hasQualifiers = (found: Purl, wanted: Purl): boolean =>
  Object.entries(wanted.qualifiers).every(([name, value]) => found.qualifiers[name] === value);

/** The version in the identifier counts, else that of the entry. ANY in a CPE matches every value (NIST IR 7696, 6). */
function isVersionWanted(
  { asked, isVersion, isWithin }: ComponentSearch,
  deciding: Selected | null,
  entry: EntrySpelling,
): boolean | null {
  const [type, version] = deciding ? versionIn(...deciding, entry.version) : [anyType, entry.version];
  const matches = asked.kind === 'cpe' && deciding?.[0] === 'cpe' && cpeMatches(asked.cpe, cpeOrNull(deciding[1])!);
  return bothOf(matches ? everyVersion : isVersion, isWithin)(type, version);
}

function versionIn(kind: IdentifierKind, text: string, otherwise: string): [purlType: string, version: string] {
  if (kind === 'purl') {
    const purl = purlOrNull(text);
    return [purl?.type ?? anyType, purl?.version ?? otherwise];
  }
  const cpe = kind === 'cpe' ? cpeOrNull(text) : null;
  return [anyType, (cpe && versionInCpe(cpe)) || otherwise];
}

function possibleMatch(
  { isVersion, isWithin }: ComponentSearch,
  identifiers: SearchedIdentifiers,
  entry: EntrySpelling,
): EntryMatch | null {
  const isWanted = bothOf(isVersion, isWithin);
  const candidates = (entry.candidates ?? []).flatMap((text) => {
    const kind = kindOf(text);
    const identifier = identifiers.find(kind, text);
    if (!identifier || identifier.isShared || isWanted(...versionIn(kind, text, entry.version)) === false) return [];
    return [{ kind: 'candidate' as const, identifier: text, link: identifier.link }];
  });
  if (candidates.length > 0) return { doubt: 'candidate', matchedBy: candidates };
  const isUnidentified = firstSelected(entry) === null;
  if (!entry.named || !isUnidentified || isWanted(anyType, entry.version) === false) return null;
  return { doubt: 'name', matchedBy: [] };
}

const kindOf = (text: string): IdentifierKind =>
  text.startsWith('pkg:') ? 'purl' : text.startsWith('cpe:') ? 'cpe' : 'repo_url';
