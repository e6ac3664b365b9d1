import fc from 'fast-check';
import {
  formatLicense,
  isLicenseRef,
  LicenseError,
  licenseTerms,
  listedLicense,
  maxLicenseLength,
  parseLicense,
  parseLicenseOrWords,
} from '../../../src/model/license.js';
import { nicknames, successors } from '../../../src/model/license-names.js';
import { normalizeLicense } from '../../../src/model/license-normalization.js';
import { cpuMilliseconds } from '../../support/cpu-time.js';

describe('parseLicense', () => {
  it.each([
    ['MIT', 'MIT'],
    ['mit', 'MIT'],
    ['apache-2.0 or mit', 'Apache-2.0 OR MIT'],
    ['MIT AND (BSD-3-Clause OR ISC)', 'MIT AND (BSD-3-Clause OR ISC)'],
    ['(MIT AND ISC) OR (Zlib)', 'MIT AND ISC OR Zlib'],
    ['MIT OR ISC AND Zlib', 'MIT OR ISC AND Zlib'],
    ['((((MIT))))', 'MIT'],
    ['GPL-2.0-only WITH classpath-exception-2.0', 'GPL-2.0-only WITH Classpath-exception-2.0'],
    ['EPL-1.0+ OR LicenseRef-Proprietary', 'EPL-1.0+ OR LicenseRef-Proprietary'],
    ['DocumentRef-spdx-tool-1.2:LicenseRef-MIT-Style-2', 'DocumentRef-spdx-tool-1.2:LicenseRef-MIT-Style-2'],
    ['NotListed AND MIT', 'NotListed AND MIT'],
  ])('%s', (text, canonical) => {
    expect(formatLicense(parseLicense(text))).toBe(canonical);
  });

  it.each([
    ['', 'missing'],
    ['()', 'missing'],
    ['MIT AND', 'missing'],
    ['AND MIT', 'not expected'],
    ['MIT ISC', 'AND or OR'],
    ['(MIT', 'not closed'],
    ['MIT)', 'not expected'],
    ['(MIT OR ISC) WITH Classpath-exception-2.0', 'not expected'],
    ['GPL-2.0-only WITH MIT', 'not an exception'],
    ['GPL-2.0-only WITH', 'missing'],
    ['GPL-2.0-only WITH (Classpath-exception-2.0)', 'not expected'],
    ['MIT/X11', 'not expected'],
    ['MIT\u0000', 'not expected'],
    ['('.repeat(10_000) + 'MIT' + ')'.repeat(9_000), 'nested deeper'],
    ['x'.repeat(maxLicenseLength + 1), 'more than'],
  ])('refuses %p', (text, message) => {
    expect(() => parseLicense(text)).toThrow(LicenseError);
    expect(() => parseLicense(text)).toThrow(message);
  });

  it('is linear', () => {
    const long = `${'MIT AND '.repeat(2400)}ISC`;
    expect(cpuMilliseconds(() => licenseTerms(parseLicense(long)))).toBeLessThan(200);
    expect(cpuMilliseconds(() => normalizeLicense('a '.repeat(10_000)))).toBeLessThan(200);
    expect(cpuMilliseconds(() => normalizeLicense(`or ${'('.repeat(1900)}`))).toBeLessThan(200);
  });
});

describe('what an expression names and allows', () => {
  const expression = parseLicense('(GPL-3.0-only OR MIT) AND (MIT OR LicenseRef-x) AND Unlisted');

  it('lists its licences once each', () => {
    expect(licenseTerms(expression).map(({ id, listed }) => [id, listed])).toEqual([
      ['GPL-3.0-only', true],
      ['MIT', true],
      ['LicenseRef-x', false],
      ['Unlisted', false],
    ]);
    expect(licenseTerms(expression).filter(({ id }) => isLicenseRef(id))).toHaveLength(1);
  });
});

