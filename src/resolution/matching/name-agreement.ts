import { acronym, coreNames } from '../../model/names/core-name.js';
import { compact, compactOfFolded, fold, words } from '../../model/names/normalise.js';
import type { CandidateForms } from './candidate-forms.js';
import type { ParsedName, Reading } from './parse-name.js';
import { withinOneSlip } from './slip.js';

/** A reading with the forms that comparisons need, made once for each component; some only where names differ. */
export class ReadName {
  readonly folded: string;
  readonly compact: string;
  readonly words: readonly string[];
  private madeQualified: string | null = null;
  private madeCores: ReadonlySet<string> | null = null;
  private madeAcronym: string | null | undefined = undefined;
  private madeAllWords: readonly string[] | null = null;

  constructor(readonly reading: Reading) {
    const { name } = reading;
    this.folded = fold(name);
    this.compact = compactOfFolded(this.folded);
    this.words = words(name);
  }

  /** Compact forms of "organization name". */
  get qualified(): string {
    return (this.madeQualified ??= compact(`${this.reading.org} ${this.reading.name}`));
  }

  get cores(): ReadonlySet<string> {
    return (this.madeCores ??= new Set(coreNames(this.reading.name, this.words)));
  }

  get acronym(): string | null {
    if (this.madeAcronym === undefined) this.madeAcronym = acronym(this.reading.name, this.words);
    return this.madeAcronym;
  }

  /** The words with those of the organization. */
  get allWords(): readonly string[] {
    return (this.madeAllWords ??= this.words.concat(words(this.reading.org)));
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

export const readNames = (parsed: ParsedName): ReadName[] => parsed.readings.map((reading) => new ReadName(reading));

// One walk over the few readings, and every member written out: this is done for each candidate of each component.

export function agreeNames(asked: readonly ReadName[], candidate: CandidateForms): NameAgreement {
  const { compact: name, folded, qualified, title } = candidate;
  let exact: ReadName | null = null;
  let literal = false;
  let whole = false;
  let isQualified = false;
  let doubled = false;
  let isTitle = false;
  for (const one of asked) {
    const same = one.compact === name;
    const isDoubled = one.reading.org !== '' && one.qualified === name;
    const withQualifier = isDoubled || (qualified !== '' && (one.compact === qualified || one.qualified === qualified));
    const asTitle = title !== '' && (one.compact === title || one.qualified === title);
    if (same) exact ??= one;
    literal ||= one.folded === folded;
    whole ||= one.reading.loss === 0 && (same || withQualifier || asTitle);
    isQualified ||= withQualifier;
    doubled ||= isDoubled;
    isTitle ||= asTitle;
  }
  const rest = exact || doubled ? exactly : inexactly(asked, candidate);
  return {
    same: flag(exact?.reading.loss === 0),
    sameCut: flag(exact?.reading.loss === 1),
    literal: flag(literal),
    whole: flag(whole),
    qualified: flag(isQualified),
    doubled: flag(doubled),
    sameNumberCut: flag(exact?.reading.loss === 2),
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

type Rest = Pick<NameAgreement, 'core' | 'behindVendor' | 'slip' | 'acronym' | 'covered' | 'coveredBack'>;

const exactly: Rest = { core: 0, behindVendor: 0, slip: 0, acronym: 0, covered: 1, coveredBack: 1 };

function inexactly(asked: readonly ReadName[], candidate: CandidateForms): Rest {
  const { compact: name, title } = candidate;
  let core = false;
  let behindVendor = false;
  let slip = false;
  let acronym = false;
  for (const one of asked) {
    core ||= sharesCore(one, candidate);
    behindVendor ||= standsBehindVendor(one, name);
    slip ||= one.reading.loss < 2 && slipped(one, name, title);
    acronym ||= isAcronym(one, candidate);
  }
  const { covered, coveredBack } = wordShares(asked, candidate);
  return {
    core: flag(core),
    behindVendor: flag(behindVendor),
    slip: flag(slip),
    acronym: flag(acronym),
    covered,
    coveredBack,
  };
}

function sharesCore(one: ReadName, { compact: name, cores }: CandidateForms): boolean {
  if (one.cores.has(name)) return true;
  for (const core of cores) if (core === one.compact || (core.length > 3 && one.cores.has(core))) return true;
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

function isAcronym(one: ReadName, candidate: CandidateForms): boolean {
  if (one.words.length <= 2 && candidate.acronym !== null && one.words.includes(candidate.acronym)) return true;
  return one.acronym !== null && one.acronym === candidate.compact;
}

function wordShares(asked: readonly ReadName[], candidate: CandidateForms): { covered: number; coveredBack: number } {
  let best = { covered: 0, coveredBack: 0 };
  for (const one of asked) {
    const covered = letterShare(one.words, candidate.allWords);
    const coveredBack = letterShare(candidate.words, one.allWords);
    if (covered + coveredBack > best.covered + best.coveredBack) best = { covered, coveredBack };
  }
  return best;
}

function letterShare(list: readonly string[], known: readonly string[]): number {
  let all = 0;
  let shared = 0;
  for (const word of list) {
    all += word.length;
    if (known.includes(word)) shared += word.length;
  }
  return all === 0 ? 0 : shared / all;
}
