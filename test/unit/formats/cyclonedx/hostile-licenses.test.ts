import { isLicenseExpression, isLicenseId } from '../../../../src/formats/cyclonedx/spec/license.js';
import { cpuClock } from '../../../support/cpu-time.js';

/** Licence texts that made readers of expressions hang or run out of stack. */
describe('licences of hostile documents', () => {
  it.each([
    ['deep nesting', `${'('.repeat(500_000)}MIT AND ISC`],
    ['a chain', `MIT${' AND MIT'.repeat(150_000)}`],
    ['nested chains', `${'(MIT OR '.repeat(100_000)}MIT${')'.repeat(100_000)}`],
    ['one long word', `${'A'.repeat(1_000_000)} WITH B`],
  ])('%s is told from an expression at once', (_name, text) => {
    const spent = cpuClock();
    expect(isLicenseExpression(text)).toBe(false);
    expect(isLicenseId(text)).toBe(false);
    expect(spent()).toBeLessThan(500);
  });

  it.each([
    ['MIT OR Apache-2.0', true],
    ['(MIT AND ISC) OR LicenseRef-x', true],
    ['GPL-2.0-only WITH Classpath-exception-2.0', true],
    ['LicenseRef-scancode-public', true],
    ['MIT', false],
    ['Rock AND Roll', false],
    ['MIT AND', false],
    ['GPL-2.0-only WITH Fancy-exception', false],
  ])('%s: %p', (text, expected) => expect(isLicenseExpression(text)).toBe(expected));
});
