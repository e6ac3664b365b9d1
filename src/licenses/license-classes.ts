import { LicenseError, type LicenseExpression, type LicenseTerm, parseLicense } from '../model/license.js';

/** Obligations for those who distribute the software, mildest first. */
export const licenseClasses = ['permissive', 'weak copyleft', 'strong copyleft', 'network copyleft'] as const;
export type LicenseClass = (typeof licenseClasses)[number];

/** By prefix of the SPDX id. A licence of the SPDX list that no pattern matches has no copyleft. */
const copyleftPatterns: readonly (readonly [RegExp, LicenseClass])[] = [
  [/^(?:AGPL|SSPL|OSL|RPL|CPAL|EUPL)-/i, 'network copyleft'],
  [
    /^(?:LGPL|LGPLLR|MPL|EPL|CDDL|CPL|IPL|APSL|MS-RL|CECILL-C|SPL|NPL|LPPL|OFL|CC-BY-SA|ErlPL|Motosoto)/i,
    'weak copyleft',
  ],
  [/^(?:GPL|CECILL|GFDL|Sleepycat|QPL|TPL|copyleft-next|RSCPL|Watcom)/i, 'strong copyleft'],
];

/** Exceptions that allow linking with GPL code without obligations. */
const linkingException = /classpath|gcc|linking|libtool|autoconf|bison|font|openvpn|lgpl|runtime|gstreamer/i;

/** Class of one licence; null where it is not on the SPDX list. */
export function classOfTerm(term: LicenseTerm): LicenseClass | null {
  if (!term.listed) return null;
  const licenseClass = copyleftPatterns.find(([pattern]) => pattern.test(term.id))?.[1] ?? 'permissive';
  return licenseClass === 'strong copyleft' && linkingException.test(term.exception ?? '')
    ? 'weak copyleft'
    : licenseClass;
}

const rank = (one: LicenseClass): number => licenseClasses.indexOf(one);

/** AND: the strictest; OR: the mildest. Null where a licence that decides is unknown. */
function classOf(expression: LicenseExpression): LicenseClass | null {
  if (expression.kind === 'license') return classOfTerm(expression);
  const classes = expression.operands.map(classOf);
  const known = classes.filter((one) => one !== null).sort((a, b) => rank(a) - rank(b));
  if (expression.kind === 'or') return known[0] ?? null;
  return known.length < classes.length ? null : known.at(-1)!;
}

/** Class of a licence expression; null where it is unknown. */
export function classOfLicense(text: string): LicenseClass | null {
  try {
    return classOf(parseLicense(text));
  } catch (error) {
    if (error instanceof LicenseError) return null;
    throw error;
  }
}
