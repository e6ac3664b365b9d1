/**
 * Spellings of licences, as data: deprecated ids, long names, nicknames and addresses of licence texts. Keys
 * are what `keyOf` in `license-normalization.ts` makes of a name: lower case, no noise words, "2.0" as "2".
 */

/** Deprecated ids and what replaces them (spdx.org/licenses, "Deprecated License Identifiers"). */
export const successors: Readonly<Record<string, string>> = {
  'AGPL-1.0': 'AGPL-1.0-only',
  'AGPL-3.0': 'AGPL-3.0-only',
  'BSD-2-Clause-FreeBSD': 'BSD-2-Clause',
  'BSD-2-Clause-NetBSD': 'BSD-2-Clause',
  'GFDL-1.1': 'GFDL-1.1-only',
  'GFDL-1.2': 'GFDL-1.2-only',
  'GFDL-1.3': 'GFDL-1.3-only',
  'GPL-1.0': 'GPL-1.0-only',
  'GPL-2.0': 'GPL-2.0-only',
  'GPL-2.0-with-GCC-exception': 'GPL-2.0-only WITH GCC-exception-2.0',
  'GPL-2.0-with-autoconf-exception': 'GPL-2.0-only WITH Autoconf-exception-2.0',
  'GPL-2.0-with-bison-exception': 'GPL-2.0-only WITH Bison-exception-2.2',
  'GPL-2.0-with-classpath-exception': 'GPL-2.0-only WITH Classpath-exception-2.0',
  'GPL-2.0-with-font-exception': 'GPL-2.0-only WITH Font-exception-2.0',
  'GPL-3.0': 'GPL-3.0-only',
  'GPL-3.0-with-GCC-exception': 'GPL-3.0-only WITH GCC-exception-3.1',
  'GPL-3.0-with-autoconf-exception': 'GPL-3.0-only WITH Autoconf-exception-3.0',
  'LGPL-2.0': 'LGPL-2.0-only',
  'LGPL-2.1': 'LGPL-2.1-only',
  'LGPL-3.0': 'LGPL-3.0-only',
  Nunit: 'zlib-acknowledgement',
  'StandardML-NJ': 'SMLNJ',
  'bzip2-1.0.5': 'bzip2-1.0.6',
  wxWindows: 'LGPL-2.0-or-later WITH WxWindows-exception-3.1',
};

/** Acronyms that a version may be glued to: GPLv2+, MPL1.1, BSD3. */
export const versionedAcronyms = 'agpl|lgpl|gpl|gfdl|fdl|mpl|epl|cddl|cpl|afl|apache|asl|bsd|ofl|eupl|osl|php|zpl';

/** Long names of families and the acronym that SPDX has for them. */
export const families: readonly (readonly [long: RegExp, acronym: string])[] = [
  [/\b(?:gnu )?affero (?:general public|gpl)\b|\bgnu agpl\b/, 'agpl'],
  [/\b(?:gnu )?(?:library or lesser|lesser|library) (?:general public|gpl)\b|\bgnu lgpl\b/, 'lgpl'],
  [/\b(?:gnu )?general public\b|\bgnu gpl\b/, 'gpl'],
  [/\b(?:gnu )?free documentation\b|\bgnu fdl\b/, 'gfdl'],
  [/\bmozilla public\b/, 'mpl'],
  [/\beclipse public\b/, 'epl'],
  [/\beclipse distribution(?: 1)?\b/, 'bsd 3 clause'],
  [/\bcommon development and distribution\b/, 'cddl'],
  [/\bcommon public\b/, 'cpl'],
  [/\beuropean union public\b/, 'eupl'],
  [/\bmicrosoft public\b/, 'ms pl'],
  [/\bmicrosoft reciprocal\b/, 'ms rl'],
  [/\bacademic free\b/, 'afl'],
  [/\bbusiness source\b/, 'busl'],
  [/\bboost\b/, 'bsl'],
  [/\b(?:sil )?open font\b|\bsil ofl\b/, 'ofl'],
  [/\bpython foundation\b/, 'psf'],
  [/\bdo what the f\S* you want to public\b/, 'wtfpl'],
  [/\basl\b/, 'apache'],
  [/\bcreative commons zero\b/, 'cc0'],
  [/\bcreative commons attribution non ?commercial share ?alike\b/, 'cc by nc sa'],
  [/\bcreative commons attribution non ?commercial\b/, 'cc by nc'],
  [/\bcreative commons attribution share ?alike\b/, 'cc by sa'],
  [/\bcreative commons attribution\b/, 'cc by'],
];

