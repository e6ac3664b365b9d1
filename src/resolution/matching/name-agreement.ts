import { acronym, coreNames } from '../../model/names/core-name.js';
import { compact, fold, words } from '../../model/names/normalise.js';
import type { ParsedName, Reading } from './parse-name.js';
import { withinOneSlip } from './slip.js';

/** A reading with the forms that every comparison needs, made once for each component. */
export interface ReadName {
  readonly reading: Reading;
  readonly folded: string;
  readonly compact: string;
  readonly words: readonly string[];
  readonly cores: ReadonlySet<string>;
  /** Compact forms of "organization name". */
  readonly qualified: string;
}

/** How a candidate's names agree with what was asked. Each 0 or 1 but the two shares, which lie between. */
export interface NameAgreement {
  /** Letters and digits are the same, nothing was taken off that could matter. */
  readonly same: number;
  /** The same after a word or a version was taken off. */
  readonly sameCut: number;
  /** The same to the letter but for case, separators included. */
  readonly literal: number;
  /** The name together with namespace, vendor or owner is the same. */
  readonly qualified: number;
  /** A title is the same. */
  readonly title: number;
  /** The same without affixes ("libfoo", "foo-core", "foo.js"). */
  readonly core: number;
  /** The name stands behind words that may be a vendor. */
  readonly behindVendor: number;
  /** One typing slip apart. */
  readonly slip: number;
  readonly acronym: number;
  /** Share of the asked letters in words that the candidate has as well. */
  readonly covered: number;
  /** Share of the candidate's letters in words that were asked. */
  readonly coveredBack: number;
}

/** A candidate's names. `qualifier` is its namespace, vendor or owner. */
export interface CandidateNames {
  readonly name: string;
  readonly qualifier: string;
  readonly title: string | null;
}

export function readNames(parsed: ParsedName): ReadName[] {
  return parsed.readings.map((reading) => ({
    reading,
    folded: fold(reading.name),
    compact: compact(reading.name),
    words: words(reading.name),
    cores: new Set(coreNames(reading.name)),
    qualified: compact(`${reading.org} ${reading.name}`),
  }));
}

export function agreeNames(asked: readonly ReadName[], candidate: CandidateNames): NameAgreement {
  const name = compact(candidate.name);
  const qualified = compact(`${candidate.qualifier} ${candidate.name}`);
  const title = candidate.title === null ? '' : compact(candidate.title);
  const cores = new Set(coreNames(candidate.name));
  const exact = asked.find((one) => one.compact === name);
  const shares = wordShares(asked, candidate);
  const any = (test: (one: ReadName) => boolean): number => (asked.some(test) ? 1 : 0);
  return {
    same: exact?.reading.loss === 0 ? 1 : 0,
    sameCut: exact && exact.reading.loss > 0 ? 1 : 0,
    literal: any((one) => one.folded === fold(candidate.name)),
    qualified: candidate.qualifier === '' ? 0 : any((one) => one.compact === qualified || one.qualified === qualified),
    title: title === '' ? 0 : any((one) => one.compact === title || one.qualified === title),
    core: exact ? 0 : any((one) => one.cores.has(name) || cores.has(one.compact) || shareCore(one.cores, cores)),
    behindVendor: exact ? 0 : any((one) => standsBehindVendor(one, name)),
    slip: exact ? 0 : any((one) => slipped(one, name, title)),
    acronym: exact ? 0 : any((one) => isAcronym(one, candidate.name)),
    covered: shares.covered,
    coveredBack: shares.coveredBack,
  };
}

function shareCore(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const core of one) if (core.length > 3 && other.has(core)) return true;
  return false;
}

function standsBehindVendor(one: ReadName, name: string): boolean {
  if (name.length < 2 || !one.compact.endsWith(name)) return false;
  for (let cut = 1; cut < one.words.length; cut += 1) if (one.words.slice(cut).join('') === name) return true;
  return false;
}

function slipped(one: ReadName, name: string, title: string): boolean {
  if (withinOneSlip(one.compact, name) || (title !== '' && withinOneSlip(one.compact, title))) return true;
  return one.words.length > 1 && withinOneSlip(one.words.slice(1).join(''), name);
}

function isAcronym(one: ReadName, name: string): boolean {
  if (one.words.length <= 2) {
    const letters = acronym(name);
    if (letters !== null && one.words.includes(letters)) return true;
  }
  const letters = acronym(one.reading.name);
  return letters !== null && letters === compact(name);
}

function wordShares(asked: readonly ReadName[], candidate: CandidateNames): { covered: number; coveredBack: number } {
  const own = words(candidate.name);
  const all = new Set([
    ...own,
    ...words(candidate.qualifier),
    ...(candidate.title === null ? [] : words(candidate.title)),
  ]);
  let best = { covered: 0, coveredBack: 0 };
  for (const one of asked) {
    const inName = new Set(one.words);
    const inAny = new Set([...one.words, ...words(one.reading.org)]);
    const covered = letterShare(one.words, all);
    const coveredBack = Math.max(letterShare(own, inAny), 0.5 * letterShare(own, inName));
    if (covered + coveredBack > best.covered + best.coveredBack) best = { covered, coveredBack };
  }
  return best;
}

function letterShare(list: readonly string[], known: ReadonlySet<string>): number {
  let all = 0;
  let shared = 0;
  for (const word of list) {
    all += word.length;
    if (known.has(word)) shared += word.length;
  }
  return all === 0 ? 0 : shared / all;
}