describe('normalizeLicense', () => {
  it.each([
    ['MIT', 'The MIT License|MIT License|The MIT License (MIT)|Expat|mit|License :: OSI Approved :: MIT License'],
    [
      'Apache-2.0',
      'Apache 2.0|Apache License, Version 2.0|Apache License 2.0|ASL 2.0|The Apache Software License, Version 2.0|Apache-2|apache2',
    ],
    ['Apache-2.0', 'http://www.apache.org/licenses/LICENSE-2.0.txt|https://opensource.org/licenses/Apache-2.0'],
    [
      'BSD-3-Clause',
      'BSD 3-Clause|3-Clause BSD License|New BSD License|BSD-3-Clause License|BSD (3-clause)|The BSD 3-Clause License',
    ],
    ['BSD-2-Clause', 'Simplified BSD|BSD 2-Clause License|FreeBSD License|BSD-2-Clause-FreeBSD'],
    [
      'GPL-2.0-only',
      'GPLv2|GPL-2.0|GPL 2|GNU GPL v2|GNU General Public License, version 2|https://www.gnu.org/licenses/old-licenses/gpl-2.0.txt',
    ],
    [
      'GPL-3.0-or-later',
      'GPLv3+|GPL-3.0+|GNU General Public License v3 or later (GPLv3+)|GPL version 3 or any later version|gpl-3+',
    ],
    ['LGPL-2.1-or-later', 'LGPLv2.1+|LGPL-2.1+|GNU Lesser General Public License v2.1 or later'],
    ['LGPL-3.0-only', 'LGPL-3.0|GNU LGPL v3|https://www.gnu.org/licenses/lgpl-3.0.en.html'],
    ['AGPL-3.0-only', 'AGPL-3.0|GNU Affero General Public License v3'],
    ['MPL-2.0', 'MPL 2.0|Mozilla Public License 2.0 (MPL 2.0)|https://www.mozilla.org/en-US/MPL/2.0/'],
    ['EPL-2.0', 'EPL 2.0|Eclipse Public License - v 2.0|https://www.eclipse.org/legal/epl-2.0/'],
    ['CDDL-1.0', 'CDDL 1.0|Common Development and Distribution License 1.0'],
    ['CC0-1.0', 'CC0|CC0 1.0 Universal|https://creativecommons.org/publicdomain/zero/1.0/'],
    ['CC-BY-4.0', 'CC BY 4.0|Creative Commons Attribution 4.0|https://creativecommons.org/licenses/by/4.0/'],
    ['PSF-2.0', 'Python Software Foundation License|PSF|PSF-2.0'],
    ['OFL-1.1', 'SIL Open Font License 1.1|OFL-1.1'],
    ['BSL-1.0', 'Boost Software License 1.0|https://www.boost.org/LICENSE_1_0.txt'],
    ['MIT OR Apache-2.0', 'MIT/Apache-2.0|MIT OR Apache-2.0|The MIT License or Apache License 2.0|mit or asl2.0'],
    ['MIT AND GPL-2.0-or-later', 'MIT and GPLv2+|MIT License and GPL v2 or later'],
    [
      'GPL-2.0-only WITH Classpath-exception-2.0',
      'GPL-2.0 WITH Classpath-exception-2.0|GPL-2.0-with-classpath-exception|GPLv2 with Classpath exception',
    ],
    ['GPL-2.0-only OR CDDL-1.0', 'GPL v2 or Common Development and Distribution License'],
    ['LicenseRef-Acme-EULA', 'LicenseRef-Acme-EULA'],
    ['ISC', 'License :: OSI Approved :: ISC License (ISCL)'],
    ['HPND', 'License :: OSI Approved :: Historical Permission Notice and Disclaimer (HPND)'],
    ['BlueOak-1.0.0', 'License :: OSI Approved :: Blue Oak Model License (BlueOak-1.0.0)'],
    ['MIT-0', 'MIT No Attribution License (MIT-0)'],
    ['MIT-CMU', 'CMU License (MIT-CMU)'],
    ['MulanPSL-2.0', 'Mulan Permissive Software License v2 (MulanPSL-2.0)'],
    ['BSD-3-Clause', 'BSD License (BSD-3-Clause)'],
    ['MPL-1.0', 'Mozilla Public License 1.0 (MPL)'],
    ['EPL-1.0+', 'EPL-1.0+'],
  ])('%s', (expected, spellings) => {
    for (const spelling of spellings.split('|'))
      expect([spelling, normalizeLicense(spelling)]).toEqual([spelling, expected]);
  });

  it.each([
    ['GPL (>= 2)', 'GPL-2.0-or-later'],
    ['LGPL (>= 2.1)', 'LGPL-2.1-or-later'],
    ['GPL (>= 3) | MIT', 'GPL-3.0-or-later OR MIT'],
    ['GPL-2 | GPL-3', 'GPL-2.0-only OR GPL-3.0-only'],
    ['MIT + file LICENSE', 'MIT'],
    ['BSD_3_clause + file LICENCE', 'BSD-3-Clause'],
  ])('reads %s as CRAN writes it', (text, expected) => {
    expect(normalizeLicense(text)).toBe(expected);
  });

  it.each([
    '',
    'BSD',
    'BSD-like',
    'see LICENSE file',
    'GPL-3 + file LICENSE',
    'MIT + file LICENSE | Unlimited',
    'NONE',
    'NOASSERTION',
    'Proprietary',
    'Commercial',
    'UNKNOWN',
    '::',
    'MIT (GPLv2)',
    'MIT (non-commercial use only)',
    'MIT (modified)',
    'MIT (except GPL parts)',
    'MIT (NC)',
    'Modified MIT (MIT)',
    'Proprietary (MIT)',
    'Not GPL (MIT)',
    'Apache-2.0 (with Commons Clause)',
    'MIT*',
    'MIT?',
    'GPL (< 3)',
    'GPL (!= 2)',
    'LGPL-2.1 (or MPL-1.1)',
    'MIT and BSD',
    'Apache-2.0 AND (MIT',
    'MIT) OR (GPL-2.0',
    '(MIT',
    'constructor',
  ])('leaves %p alone', (text) => {
    expect(normalizeLicense(text)).toBeNull();
  });

  it('yields listed ids only, and is idempotent', () => {
    for (const expression of [...Object.values(successors), ...nicknames.values()]) {
      expect(licenseTerms(parseLicense(expression)).filter(({ listed }) => !listed)).toEqual([]);
      expect(normalizeLicense(expression)).toBe(expression);
    }
    for (const id of Object.keys(successors)) expect(normalizeLicense(id)).toBe(successors[id]);
    expect(listedLicense('0bsd')).toBe('0BSD');
  });

  it('any text is an expression that stays as it is, or nothing', () => {
    const words = fc.constantFrom(
      'MIT',
      'GPL',
      'v2',
      '+',
      '2.0',
      '(',
      ')',
      'and',
      'or',
      'later',
      'with',
      'License',
      'Apache',
      '/',
      ',',
      '::',
      'BSD',
      '3-Clause',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 8 }), (parts) => {
        const normalized = normalizeLicense(parts.join(' '));
        if (normalized !== null) expect(normalizeLicense(normalized)).toBe(normalized);
      }),
      { numRuns: 500 },
    );
  });
});

describe('readLicense', () => {
  it('keeps the words as they stand, in the spelling of the list', () => {
    const { words, terms } = parseLicenseOrWords('(mit and x+) OR gpl-2.0-only with classpath-exception-2.0 and x');
    expect(words.join(' ')).toBe('( MIT AND x+ ) OR GPL-2.0-only WITH Classpath-exception-2.0 AND x');
    expect(terms.map(({ id, orLater, listed }) => [id, orLater, listed])).toEqual([
      ['MIT', false, true],
      ['x', true, false],
      ['GPL-2.0-only', false, true],
      ['x', false, false],
    ]);
  });
});
