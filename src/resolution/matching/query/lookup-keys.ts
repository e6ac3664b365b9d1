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
import { plainWords } from './known-words.js';
import { organizationAliases } from './organization.js';
import type { ParsedName } from './parse-name.js';

/** One lookup in the catalogue's key table: entries under this key, up to this tier. */
export interface KeyLookup {
  readonly key: number;
  readonly maxTier: KeyTier;
}

/** Leading words of a name that may be its vendor. */
const maxVendorWords = 3;

export function identifierLookups(identifiers: readonly string[]): KeyLookup[] {
  const tiers = new Map<number, KeyTier>();
  for (const identifier of identifiers) add(tiers, identifierText(identifier), keyTiers.identifier);
  return lookupList(tiers);
}

/** Only the whole name, for a component whose package is found already. */
export function nameLookups(parsed: ParsedName): KeyLookup[] {
  const tiers = new Map<number, KeyTier>();
  const { name, org } = parsed.parses[0]!;
  if (org !== '') add(tiers, compact(`${org} ${name}`), keyTiers.title);
  add(tiers, compact(name), keyTiers.title);
  return lookupList(tiers);
}

/** The few lookups that suffice for most components: identifiers, whole names, names without affixes. */
export function firstLookups(parsed: ParsedName, identifiers: readonly string[]): KeyLookup[] {
  const tiers = new Map<number, KeyTier>();
  for (const identifier of identifiers) add(tiers, identifierText(identifier), keyTiers.identifier);
  for (const { name, org } of parsed.parses) {
    // "ManageEngine" + "ADSelfService Plus" may be vendor and product or one product name. It comes first because of
    // all products named "CMS" those of this organization count.
    if (org !== '') add(tiers, compact(`${org} ${name}`), keyTiers.title);
    add(tiers, compact(name), keyTiers.core);
    for (const core of coreNames(name)) add(tiers, core, keyTiers.core);
  }
  return lookupList(tiers);
}

/** For components whose name the first lookups missed: without vendor words, by acronym, rare words and word pairs. */
export function furtherLookups(parsed: ParsedName): KeyLookup[] {
  const tiers = new Map<number, KeyTier>();
  for (const { name, org } of parsed.parses.slice(0, 3)) {
    const parts = words(name);
    for (let cut = 1; cut <= maxVendorWords && cut < parts.length; cut += 1)
      add(tiers, parts.slice(cut).join(''), keyTiers.core);
    for (let cut = 1; cut <= 2 && parts.length - cut >= 1; cut += 1)
      add(tiers, parts.slice(0, -cut).join(''), keyTiers.core);
    const distinct = distinctWords(name, org);
    for (const [index, one] of distinct.entries()) {
      if (one.length > 2) add(tiers, one, keyTiers.word);
      for (const other of distinct.slice(index + 1)) add(tiers, wordPair(one, other), keyTiers.pair);
    }
    if (parts.length <= 2) for (const part of parts) add(tiers, part, keyTiers.acronym);
    const letters = acronym(name);
    if (letters) add(tiers, letters, keyTiers.name);
    const [first = ''] = parts;
    if (first.length > 2) add(tiers, prefixText(first), keyTiers.prefix);
    addNamespaces(tiers, parsed, org);
  }
  return lookupList(tiers);
}

/** Entries of the same namespace or vendor show its spelling and its source repository. */
function addNamespaces(tiers: Map<number, KeyTier>, parsed: ParsedName, org: string): void {
  if (org === '') return;
  const type = parsed.ecosystem ?? (/^[\w-]+(?:\.[\w-]+)+$/.test(org) ? 'maven' : 'composer');
  add(tiers, namespaceText(type, compact(org)), keyTiers.namespace);
  const owner = namespaceOwner(type, org);
  if (owner !== null) add(tiers, ownerText(type, owner), keyTiers.namespace);
  for (const form of organizationAliases(org)) add(tiers, namespaceText('cpe', form), keyTiers.namespace);
}

/** The words of the coordinates by lookup key. */
export function wordKeys({ coordinates }: ParsedName): Map<number, string> {
  return new Map(plainWords(coordinates?.name ?? '').map((word) => [lookupKey(word), word]));
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

function add(tiers: Map<number, KeyTier>, text: string, tier: KeyTier): void {
  if (text.length < 2 && tier !== keyTiers.name && tier !== keyTiers.core) return;
  if (text === '') return;
  const key = lookupKey(text);
  const existing = tiers.get(key);
  if (existing === undefined || existing < tier) tiers.set(key, tier);
}

const lookupList = (tiers: ReadonlyMap<number, KeyTier>): KeyLookup[] =>
  [...tiers].map(([key, maxTier]) => ({ key, maxTier }));
