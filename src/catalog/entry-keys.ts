import { keyTiers, type KeyTier } from '../model/catalog-entry.js';
import { acronym, coreNames, distinctWords, wordPair } from '../model/names/core-name.js';
import { identifierText, lookupKey, namespaceText, ownerText, prefixText } from '../model/names/lookup-key.js';
import { namespaceOwner } from '../model/names/namespace-owner.js';
import { compact, words } from '../model/names/normalise.js';

/** One row of the key table, without its entry. */
export interface EntryKey {
  readonly key: number;
  readonly tier: KeyTier;
}

/** The source of keys: name, qualifiers (namespace, vendor or owner, outermost first) and titles. */
export interface NamedEntry {
  /** Key of the purl or CPE, address of the repository. */
  readonly identifier: string;
  /** What the qualifiers are names in: a purl type or "cpe"; null for repositories. */
  readonly scope: string | null;
  readonly name: string;
  readonly qualifiers: readonly string[];
  readonly titles: readonly string[];
}

/** All keys of an entry, each with its best tier. */
export function entryKeys(entry: NamedEntry): EntryKey[] {
  const tiers = new Map<number, KeyTier>();
  const add = (text: string, tier: KeyTier): void => {
    if (text === '') return;
    const key = lookupKey(text);
    const existing = tiers.get(key);
    if (existing === undefined || existing > tier) tiers.set(key, tier);
  };
  add(identifierText(entry.identifier), keyTiers.identifier);
  const qualifier = entry.qualifiers.join(' ');
  if (qualifier !== '') add(compact(`${qualifier} ${entry.name}`), keyTiers.qualified);
  add(compact(entry.name), keyTiers.name);
  for (const title of entry.titles) add(compact(title), keyTiers.title);
  for (const core of coreNames(entry.name)) add(core, keyTiers.core);
  addWordKeys(entry, add);
  addSharedKeys(entry, add);
  return [...tiers].map(([key, tier]) => ({ key, tier }));
}

function addWordKeys(entry: NamedEntry, add: (text: string, tier: KeyTier) => void): void {
  const all = distinctWords(entry.name, ...entry.titles.slice(0, 1), entry.qualifiers.at(-1) ?? '');
  for (const [index, one] of all.entries()) {
    add(one, keyTiers.word);
    for (const other of all.slice(index + 1)) add(wordPair(one, other), keyTiers.pair);
  }
  const letters = acronym(entry.name);
  if (letters) add(letters, keyTiers.acronym);
}

function addSharedKeys({ name, scope, qualifiers }: NamedEntry, add: (text: string, tier: KeyTier) => void): void {
  if (scope === null) return;
  if (qualifiers.length > 0) add(namespaceText(scope, compact(qualifiers.join(' '))), keyTiers.namespace);
  const owner = namespaceOwner(scope, qualifiers.join('/'));
  if (owner !== null) add(ownerText(scope, owner), keyTiers.namespace);
  const [first = ''] = words(name);
  if (scope !== 'cpe' && first.length > 2) add(prefixText(first), keyTiers.prefix);
}

/** Compact names that typo lookups find: the name and the titles. */
export function typoNames(entry: NamedEntry): string[] {
  return [...new Set([entry.name, ...entry.titles].map(compact))];
}
