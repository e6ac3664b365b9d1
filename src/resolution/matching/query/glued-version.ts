import { boundWords } from '../../../model/versions/declared-version.js';
import { looksLikeVersion, plainVersion } from './version-text.js';

export interface NameAndVersion {
  readonly name: string;
  readonly version: string;
}

export interface SplitName extends NameAndVersion {
  /** The other interpretation, where both make sense. */
  readonly alternative: NameAndVersion | null;
  /** A version that the name certainly states, where the declared one is another; null where they agree. */
  readonly otherVersion: string | null;
}

/** Certainly a version: "name@1.2", "name==1.2", "name (1.2)", "name v1.2". */
const explicitVersions: readonly RegExp[] = [
  /^(\S+)\s+(v?\d+(?:\.\d+)+\S*)$/i,
  /^(.+[^@/])@([^@/\s]+)$/,
  /^(.+?)\s*===?\s*(\S+)$/,
  /^(.+?)\s*[([]\s*v?(\d[^()[\]]*)[)\]]$/i,
  /^(.+?)[\s_-]+(?:version|ver\.?|release)[\s_:]*(\d\S*)$/i,
  /^(.+?)[\s_-]+(v\d+[._]\d\S*)$/i,
  /^(.+):(v?\d[\w.+~-]*)$/,
  /^([^/\s]+)\/(v?\d+(?:\.\d+)+\S*)$/,
  /^(.+[^\d\s.])\s+(\d+(?:\.\d+)+\S*)$/,
];

/** Bounds, which leave open what version it is: "name>=2.0", "name@^1.2", "name (< 3)", "name before 1.2", "name 8.0+". */
const versionBounds: readonly RegExp[] = [
  /^(.+?)\s*[@(]?\s*(?:~=|~>|!=|[<>]=?)\s*v?\d.*$/i,
  /^(.*[^\d\s@(])\s*[@(]?\s*[~^]\s*v?\d.*$/i,
  /^(.+?)\s+(?:versions? )?(?:before|prior to|up to|through)\s+v?\d\S*$/i,
  new RegExp(String.raw`^(.+?)[\s_-]+v?\d+[._]\d\S*(?:\+|\s+(?:and|or)\s+(?:${boundWords})(?:\s+versions?)?)$`, 'i'),
];
/** A branch, or a part of the name: "name 4.x", "name-2.x". */
const wildcardVersion = /^(.+?)[\s_-]+v?\d+(?:\.\d+)*\.(?:x|\*)$/i;

/** "Windows 8.1" is a product of that name. */
const shortVersion = /[^\d\s.]\s\d+\.\d+$/;

/** A version or a part of the name ("netbase-6.3", "log4j-1.2-api", "libevent-2.0-5"). */
const hyphenatedVersion = /^(.+?)[-_](v?\d+(?:[._]\d+)+[\w.+~:-]*)$/;
const spacedVersion = /^(.*[^\d\s])\s(v?\d+(?:\s\d+)+(?:\s[a-z]+\d*(?:\s\d+)*)*)$/i;
const versionWord = /\s(?:version|ver\.?|release)$/i;
const lastNumber = /^(.+\D)[-_ ](\d+[a-z]?)$/i;
const lastMajor = /^(.+?)[\s_-]+(v\d+)$/i;

/** Splits a version off the end of a name. A tail that differs from the declared version more likely belongs to the name. */
export function splitGluedVersion(name: string, declaredVersion: string): SplitName {
  const whole = { name, version: declaredVersion, otherVersion: null };
  if (!/\d/.test(name)) return { ...whole, alternative: null };
  for (const pattern of versionBounds) {
    const [, bounded] = pattern.exec(name) ?? [];
    if (bounded !== undefined) return { ...whole, name: bounded.trim(), alternative: null };
  }
  const [, branched] = wildcardVersion.exec(name) ?? [];
  if (branched !== undefined) return { ...whole, name: branched, alternative: whole };
  for (const pattern of explicitVersions) {
    const match = pattern.exec(name);
    if (match && looksLikeVersion(match[2]!.trim())) {
      const [tail, alternative] = [match[2]!.trim(), shortVersion.test(name) ? whole : null];
      const otherVersion = isOtherVersion(tail, declaredVersion) ? tail : null;
      const own = match[1]!.trim().replace(/\s+[-–—]$/, '');
      return { name: own, version: declaredVersion || tail, alternative, otherVersion };
    }
  }
  const match = hyphenatedVersion.exec(name) ?? spacedOut(name) ?? lastMajor.exec(name) ?? lastNumber.exec(name);
  if (!match) return { ...whole, alternative: null };
  const tail = match[2]!;
  const split = { name: match[1]!.trim(), version: declaredVersion || tail, otherVersion: null };
  const certain =
    declaredVersion === ''
      ? /\d[._]\d|^v/i.test(tail) && !hasForeignWord(tail)
      : plainVersion(declaredVersion) === plainVersion(tail);
  return certain ? { ...split, alternative: whole } : { ...whole, alternative: split };
}

/** With fewer numbers it may be a part of the name: "GTK 3.0". */
const minNumbers = 3;

/** "6.0.26" of ".NET Runtime 6.0.26" is not the "48.108.21230" that its installer has; "6.0.26.0" would be the same. */
function isOtherVersion(named: string, declared: string): boolean {
  const numbersOf = (text: string): string[] =>
    (plainVersion(text).match(/\d+/g) ?? []).map((one) => one.replace(/^0+(?=\d)/, ''));
  const [one, other] = [numbersOf(named), numbersOf(declared)];
  if (one.length < minNumbers || other.length === 0) return false;
  return one.slice(0, other.length).some((number, index) => number !== other[index]);
}

/** Words that occur in versions; "1.3_spec" and "1.2-api" belong to a name. */
const versionWords = new Set(
  'alpha amzn android beta build deb debian dev dfsg final git hotfix incompatible jdk jre milestone nightly patch post pre preview redhat rel release repack snapshot stable svn ubuntu'.split(
    ' ',
  ),
);

function hasForeignWord(tail: string): boolean {
  const found = tail.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return found.some((word) => !versionWords.has(word));
}

/** A version whose separators became spaces: "Setuptools 84 0 0", "Quarkus Core v2 13 8 Final Redhat 4". */
function spacedOut(name: string): readonly string[] | null {
  const match = spacedVersion.exec(name);
  if (!match || hasForeignWord(match[2]!)) return null;
  return [match[0], match[1]!.replace(versionWord, ''), match[2]!.replace(/ /g, '.')];
}