/** Names that no rule yields. */
export const nicknames: ReadonlyMap<string, string> = new Map([
  ['apache', 'Apache-2.0'],
  ['bouncy castle', 'MIT'],
  ['expat', 'MIT'],
  ['mit expat', 'MIT'],
  ['mit x11', 'MIT'],
  ['x11 mit', 'MIT'],
  ['bsd 2', 'BSD-2-Clause'],
  ['2 clause bsd', 'BSD-2-Clause'],
  ['bsd 2 clause simplified', 'BSD-2-Clause'],
  ['simplified bsd', 'BSD-2-Clause'],
  ['freebsd', 'BSD-2-Clause'],
  ['bsd 3', 'BSD-3-Clause'],
  ['3 clause bsd', 'BSD-3-Clause'],
  ['bsd 3 clause new or revised', 'BSD-3-Clause'],
  ['new bsd', 'BSD-3-Clause'],
  ['bsd new', 'BSD-3-Clause'],
  ['modified bsd', 'BSD-3-Clause'],
  ['revised bsd', 'BSD-3-Clause'],
  ['4 clause bsd', 'BSD-4-Clause'],
  ['original bsd', 'BSD-4-Clause'],
  ['zero clause bsd', '0BSD'],
  ['bsd zero clause', '0BSD'],
  ['cc0', 'CC0-1.0'],
  ['cc0 1 universal', 'CC0-1.0'],
  ['cddl', 'CDDL-1.0'],
  ['gpl', 'GPL-1.0-or-later'],
  ['lgpl', 'LGPL-2.0-or-later'],
  ['gpl 2 with classpath exception', 'GPL-2.0-only WITH Classpath-exception-2.0'],
  ['gpl 2 classpath exception', 'GPL-2.0-only WITH Classpath-exception-2.0'],
  ['gpl 2 with the classpath exception', 'GPL-2.0-only WITH Classpath-exception-2.0'],
  ['gpl2 w cpe', 'GPL-2.0-only WITH Classpath-exception-2.0'],
  ['perl 5', 'Artistic-1.0-Perl OR GPL-1.0-or-later'],
  ['same terms as perl', 'Artistic-1.0-Perl OR GPL-1.0-or-later'],
  ['psf', 'PSF-2.0'],
  ['zlib libpng', 'Zlib'],
]);

/** Addresses without scheme, `www.`, file extension and closing slash, in lower case, and the name of their licence. */
export const addresses: readonly (readonly [RegExp, string])[] = [
  [/^spdx\.org\/licenses\/([\w.+-]+)$/, '$1'],
  [/^(?:opensource\.org|choosealicense\.com)\/licenses?\/([\w.+-]+?)(?:-license)?$/, '$1'],
  [/^apache\.org\/licenses\/license-([\d.]+)$/, 'apache $1'],
  [/^gnu\.org\/(?:copyleft|licenses(?:\/old-licenses)?)\/([al]?gpl)-([\d.]+)$/, '$1 $2'],
  [/^gnu\.org\/(?:copyleft|licenses(?:\/old-licenses)?)\/fdl-([\d.]+)$/, 'gfdl $1'],
  [/^mozilla\.org\/(?:en-us\/)?mpl\/([\d.]+)$/, 'mpl $1'],
  [/^eclipse\.org\/(?:legal|org\/documents)\/epl-v([12])0$/, 'epl $1'],
  [/^eclipse\.org\/(?:legal|org\/documents)\/epl-([12]\.0)$/, 'epl $1'],
  [/^creativecommons\.org\/licenses\/([\w-]+)\/([\d.]+)$/, 'cc-$1-$2'],
  [/^creativecommons\.org\/publicdomain\/zero\/1\.0$/, 'cc0'],
  [/^unlicense\.org$/, 'unlicense'],
  [/^boost\.org\/license_1_0$/, 'bsl 1'],
];
