import { compareDigits, compareLists, type VersionScheme } from './scheme.js';

/**
 * Perl (version.pm): `v1.2.3` and everything with two dots is a list of numbers; `1.002003` is a decimal whose fraction
 * is read three digits at a time, so 1.002003 is v1.2.3 and 1.5 is v1.500. Underscores mark an alpha and count for
 * nothing, as does the `-TRIAL` of CPAN.
 */
export const cpan: VersionScheme<readonly string[]> = {
  parse(text) {
    const match = /^(v?)(\d*(?:\.\d+)*)(?:\.?)$/i.exec(
      text
        .trim()
        .replace(/-trial\d*$/i, '')
        .replaceAll('_', ''),
    );
    if (!match || match[2] === '') return null;
    const numbers = match[2]!.split('.');
    if (match[1] !== '' || numbers.length > 2) return numbers;
    const fraction = numbers[1] ?? '';
    return [numbers[0]!, ...(fraction.padEnd(Math.ceil(fraction.length / 3) * 3, '0').match(/\d{3}/g) ?? [])];
  },
  compare: (a, b) => compareLists(a, b, '0', compareDigits),
};
