import { compareDigits, compareLists, compareText, isDigits, type VersionScheme } from './scheme.js';

/** Segments: numbers and words; zeros before a word and at the end are dropped. */
export type GemVersion = readonly string[];

const processors = 'x86_64|x86|x64|amd64|i[3-6]86|aarch64|arm64|arm(?:v\\d\\w?)?|universal|ppc(?:64(?:le)?)?|powerpc\\w*|s390x|riscv64|sparc\\w*'; // prettier-ignore
const systems = 'java|jruby|linux|darwin\\d*|mingw(?:32|64)?|mswin(?:32|64)?|cygwin|(?:free|open|net)bsd\\d*|solaris[\\d.]*|aix\\d*|dalvik|dotnet|ruby'; // prettier-ignore
const platform = new RegExp(`-(?:(?:${processors})-)?(?:${systems})(?:-(?:gnu|musl|eabi|android|ucrt|\\d)[\\w.]*)?$`);

/** The version of a gem whose full name ends with a platform (`Gem::Platform`), which is no part of the version. */
export const withoutPlatform = (text: string): string => text.replace(platform, '');

/** RubyGems (`Gem::Version`): a hyphen starts a pre-release, and any word makes a version older than without it. */
export const gem: VersionScheme<GemVersion> = {
  parse(text) {
    const trimmed = withoutPlatform(text.trim()).replace(/^v(?=\d)/i, '');
    if (
      !/^\d+(?:\.[0-9a-zA-Z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/.test(
        trimmed.replace(/(?<=\d)(?=[a-zA-Z])/g, '.'),
      )
    )
      return null;
    const segments = trimmed.replaceAll('-', '.pre.').match(/\d+|[a-z]+/gi) ?? [];
    const firstWord = segments.findIndex((segment) => !isDigits(segment));
    const release = firstWord < 0 ? segments : segments.slice(0, firstWord);
    return [...withoutFinalZeros(release), ...withoutFinalZeros(firstWord < 0 ? [] : segments.slice(firstWord))];
  },
  compare: (a, b) =>
    compareLists(a, b, '0', (left, right) => {
      if (isDigits(left) && isDigits(right)) return compareDigits(left, right);
      return isDigits(left) === isDigits(right) ? compareText(left, right) : isDigits(left) ? 1 : -1;
    }),
};

function withoutFinalZeros(segments: readonly string[]): readonly string[] {
  let end = segments.length;
  while (end > 0 && /^0+$/.test(segments[end - 1]!)) end -= 1;
  return segments.slice(0, end);
}
