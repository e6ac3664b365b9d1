import { joinLicenses, LicenseError, licenseTerms, parseLicense } from '../../../src/model/license.js';

describe('licences of a package that all hold', () => {
  it.each([
    [['MIT', 'Apache-2.0'], 'MIT AND Apache-2.0'],
    [['MIT OR Apache-2.0', 'ISC'], '(MIT OR Apache-2.0) AND ISC'],
    [['(MIT)or(Apache-2.0)', 'ISC'], '((MIT)or(Apache-2.0)) AND ISC'],
    [['GPL-2.0-only WITH Classpath-exception-2.0', 'ISC'], 'GPL-2.0-only WITH Classpath-exception-2.0 AND ISC'],
    [['Apache License 2.0', 'Acme (own)'], 'Apache License 2.0 AND Acme (own)'],
    [['ISC'], 'ISC'],
    [['MIT OR ISC'], 'MIT OR ISC'],
    [[], ''],
  ])('%j are %s', (licenses, joined) => expect(joinLicenses(licenses, 'AND')).toBe(joined));

  it('are no choice because of parentheses in the name of one', () => {
    const joined = joinLicenses(['MIT) OR (Acme', 'AGPL-3.0-only'], 'AND');
    expect(() => licenseTerms(parseLicense(joined))).toThrow(LicenseError);
  });
});
