import { acronym, coreNames } from '../../../model/names/core-name.js';
import { compact, compactOfFolded, fold, words } from '../../../model/names/normalise.js';
import type { NormalizedNames } from './normalized-names.js';
import type { ParsedName, NameParse } from '../query/parse-name.js';
import { isTypo } from './edit-distance.js';

/** One parse of the component's name, prepared for comparison; some forms are computed only where names differ. */
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

  /** Compact form of "organization name". */
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

  /** Words of name and organization. */
  get allWords(): readonly string[] {
    return (this.cachedAllWords ??= this.words.concat(words(this.parse.org)));
  }
}

/** How a candidate's names agree with the component's. Each is 0 or 1, the two coverages between 0 and 1. */
export interface NameAgreement {
  /** Letters and digits are the same, and the parse removed nothing that matters. */
  readonly same: number;
  /** The same after the parse removed a word or a version. */
  readonly sameCut: number;
  /** The same text, separators included, apart from case. */
  readonly literal: number;
  /** Name, qualified name or title is the same, and the parse removed nothing that matters. */
  readonly whole: number;
  /** The name with namespace, vendor or owner is the same. */
  readonly qualified: number;
  /** The candidate's name is organization and name in one ("manageengine_adselfservice_plus"). */
  readonly doubled: number;
  /** The same after the parse removed a number that may belong to the name ("iPhone 8"). */
  readonly sameNumberCut: number;
  /** The title is the same. */
  readonly title: number;
  /** The same without affixes ("libfoo", "foo-core", "foo.js"). */
  readonly core: number;
  /** The name follows words that may be a vendor. */
  readonly behindVendor: number;
  /** At edit distance 1. */
  readonly typo: number;
  readonly acronym: number;
  /** Proportion of the component's letters in words that the candidate has too. */
  readonly coverage: number;
  /** Proportion of the candidate's letters in words that the component has too. */
  readonly reverseCoverage: number;
}

export const componentNames = (parsed: ParsedName): ComponentName[] =>
  parsed.parses.map((reading) => new ComponentName(reading));

// Hot: one loop over the parses, and every member written out.
export function compareNames(component: readonly ComponentName[], candidate: NormalizedNames): NameAgreement {
  const { compact: name, folded, qualified, title } = candidate;
  let exact: ComponentName | null = null;
  let literal = false;
  let whole = false;
  let isQualified = false;
  let doubled = false;
  let isTitle = false;
  for (const one of component) {
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
  const rest = exact || doubled ? exactAgreement : compareInexactly(component, candidate);
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
    typo: rest.typo,
    acronym: rest.acronym,
    coverage: rest.coverage,
    reverseCoverage: rest.reverseCoverage,
  };
}

const flag = (condition: boolean): number => (condition ? 1 : 0);

type InexactAgreement = Pick<
  NameAgreement,
  'core' | 'behindVendor' | 'typo' | 'acronym' | 'coverage' | 'reverseCoverage'
>;

const exactAgreement: InexactAgreement = {
  core: 0,
  behindVendor: 0,
  typo: 0,
  acronym: 0,
  coverage: 1,
  reverseCoverage: 1,
};

function compareInexactly(component: readonly ComponentName[], candidate: NormalizedNames): InexactAgreement {
  const { compact: name, title } = candidate;
  let core = false;
  let behindVendor = false;
  let typo = false;
  let acronym = false;
  for (const one of component) {
    core ||= sharesCore(one, candidate);
    behindVendor ||= standsBehindVendor(one, name);
    typo ||= one.parse.loss < 2 && hasTypo(one, name, title);
    acronym ||= isAcronym(one, candidate);
  }
  const { coverage, reverseCoverage } = wordCoverage(component, candidate);
  return {
    core: flag(core),
    behindVendor: flag(behindVendor),
    typo: flag(typo),
    acronym: flag(acronym),
    coverage,
    reverseCoverage,
  };
}

function sharesCore(one: ComponentName, { compact: name, cores }: NormalizedNames): boolean {
  if (one.cores.has(name)) return true;
  for (const core of cores) if (core === one.compact || (core.length > 3 && one.cores.has(core))) return true;
  return false;
}

function standsBehindVendor(one: ComponentName, name: string): boolean {
  if (name.length < 2 || !one.compact.endsWith(name)) return false;
  // "cPanel" is no Panel of the vendor C.
  const isVendor = (cut: number): boolean => cut > 1 || one.words[0]!.length > 1;
  for (let cut = 1; cut < one.words.length; cut += 1)
    if (isVendor(cut) && one.words.slice(cut).join('') === name) return true;
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

type WordCoverage = Pick<NameAgreement, 'coverage' | 'reverseCoverage'>;

function wordCoverage(component: readonly ComponentName[], candidate: NormalizedNames): WordCoverage {
  let best = { coverage: 0, reverseCoverage: 0 };
  for (const one of component) {
    const coverage = letterCoverage(one.words, candidate.allWords);
    const reverseCoverage = letterCoverage(candidate.words, one.allWords);
    if (coverage + reverseCoverage > best.coverage + best.reverseCoverage) best = { coverage, reverseCoverage };
  }
  return best;
}

function letterCoverage(list: readonly string[], others: readonly string[]): number {
  let all = 0;
  let shared = 0;
  for (const word of list) {
    all += word.length;
    if (others.includes(word)) shared += word.length;
  }
  return all === 0 ? 0 : shared / all;
}
