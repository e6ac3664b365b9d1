import { acronym, coreNames } from '../../../model/names/core-name.js';
import { compact, compactOfFolded, fold, words } from '../../../model/names/normalise.js';
import type { NormalizedNames } from './normalized-names.js';
import type { ParsedName, NameParse } from '../query/parse-name.js';
import { isTypo } from './edit-distance.js';

/** A reading with the forms that comparisons need, made once for each component; some only where names differ. */
export class ComponentName {
  readonly folded: string;
  readonly compact: string;
  readonly words: readonly string[];
  private cachedQualified: string | null = null;
  private cachedCores: ReadonlySet<string> | null = null;
  private cachedAcronym: string | null | undefined = undefined;
  private cachedAllWords: readonly string[] | null = null;

  constructor(readonly parse: NameParse) {
    const { name } = parse;
    this.folded = fold(name);
    this.compact = compactOfFolded(this.folded);
    this.words = words(name);
  }

  /** Compact forms of "organization name". */
  get qualified(): string {
    return (this.cachedQualified ??= compact(`${this.parse.org} ${this.parse.name}`));
  }

  get cores(): ReadonlySet<string> {
    return (this.cachedCores ??= new Set(coreNames(this.parse.name, this.words)));
  }

  get acronym(): string | null {
    if (this.cachedAcronym === undefined) this.cachedAcronym = acronym(this.parse.name, this.words);
    return this.cachedAcronym;
  }

  /** The words with those of the organization. */
  get allWords(): readonly string[] {
    return (this.cachedAllWords ??= this.words.concat(words(this.parse.org)));
  }
}

/** How a candidate's names agree with what was asked. Each 0 or 1 but the two shares, which lie between. */
export interface NameAgreement {
  /** Letters and digits are the same, nothing was taken off that could matter. */
  readonly same: number;
  /** The same after a word or a version was taken off. */
  readonly sameCut: number;
  /** The same to the letter but for case, separators included. */
  readonly literal: number;
  /** The same, or the same with namespace, vendor or owner, or as a title, and nothing was taken off that could matter. */
  readonly whole: number;
  /** The name together with namespace, vendor or owner is the same. */
  readonly qualified: number;
  /** The candidate's name alone is organization and name together ("manageengine_adselfservice_plus"). */
  readonly doubled: number;
  /** The same after a number was taken off that may belong to the name ("iPhone 8"). */
  readonly sameNumberCut: number;
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

export const componentNames = (parsed: ParsedName): ComponentName[] =>
  parsed.parses.map((reading) => new ComponentName(reading));

// One walk over the few readings, and every member written out: this is done for each candidate of each component.

export function compareNames(asked: readonly ComponentName[], candidate: NormalizedNames): NameAgreement {
  const { compact: name, folded, qualified, title } = candidate;
  let exact: ComponentName | null = null;
  let literal = false;
  let whole = false;
  let isQualified = false;
  let doubled = false;
  let isTitle = false;
  for (const one of asked) {
    const same = one.compact === name;
    const isDoubled = one.parse.org !== '' && one.qualified === name;
    const withQualifier = isDoubled || (qualified !== '' && (one.compact === qualified || one.qualified === qualified));
    const asTitle = title !== '' && (one.compact === title || one.qualified === title);
    if (same) exact ??= one;
    literal ||= one.folded === folded;
    whole ||= one.parse.loss === 0 && (same || withQualifier || asTitle);
    isQualified ||= withQualifier;
    doubled ||= isDoubled;
    isTitle ||= asTitle;
  }
  const rest = exact || doubled ? exactAgreement : compareInexactly(asked, candidate);
  return {
    same: flag(exact?.parse.loss === 0),
    sameCut: flag(exact?.parse.loss === 1),
    literal: flag(literal),
    whole: flag(whole),
    qualified: flag(isQualified),
    doubled: flag(doubled),
    sameNumberCut: flag(exact?.parse.loss === 2),
    title: flag(isTitle),
    core: rest.core,
    behindVendor: rest.behindVendor,
    slip: rest.slip,
    acronym: rest.acronym,
    covered: rest.covered,
    coveredBack: rest.coveredBack,
  };
}

const flag = (condition: boolean): number => (condition ? 1 : 0);

type InexactAgreement = Pick<NameAgreement, 'core' | 'behindVendor' | 'slip' | 'acronym' | 'covered' | 'coveredBack'>;

const exactAgreement: InexactAgreement = { core: 0, behindVendor: 0, slip: 0, acronym: 0, covered: 1, coveredBack: 1 };

function compareInexactly(asked: readonly ComponentName[], candidate: NormalizedNames): InexactAgreement {
  const { compact: name, title } = candidate;
  let core = false;
  let behindVendor = false;
  let slip = false;
  let acronym = false;
  for (const one of asked) {
    core ||= sharesCore(one, candidate);
    behindVendor ||= standsBehindVendor(one, name);
    slip ||= one.parse.loss < 2 && hasTypo(one, name, title);
    acronym ||= isAcronym(one, candidate);
  }
  const { covered, coveredBack } = wordCoverage(asked, candidate);
  return {
    core: flag(core),
    behindVendor: flag(behindVendor),
    slip: flag(slip),
    acronym: flag(acronym),
    covered,
    coveredBack,
  };
}

function sharesCore(one: ComponentName, { compact: name, cores }: NormalizedNames): boolean {
  if (one.cores.has(name)) return true;
  for (const core of cores) if (core === one.compact || (core.length > 3 && one.cores.has(core))) return true;
  return false;
}

function standsBehindVendor(one: ComponentName, name: string): boolean {
  if (name.length < 2 || !one.compact.endsWith(name)) return false;
  for (let cut = 1; cut < one.words.length; cut += 1) if (one.words.slice(cut).join('') === name) return true;
  return false;
}

function hasTypo(one: ComponentName, name: string, title: string): boolean {
  if (isTypo(one.compact, name) || (title !== '' && isTypo(one.compact, title))) return true;
  return one.words.length > 1 && isTypo(one.words.slice(1).join(''), name);
}

function isAcronym(one: ComponentName, candidate: NormalizedNames): boolean {
  if (one.words.length <= 2 && candidate.acronym !== null && one.words.includes(candidate.acronym)) return true;
  return one.acronym !== null && one.acronym === candidate.compact;
}

function wordCoverage(
  asked: readonly ComponentName[],
  candidate: NormalizedNames,
): { covered: number; coveredBack: number } {
  let best = { covered: 0, coveredBack: 0 };
  for (const one of asked) {
    const covered = letterCoverage(one.words, candidate.allWords);
    const coveredBack = letterCoverage(candidate.words, one.allWords);
    if (covered + coveredBack > best.covered + best.coveredBack) best = { covered, coveredBack };
  }
  return best;
}

function letterCoverage(list: readonly string[], known: readonly string[]): number {
  let all = 0;
  let shared = 0;
  for (const word of list) {
    all += word.length;
    if (known.includes(word)) shared += word.length;
  }
  return all === 0 ? 0 : shared / all;
}
