import { keyTiers, type KeyTier } from '../../../model/catalog-entry.js';
import { acronym, coreNames, tellingWords, wordPair } from '../../../model/names/core-name.js';
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

/** A question to the catalogue's key table: entries filed under this key, up to this tier. */
export interface KeyLookup {
  readonly key: number;
  readonly maxTier: KeyTier;
}

/** Words at the beginning of a name that may be its vendor; more are not tried. */
const maxVendorWords = 3;

export function identifierLookups(identifiers: readonly string[]): KeyLookup[] {
  const probes = new Map<number, KeyTier>();
  for (const identifier of identifiers) add(probes, identifierText(identifier), keyTiers.identifier);
  return lookupList(probes);
}

/** The whole name alone, for a component whose package is known already. */
export function nameLookups(parsed: ParsedName): KeyLookup[] {
  const probes = new Map<number, KeyTier>();
  const { name, org } = parsed.parses[0]!;
  if (org !== '') add(probes, compact(`${org} ${name}`), keyTiers.title);
  add(probes, compact(name), keyTiers.title);
  return lookupList(probes);
}

/** The few questions that settle most components: identifiers, whole names, names without affixes. */
export function firstLookups(parsed: ParsedName, identifiers: readonly string[]): KeyLookup[] {
  const probes = new Map<number, KeyTier>();
  for (const identifier of identifiers) add(probes, identifierText(identifier), keyTiers.identifier);
  for (const { name, org } of parsed.parses) {
    // "ManageEngine" + "ADSelfService Plus" may be one product's name as well as vendor and product. Asked first: of
    // the many that are called "CMS", those of this organization count.
    if (org !== '') add(probes, compact(`${org} ${name}`), keyTiers.title);
    add(probes, compact(name), keyTiers.core);
    for (const core of coreNames(name)) add(probes, core, keyTiers.core);
  }
  return lookupList(probes);
}

/** Asked where the first ones found no name: vendor words taken off, first letters, rare words and pairs of words. */
export function furtherLookups(parsed: ParsedName): KeyLookup[] {
  const probes = new Map<number, KeyTier>();
  for (const { name, org } of parsed.parses.slice(0, 3)) {
    const parts = words(name);
    for (let cut = 1; cut <= maxVendorWords && cut < parts.length; cut += 1)
      add(probes, parts.slice(cut).join(''), keyTiers.core);
    for (let cut = 1; cut <= 2 && parts.length - cut >= 1; cut += 1)
      add(probes, parts.slice(0, -cut).join(''), keyTiers.core);
    const telling = tellingWords(name, org);
    for (const [index, one] of telling.entries()) {
      if (one.length > 2) add(probes, one, keyTiers.word);
      for (const other of telling.slice(index + 1)) add(probes, wordPair(one, other), keyTiers.pair);
    }
    if (parts.length <= 2) for (const part of parts) add(probes, part, keyTiers.acronym);
    const letters = acronym(name);
    if (letters) add(probes, letters, keyTiers.name);
    const [first = ''] = parts;
    if (first.length > 2) add(probes, prefixText(first), keyTiers.prefix);
    addNamespaces(probes, parsed, org);
  }
  return lookupList(probes);
}

/** Others of the same namespace or vendor: they tell its spelling, and where its source lives. */
function addNamespaces(probes: Map<number, KeyTier>, parsed: ParsedName, org: string): void {
  if (org === '') return;
  const type = parsed.ecosystem ?? (/^[\w-]+(?:\.[\w-]+)+$/.test(org) ? 'maven' : 'composer');
  add(probes, namespaceText(type, compact(org)), keyTiers.namespace);
  const owner = namespaceOwner(type, org);
  if (owner !== null) add(probes, ownerText(type, owner), keyTiers.namespace);
  for (const form of organizationAliases(org)) add(probes, namespaceText('cpe', form), keyTiers.namespace);
}

/** Words by their keys, of coordinates that the catalogue does not know: a misspelt one stands in no other name. */
export function wordKeys({ coordinates }: ParsedName): Map<number, string> {
  return new Map(plainWords(coordinates?.name ?? '').map((word) => [lookupKey(word), word]));
}

/** Keys of the typing-slip table: one letter left out of each whole name, with and without its first word. */
export function typoKeys(parsed: ParsedName): number[] {
  const names = new Set<string>();
  for (const { name, org } of parsed.parses.slice(0, 2)) {
    names.add(compact(name));
    const parts = words(name);
    if (parts.length > 1 && org === '') names.add(parts.slice(1).join(''));
  }
  return [...new Set([...names].flatMap(deletionKeys))];
}

function add(probes: Map<number, KeyTier>, text: string, tier: KeyTier): void {
  if (text.length < 2 && tier !== keyTiers.name && tier !== keyTiers.core) return;
  if (text === '') return;
  const key = lookupKey(text);
  const known = probes.get(key);
  if (known === undefined || known < tier) probes.set(key, tier);
}

const lookupList = (probes: ReadonlyMap<number, KeyTier>): KeyLookup[] =>
  [...probes].map(([key, maxTier]) => ({ key, maxTier }));
