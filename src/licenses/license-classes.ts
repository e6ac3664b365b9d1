import {
  isAdditionRef,
  LicenseError,
  type LicenseExpression,
  type LicenseTerm,
  parseLicense,
} from '../model/license.js';
import { permissiveLicenses } from './permissive-licenses.js';

/** Obligations for those who distribute the software, mildest first. */
export const licenseClasses = ['permissive', 'weak copyleft', 'strong copyleft', 'network copyleft'] as const;
export type LicenseClass = (typeof licenseClasses)[number];

/** By prefix of the SPDX id, or by the whole id: many that are not free share a prefix with free ones. */
const copyleftPatterns: readonly (readonly [RegExp, LicenseClass])[] = [
  [/^(?:AGPL|SSPL|OSL|NPOSL|RPL|CPAL|EUPL|CAL|Parity)-/i, 'network copyleft'],
  [
    /^(?:LGPL|LGPLLR|MPL|EPL|CDDL|CPL|IPL|APSL|MS-RL|CECILL-C|SPL|NPL|LPPL|OFL|CC-BY-SA|ErlPL|Motosoto)/i,
    'weak copyleft',
  ],
  [
    /^(?:Artistic-|ClArtistic$|Ruby$|MS-PL$|CC-SA-|CDLA-Sharing-|ODbL-|CERN-OHL-W-|ESA-PL-weak-copyleft-|LiLiQ-R-)/,
    'weak copyleft',
  ],
  [
    /^(?:CUA-OPL-|Nokia$|NOSL$|Interbase-|OSET-PL-|FreeImage$|IPA$|Ubuntu-font-|Linux-man-pages-copyleft|wxWindows$|eCos-2\.0$)/,
    'weak copyleft',
  ],
  [/^(?:GPL|CECILL|GFDL|Sleepycat|QPL|TPL|copyleft-next|RSCPL|Watcom)/i, 'strong copyleft'],
  [/^(?:NGPL$|LiLiQ-Rplus-|LAL-|SimPL-|CERN-OHL-S-|D-FSL-|ESA-PL-strong-copyleft-|SMAIL-GPL$)/, 'strong copyleft'],
];

/** Exceptions that allow linking with GPL code without obligations, whatever is linked with it; `GPL-3.0-linking-…` name libraries. */
const linkingException = /classpath|gcc|lgpl|libtool|autoconf|bison|font|runtime/i;

/**
 * Class of one licence; null where it is not on the SPDX list, and where it is in no class: it restricts the use or the
 * trade (BUSL, NonCommercial, NoDerivatives), or nobody has looked at it.
 */
export function classOfTerm(term: LicenseTerm): LicenseClass | null {
  if (!term.listed) return null;
  // What a document adds itself may restrict as well as permit, whatever it is called.
  const isOwnAddition = isAdditionRef(term.exception ?? '');
  if (permissiveLicenses.has(term.id)) return isOwnAddition ? null : 'permissive';
  const licenseClass = copyleftPatterns.find(([pattern]) => pattern.test(term.id))?.[1] ?? null;
  return licenseClass === 'strong copyleft' && !isOwnAddition && linkingException.test(term.exception ?? '')
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

/** What an expression asks for at least, whatever its licences without a class ask for; null where that is nothing. */
function minClassOf(expression: LicenseExpression): LicenseClass | null {
  if (expression.kind === 'license') return classOfTerm(expression);
  const classes = expression.operands.map(minClassOf);
  const known = classes.filter((one) => one !== null).sort((a, b) => rank(a) - rank(b));
  if (expression.kind === 'and') return known.at(-1) ?? null;
  return known.length < classes.length ? null : known[0]!;
}

/** Class of a licence expression; null where it is unknown. */
export const classOfLicense = (text: string): LicenseClass | null => readClass(text, classOf);

/** The mildest class that a licence expression can have, where parts of it have none; null where nothing is known. */
export const minClassOfLicense = (text: string): LicenseClass | null => readClass(text, minClassOf);

function readClass(text: string, classIn: (expression: LicenseExpression) => LicenseClass | null): LicenseClass | null {
  try {
    return classIn(parseLicense(text));
  } catch (error) {
    if (error instanceof LicenseError) return null;
    throw error;
  }
}
