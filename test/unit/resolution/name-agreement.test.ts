import { ComponentName, compareNames } from '../../../src/resolution/matching/compare/name-agreement.js';
import { NormalizedNames } from '../../../src/resolution/matching/compare/normalized-names.js';

const compare = (name: string, other: string) =>
  compareNames(
    [new ComponentName({ name, org: '', version: '', loss: 0 })],
    new NormalizedNames({ name: other, qualifier: '', title: null }),
  );

describe('words before a name', () => {
  it('may be its vendor', () => expect(compare('Acme Quokka Reader', 'quokka-reader').behindVendor).toBe(1));

  it('are no vendor where they are a single letter', () => {
    expect(compare('qPanel', 'panel').behindVendor).toBe(0);
    expect(compare('q4 Acme Panel', 'panel').behindVendor).toBe(1);
  });
});
