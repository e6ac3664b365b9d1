import { compareDigits, compareText, type VersionScheme } from './scheme.js';

/** `combination` is a word with its number (`rc1`, `rc-1`); `list` follows a hyphen or a change of kind. */
type Item =
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'combination'; readonly word: string; readonly digits: string }
  | { readonly kind: 'list'; readonly items: Item[] };

export type MavenVersion = Extract<Item, { kind: 'list' }>;

/** Qualifiers in their order; `''` is the release itself, what is not listed comes after them all, by alphabet. */
const qualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const releaseWords = new Set(['ga', 'final', 'release']);
const shortWords: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' };

/**
 * Maven (maven.apache.org/pom.html, "Version Order Specification", and `ComparableVersion` of Maven 4, whose cases go
 * beyond it). Lists nest as deep as there are hyphens; `maxVersionLength` bounds that.
 */
export const maven: VersionScheme<MavenVersion> = {
  parse(text) {
    const lower = text.trim().toLowerCase();
    return lower === '' || /\s/.test(lower) ? null : parseItems(lower);
  },
  compare: compareItems,
};

/** The state of the reader: `list` is the innermost list, `start` the index of the current item. */
function parseItems(text: string): MavenVersion {
  const root: MavenVersion = { kind: 'list', items: [] };
  const lists = [root];
  const push = (item: Item): unknown => lists.at(-1)!.items.push(item);
  const nest = (): void => {
    if (lists.at(-1)!.items.length === 0) return;
    const list: MavenVersion = { kind: 'list', items: [] };
    push(list);
    lists.push(list);
  };
  let [start, inDigits, combined] = [0, false, false];
  const take = (end: number): unknown => push(itemOf(text.slice(start, end), inDigits, combined));
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]!;
    if (char === '.' || char === '-') {
      // A hyphen between a word and its number is ignored: rc-1 is rc1.
      if (char === '-' && index > start && !inDigits && /\d/.test(text[index + 1] ?? '')) {
        combined = true;
        continue;
      }
      if (index === start) push({ kind: 'number', digits: '0' });
      else take(index);
      start = index + 1;
      combined = false;
      if (char === '-') nest();
    } else if (/\d/.test(char)) {
      if (!inDigits && index > start) {
        combined = true;
        nest();
      }
      inDigits = true;
    } else {
      if (inDigits && index > start) {
        take(index);
        start = index;
        combined = false;
        nest();
      }
      inDigits = false;
    }
  }
  if (start < text.length) {
    // 1.0.x is 1.0-x for every word x.
    if (!inDigits) nest();
    take(text.length);
  }
  for (const list of lists.reverse()) dropNulls(list.items);
  return root;
}

function itemOf(text: string, inDigits: boolean, combined: boolean): Item {
  if (combined) {
    const [, word, digits] = /^([^\d]*)(.*)$/s.exec(text.replaceAll('-', ''))!;
    return { kind: 'combination', word: aliased(shortWords[word!] ?? word!), digits: digits! };
  }
  return inDigits ? { kind: 'number', digits: text } : { kind: 'word', word: aliased(text) };
}

function aliased(word: string): string {
  return word === 'cr' ? 'rc' : word;
}

/** Removes zeros and empty items at the end of a list and before a word, at any depth. */
function dropNulls(items: Item[]): void {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const next = items[index + 1];
    const first = next && firstLeaf(next);
    const beforeWord = first?.kind === 'word' || (first?.kind === 'combination' && next?.kind === 'list');
    if (isNull(items[index]!) && (!next || beforeWord)) items.splice(index, 1);
  }
}

function firstLeaf(item: Item): Item | undefined {
  let leaf: Item | undefined = item;
  while (leaf?.kind === 'list') leaf = leaf.items[0];
  return leaf;
}

function isNull(item: Item): boolean {
  if (item.kind === 'number') return /^0*$/.test(item.digits);
  if (item.kind === 'list') return item.items.length === 0;
  return item.kind === 'word' && item.word === '';
}

/** Of different kinds a number is the newest; see `compareQualifiers` for the others. */
function compareItems(a: Item, b: Item | undefined): number {
  if (b === undefined) return compareToNothing(a);
  if (a.kind === 'number' && b.kind === 'number') return compareDigits(a.digits, b.digits);
  if (a.kind === 'number' || b.kind === 'number') return a.kind === 'number' ? 1 : -1;
  return compareQualifiers(a, b);
}

/**
 * A word, with or without its number, comes before a list: 1-sp < 1-1. But first comes what makes a version older than
 * nothing at all (alpha) and last what makes it newer (sp); without this, which Maven lacks, 0 = final < 0snapshot < 0.
 */
function compareQualifiers(a: Exclude<Item, { kind: 'number' }>, b: Exclude<Item, { kind: 'number' }>): number {
  const [left, right] = [Math.sign(compareToNothing(a)), Math.sign(compareToNothing(b))];
  if (left !== right || left === 0) return left - right;
  if (a.kind === 'list' || b.kind === 'list')
    return a.kind === 'list' && b.kind === 'list' ? compareItemLists(a.items, b.items) : a.kind === 'list' ? 1 : -1;
  const words = compareWords(a.word, b.word);
  if (words !== 0) return words;
  if (a.kind === 'combination' && b.kind === 'combination') return compareDigits(a.digits, b.digits);
  return Number(a.kind === 'combination') - Number(b.kind === 'combination');
}

function compareItemLists(a: readonly Item[], b: readonly Item[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const [left, right] = [a[index], b[index]];
    const order = left ? compareItems(left, right) : -compareToNothing(right!);
    if (order !== 0) return order;
  }
  return 0;
}

function compareToNothing(item: Item): number {
  if (item.kind === 'number') return isNull(item) ? 0 : 1;
  if (item.kind !== 'list') return compareWords(item.word, '');
  for (const inner of item.items) {
    const order = compareToNothing(inner);
    if (order !== 0) return order;
  }
  return 0;
}

function compareWords(a: string, b: string): number {
  const [left, right] = [wordRank(a), wordRank(b)];
  return left - right || (left === qualifiers.length ? compareText(a, b) : 0);
}

function wordRank(word: string): number {
  const rank = qualifiers.indexOf(releaseWords.has(word) ? '' : word);
  return rank < 0 ? qualifiers.length : rank;
}
