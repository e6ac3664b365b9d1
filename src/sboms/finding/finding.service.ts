import { Injectable } from '@nestjs/common';
import { entriesByKeys } from '../../catalog/catalog.repository.js';
import { maxOwnersPerKey } from '../../catalog/index-builder.js';
import { entryKinds, keyTiers } from '../../model/catalog-entry.js';
import { cpeWithoutVersion } from '../../model/cpe.js';
import { entryKind, forEachHit } from '../../model/entry-key.js';
import { lookupKey } from '../../model/names/lookup-key.js';
import { nameSpellings } from '../../model/names/name-spellings.js';
import { compact } from '../../model/names/normalise.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { otherProductNames } from '../../scores/facts/product-names.repository.js';
import { type SearchTerm, type ComponentSearch, parseComponentSearch } from './component-search.js';
import {
  type EntityIdentifier,
  SearchedIdentifiers,
  identifierKey,
  type IdentifierKind,
  identifierKinds,
  withoutVersion,
} from './entity-identifiers.js';
import {
  type CatalogKeys,
  identifiersOfEntries,
  type LinkedIdentifiers,
  linkedIdentifiers,
} from './entity-identifiers.repository.js';
import { type EntryMatch, isAskedItself, matchEntry } from './entry-match.js';
import type { FindComponentsQuery } from './finding.dto.js';
import {
  type EntryLookup,
  findSpellings,
  foundComponentPage,
  type FoundSpelling,
  maxSpellings,
  type SearchScope,
} from './finding.repository.js';
import type { FoundComponentPage } from './finding.view.js';

/** Entries of a catalogue with one name; those of the best keys come first. */
const maxNamesakes = 100;
/** Identifiers that the catalogue links with one query. */
const maxLinked = 1_000;
/** Identifiers that entries add to those of the catalogue. */
const maxAdded = 200;

/** Searches the entries of all visible SBOMs for an entity, however each of them was identified. */
@Injectable()
export class FindingService {
  constructor(private readonly database: Database) {}

  async find(actor: Actor, query: FindComponentsQuery): Promise<FoundComponentPage> {
    const search = parseComponentSearch(query);
    const scope = searchScope(actor, query.org_id ?? null);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const found = await searchEntries(sql, scope, search);
      const matches = new Map<string, EntryMatch>();
      for (const spelling of found.spellings) {
        const match = matchEntry(search, found.identifiers, spelling);
        if (match && (query.possible || match.doubt === null)) matches.set(spelling.key, match);
      }
      const spellings = [...matches].map(([key, { doubt }]) => ({ key, possible: doubt !== null }));
      const page = await foundComponentPage(sql, scope, { lookup: found.lookup, spellings }, query);
      return {
        total: page.total,
        sbomCount: page.sboms,
        possibleCount: page.possible,
        isComplete: found.isComplete,
        identifiers: found.identifiers.all.map(({ kind, identifier, link }) => ({ kind, identifier, link })),
        rows: page.rows.map(({ key, ...row }) => {
          const { doubt, matchedBy } = matches.get(key)!;
          return { ...row, possible_because: doubt, matched_by: [...matchedBy] };
        }),
      };
    });
  }
}

interface SearchedEntries {
  readonly identifiers: SearchedIdentifiers;
  readonly lookup: EntryLookup;
  readonly spellings: readonly FoundSpelling[];
  readonly isComplete: boolean;
}

/** Looks for what the catalogue links with the query; then for what the entries found this way link with it as well. */
async function searchEntries(sql: Sql, scope: SearchScope, search: ComponentSearch): Promise<SearchedEntries> {
  const { identifiers, isComplete: isLinked } = await catalogIdentifiers(sql, search.asked);
  const lookup = lookupOf(search.asked, identifiers);
  const spellings = await findSpellings(sql, scope, lookup);
  const isComplete = isLinked && spellings.length < maxSpellings;
  const added = addIdentifiersOfEntries(search, identifiers, spellings);
  if (added === 0) return { identifiers, lookup, spellings, isComplete };
  const wider = lookupOf(search.asked, identifiers);
  const more = await findSpellings(sql, scope, wider);
  const isWhole = isComplete && more.length < maxSpellings && added < maxAdded;
  return { identifiers, lookup: wider, spellings: more, isComplete: isWhole };
}

/**
 * What the catalogue links with the query. A product and a repository are what their packages are, so what is linked with
 * those counts as well; a package is not what other packages of its product are.
 */
