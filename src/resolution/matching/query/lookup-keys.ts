import { keyTiers, type KeyTier } from '../../../model/catalog-entry.js';
import { acronym, coreNames, distinctWords, wordPair } from '../../../model/names/core-name.js';
import {
  deletionKeys,
  identifierText,
  lookupKey,
  namespaceText,
  ownerText,
  prefixText,
} from '../../../model/names/lookup-key.js';
import { namespaceOwner } from '../../../model/names/namespace-owner.js';
import { compact, words } from '../../../model/names/normalise.js';
import { plainWords, spelledText } from './known-words.js';
import { organizationAliases } from './organization.js';
import type { ParsedName } from './parse-name.js';

/** One lookup in the catalogue's key table: entries under this key, up to `maxTier`. */
export interface KeyLookup {
  readonly key: number;
  readonly maxTier: KeyTier;
  /** What the key is of the component: an entry named "core" that a single word finds has no whole name in common. */
  readonly tier: KeyTier;
  /** Other entries under the key are not wanted. */
  readonly onlyRepositories?: true;
}

/** Leading words of a name that may be its vendor. */
const maxVendorWords = 3;

export function identifierLookups(identifiers: readonly string[]): KeyLookup[] {
  const lookups = new Lookups();
  for (const identifier of identifiers) lookups.add(identifierText(identifier), keyTiers.identifier);
  return lookups.list();
}

/** Only the whole name, for a component whose package is found already. */
export function nameLookups(parsed: ParsedName): KeyLookup[] {
  const lookups = new Lookups();
  const { name, org } = parsed.parses[0]!;
  if (org !== '') lookups.add(compact(`${org} ${name}`), keyTiers.qualified, keyTiers.title);
  lookups.add(compact(name), keyTiers.name, keyTiers.title);
  return lookups.list();
}

/** The few lookups that suffice for most components: identifiers, whole names, names without affixes. */
export function firstLookups(parsed: ParsedName, identifiers: readonly string[]): KeyLookup[] {
  const lookups = new Lookups();
  for (const identifier of identifiers) lookups.add(identifierText(identifier), keyTiers.identifier);
  for (const { name, org, loss } of parsed.parses) {
    // "ManageEngine" + "ADSelfService Plus" may be vendor and product or one product name. It comes first because of
    // all products named "CMS" those of this organization count.
    if (org !== '') lookups.add(compact(`${org} ${name}`), keyTiers.qualified, keyTiers.title);
    // A number that is cut off may belong to the name.
    lookups.add(compact(name), loss === 2 ? keyTiers.core : keyTiers.name, keyTiers.core);
    for (const core of coreNames(name)) lookups.add(core, keyTiers.core);
  }
  return lookups.list();
}

/** For components whose name the first lookups missed: without vendor words, by acronym, rare words and word pairs. */
export function furtherLookups(parsed: ParsedName): KeyLookup[] {
  const lookups = new Lookups();
  for (const { name, org } of parsed.parses.slice(0, 3)) {
    const parts = words(name);
    for (let cut = 1; cut <= maxVendorWords && cut < parts.length; cut += 1)
      lookups.add(parts.slice(cut).join(''), keyTiers.core);
    for (let cut = 1; cut <= 2 && parts.length - cut >= 1; cut += 1)
      lookups.add(parts.slice(0, -cut).join(''), keyTiers.core);
    const distinct = distinctWords(name, org);
    for (const [index, one] of distinct.entries()) {
      if (one.length > 2) lookups.add(one, keyTiers.word);
      for (const other of distinct.slice(index + 1)) lookups.add(wordPair(one, other), keyTiers.pair);
    }
    if (parts.length <= 2) for (const part of parts) lookups.add(part, keyTiers.acronym);
    const letters = acronym(name);
    if (letters) lookups.add(letters, keyTiers.acronym, keyTiers.name);
    const [first = ''] = parts;
    if (first.length > 2) lookups.add(prefixText(first), keyTiers.prefix);
    addNamespaces(lookups, parsed, org);
  }
  return lookups.list();
}

/** Ecosystems whose namespaces mostly have one source repository. */
const namespacesWithSource = new Set(['npm', 'maven']);

/** For a component whose package is found: the source of its siblings, which is often its own. */
export function sourceLookups({ coordinates }: ParsedName): KeyLookup[] {
  if (!coordinates?.namespace || !namespacesWithSource.has(coordinates.type)) return [];
  const lookups = new Lookups();
  lookups.add(namespaceText(coordinates.type, compact(coordinates.namespace)), keyTiers.namespace);
  return lookups.list().map((one) => ({ ...one, onlyRepositories: true }));
}

/** Entries of the same namespace or vendor show its spelling and its source repository. */
function addNamespaces(lookups: Lookups, parsed: ParsedName, org: string): void {
  if (org === '') return;
  const type = parsed.ecosystem ?? (/^[\w-]+(?:\.[\w-]+)+$/.test(org) ? 'maven' : 'composer');
  lookups.add(namespaceText(type, compact(org)), keyTiers.namespace);
  const owner = namespaceOwner(type, org);
  if (owner !== null) lookups.add(ownerText(type, owner), keyTiers.namespace);
  for (const form of organizationAliases(org)) lookups.add(namespaceText('cpe', form), keyTiers.namespace);
}

/** The words of the coordinates, or of the name, by lookup key. */
export function wordKeys({ coordinates, parses }: ParsedName): Map<number, string> {
  const text = coordinates ? spelledText(coordinates) : parses[0]!.name;
  return new Map(plainWords(text).map((word) => [lookupKey(word), word]));
}

/** Keys of the typo table: each whole name with one letter removed, with and without its first word. */
export function typoKeys(parsed: ParsedName): number[] {
  const names = new Set<string>();
  for (const { name, org } of parsed.parses.slice(0, 2)) {
    names.add(compact(name));
    const parts = words(name);
    if (parts.length > 1 && org === '') names.add(parts.slice(1).join(''));
  }
  return [...new Set([...names].flatMap(deletionKeys))];
}

/** Distinct lookups: where two have the same key, the better tier and the wider search count. */
class Lookups {
  private readonly byKey = new Map<number, { tier: KeyTier; maxTier: KeyTier }>();

  add(text: string, tier: KeyTier, maxTier: KeyTier = tier): void {
    if (text === '' || (text.length < 2 && maxTier !== keyTiers.name && maxTier !== keyTiers.core)) return;
    const key = lookupKey(text);
    const existing = this.byKey.get(key);
    if (!existing) this.byKey.set(key, { tier, maxTier });
    else {
      if (tier < existing.tier) existing.tier = tier;
      if (maxTier > existing.maxTier) existing.maxTier = maxTier;
    }
  }

  list(): KeyLookup[] {
    return [...this.byKey].map(([key, { tier, maxTier }]) => ({ key, tier, maxTier }));
  }
}
