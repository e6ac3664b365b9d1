import { justificationText, storableNames } from '../../../src/vex/product-statement.js';

describe('what a statement says', () => {
  it.each([`${'a'.repeat(3_999)}😀`, 'cut \ud800 off', `${'a'.repeat(8_000)}`])('can be stored, wherever it is cut', (text) => {
    expect(justificationText([text], text).isWellFormed()).toBe(true);
  }); // prettier-ignore

  it('has only names that can be stored', () => {
    expect(storableNames(['CVE-2026-1', 'CVE-2026-1', '', 'a\0b', '\ud800', 'x'.repeat(256)])).toEqual(['CVE-2026-1']);
  });
});