async function catalogIdentifiers(
  sql: Sql,
  asked: SearchTerm,
): Promise<{ identifiers: SearchedIdentifiers; isComplete: boolean }> {
  const identifiers = new SearchedIdentifiers();
  let isComplete = true;
  const add = (linked: LinkedIdentifiers): void => {
    for (const each of linked.identifiers.slice(0, maxLinked)) identifiers.add(each);
    isComplete &&= linked.isComplete && linked.identifiers.length <= maxLinked;
  };
  if (asked.kind === 'name') {
    const { entries, isComplete: areAll } = await namesakes(sql, asked.text);
    add(await identifiersOfEntries(sql, entries));
    isComplete &&= areAll;
  } else {
    const { kind, identifier } = asked;
    identifiers.add({ kind, identifier, link: 'asked', isShared: false });
    await addOtherNames(sql, identifiers, { isOtherName: true });
    add(await linkedIdentifiers(sql, catalogKeys(identifiers)));
  }
  await addOtherNames(sql, identifiers);
  if (asked.kind !== 'purl') {
    const { purls } = catalogKeys(identifiers);
    add(await linkedIdentifiers(sql, { purls, cpes: [], repositories: [] }));
  }
  return { identifiers, isComplete };
}

/** Sources, and so entries, name one product in several ways. */
async function addOtherNames(
  sql: Sql,
  identifiers: SearchedIdentifiers,
  more: Pick<EntityIdentifier, 'isOtherName'> = {},
): Promise<void> {
  const names = await otherProductNames(sql, catalogKeys(identifiers).cpes);
  for (const cpe of [...names.values()].flat())
    identifiers.add({ kind: 'cpe', identifier: cpeWithoutVersion(cpe), link: 'catalogue', isShared: false, ...more });
}

function catalogKeys({ all }: SearchedIdentifiers): CatalogKeys {
  const keysOf = (kind: IdentifierKind): string[] =>
    all.flatMap((each) => (each.kind === kind ? (identifierKey(kind, each.identifier) ?? []) : []));
  return { purls: keysOf('purl'), cpes: keysOf('cpe'), repositories: keysOf('repo_url') };
}

interface Namesakes {
  readonly entries: readonly number[];
  /** False where the index of names may hold more than it gives. */
  readonly isComplete: boolean;
}

/** Packages and products of the catalogue whose name or title is this one, with or without the vendor's. */
async function namesakes(sql: Sql, name: string): Promise<Namesakes> {
  const key = compact(name);
  const [hits] = key === '' ? [] : await entriesByKeys(sql, [lookupKey(key)], [keyTiers.title]);
  const tiers = new Map<number, number>();
  const counts = new Map<number, number>();
  if (hits)
    forEachHit(hits.hits, (entry, tier) => {
      counts.set(tier, (counts.get(tier) ?? 0) + 1);
      // A repository of this name may hold much else.
      if (entryKind(entry) !== entryKinds.repo) tiers.set(entry, Math.min(tier, tiers.get(entry) ?? tier));
    });
  const entries = [...tiers].sort((a, b) => a[1] - b[1]).map(([entry]) => entry);
  const isComplete = entries.length <= maxNamesakes && [...counts.values()].every((count) => count < maxOwnersPerKey);
  return { entries: entries.slice(0, maxNamesakes), isComplete };
}

function lookupOf(asked: SearchTerm, identifiers: SearchedIdentifiers): EntryLookup {
  const names = identifiers.names().flatMap(nameSpellings);
  return {
    purls: identifiers.ranges('purl'),
    cpes: identifiers.ranges('cpe'),
    repositories: identifiers.all.filter(({ kind }) => kind === 'repo_url').map(({ identifier }) => identifier),
    names: asked.kind === 'name' ? nameSpellings(asked.text) : names,
    match: asked.kind === 'name' ? asked.match : 'whole',
    candidateNames: names,
  };
}

/** An entry with several selected identifiers says that they are one thing. @returns how many are new */
function addIdentifiersOfEntries(
  search: ComponentSearch,
  identifiers: SearchedIdentifiers,
  spellings: readonly FoundSpelling[],
): number {
  let added = 0;
  const known = spellings.filter((spelling) => isAskedItself(search.asked, identifiers, spelling));
  for (const spelling of known)
    for (const kind of identifierKinds) {
      const text = spelling[kind];
      if (text === null || kind === 'repo_url' || added >= maxAdded) continue;
      if (identifiers.add({ kind, identifier: withoutVersion(kind, text), link: 'same_entry', isShared: false }))
        added += 1;
    }
  return added;
}

function searchScope(actor: Actor, orgId: string | null): SearchScope {
  const orgIds = orgId ? [actor.organization(orgId).orgId] : actor.memberships.map((membership) => membership.orgId);
  return { visibleScope: actor.visibleScope, orgIds };
}
