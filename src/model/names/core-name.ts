import { words } from './normalise.js';

/** Prefixes that do not change what a name identifies. */
const leadingWords = new Set(
  'the lib python python2 python3 py py3 node nodejs ruby rubygem golang go php perl r cran js javascript java net dotnet apache gnu rust lua luajit ocaml haskell ghc erlang xlib xapp xdriver xfont xutil xdata jquery wp wordpress joomla drupal jenkins'.split(
    ' ',
  ),
);

/** Suffixes that do not change what a name identifies, or only denote a part of it. */
const trailingWords = new Set(
  'js javascript core py python php rb ruby go golang java net project server client library lib libs dev doc docs common bin data utils tools cli api sdk jar all main plugin firmware software platform application app edition framework parent src module package'.split(
    ' ',
  ),
);

/**
 * The compact forms of a name without the affixes that registries add ("python-dateutil", "libcurl", "Backbone.js",
 * "log4j-core", "libblkid1"), shortest change first, at most four, without the full name itself. `parts` are its words.
 */
export function coreNames(name: string, parts: readonly string[] = words(name)): string[] {
  const whole = parts.join('');
  const found: string[] = [];
  const add = (form: string | null): void => {
    if (form !== null && form.length > 1 && form !== whole && !found.includes(form)) found.push(form);
  };
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length > 1 && leadingWords.has(first)) add(parts.slice(1).join(''));
  if (parts.length > 1 && trailingWords.has(last)) add(parts.slice(0, -1).join(''));
  if (parts.length > 2 && leadingWords.has(first) && trailingWords.has(last)) add(parts.slice(1, -1).join(''));
  add(withoutGluedPrefix(whole));
  add(withoutGluedSuffix(whole));
  return found.slice(0, 4);
}

function withoutGluedPrefix(whole: string): string | null {
  if (!whole.startsWith('lib') && !whole.startsWith('py')) return null;
  const match = /^(?:lib|py)(?=\p{L}{3})/u.exec(whole);
  return match ? whole.slice(match[0].length) : null;
}

function withoutGluedSuffix(whole: string): string | null {
  const cut = whole.endsWith('js') ? 2 : digitsAtEnd(whole);
  return cut > 0 && whole.length - cut >= 3 ? whole.slice(0, -cut) : null;
}

/** The number of final digits, at most three. */
function digitsAtEnd(text: string): number {
  let count = 0;
  while (count < 3 && isDigit(text.charCodeAt(text.length - 1 - count))) count += 1;
  return count;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** The first letters of a name of three words or more ("Application Policy Infrastructure Controller" is "apic"). */
export function acronym(name: string, parts: readonly string[] = words(name)): string | null {
  if (parts.length < 3) return null;
  const initials = parts.filter((word) => !connectives.has(word));
  return initials.length >= 3 && initials.length <= 8 ? initials.map((word) => word[0]).join('') : null;
}

const connectives = new Set(['of', 'the', 'and', 'for', 'a', 'to', 'in']);

/** Words that distinguish nothing in any name. */
const emptyWords = new Set([...connectives, 'by', 'on', 'with', 'from', 'com', 'org', 'io', 'www', 'http', 'https']);

/** The distinct words of a name without empty ones, at most eight. */
export function distinctWords(...names: readonly string[]): string[] {
  const found = new Set<string>();
  for (const name of names)
    for (const word of words(name)) if (word.length > 1 && !emptyWords.has(word)) found.add(word);
  return [...found].slice(0, 8);
}

/** Two words as one text, independent of their order. */
export function wordPair(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`;
}
