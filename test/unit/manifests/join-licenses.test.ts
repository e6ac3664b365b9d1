import { joinLicenses } from '../../../src/manifests/licenses.js';
import { LicenseError, licenseTerms, parseLicense } from '../../../src/model/license.js';

describe('licences of a package that all hold', () => {
  it.each([
    [['MIT', 'Apache-2.0'], 'MIT AND Apache-2.0'],
    [['MIT OR Apache-2.0', 'ISC'], '(MIT OR Apache-2.0) AND ISC'],
    [['ISC'], 'ISC'],
  ])('%j are %s', (licenses, joined) => expect(joinLicenses(licenses, 'AND')).toBe(joined));

  it('are no choice because of parentheses in the name of one', () => {
    const joined = joinLicenses(['MIT) OR (Acme', 'AGPL-3.0-only'], 'AND');
    expect(() => licenseTerms(parseLicense(joined))).toThrow(LicenseError);
  });
});
