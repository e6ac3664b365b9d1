import { looksLikeVersion, plainVersion } from './version-text.js';

export interface NameAndVersion {
  readonly name: string;
  readonly version: string;
}

export interface SplitName extends NameAndVersion {
  /** The other interpretation, where both make sense. */
  readonly alternative: NameAndVersion | null;
}

/** Certainly a version: "name@1.2", "name==1.2", "name (1.2)", "name v1.2". */
const explicitVersions: readonly RegExp[] = [
  /^(\S+)\s+(v?\d+(?:\.\d+)+\S*)$/i,
  /^(.+[^@/])@([^@/\s]+)$/,
  /^(.+?)\s*(?:===?|~=|>=)\s*(\S+)$/,
  /^(.+?)\s*[([]\s*v?(\d[^()[\]]*)[)\]]$/i,
  /^(.+?)[\s_-]+(?:version|ver\.?|release)[\s_:]*(\d\S*)$/i,
  /^(.+?)\s+(?:versions? )?(?:before|prior to|up to|through)\s+v?(\d\S*)$/i,
  /^(.+?)[\s_-]+(v\d+[._]\d\S*)$/i,
  /^(.+):(v?\d[\w.+~-]*)$/,
  /^([^/\s]+)\/(v?\d+(?:\.\d+)+\S*)$/,
  /^(.+[^\d\s.])\s+(\d+(?:\.\d+)+\S*)$/,
];

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
  const whole = { name, version: declaredVersion };
  if (!/\d/.test(name)) return { ...whole, alternative: null };
  for (const pattern of explicitVersions) {
    const match = pattern.exec(name);
    if (match && looksLikeVersion(match[2]!.trim())) {
      const split = { name: match[1]!.trim(), version: declaredVersion || match[2]!.trim() };
      return { ...split, alternative: shortVersion.test(name) ? whole : null };
    }
  }
  const match = hyphenatedVersion.exec(name) ?? spacedOut(name) ?? lastMajor.exec(name) ?? lastNumber.exec(name);
  if (!match) return { ...whole, alternative: null };
  const tail = match[2]!;
  const split = { name: match[1]!.trim(), version: declaredVersion || tail };
  const certain =
    declaredVersion === ''
      ? /\d[._]\d|^v/i.test(tail) && !hasForeignWord(tail)
      : plainVersion(declaredVersion) === plainVersion(tail);
  return certain ? { ...split, alternative: whole } : { ...whole, alternative: split };
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
