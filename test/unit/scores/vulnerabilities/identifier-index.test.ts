import { IdentifierIndex } from '../../../../src/scores/vulnerabilities/identifier-index.js';

const versions = (count: number, of: (version: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => of(index));

describe('an index of identifiers', () => {
  it('does not compare each version of a package with each other one', () => {
    const index = new IdentifierIndex(versions(2_000, (version) => `pkg:npm/a@1.${version}`).map((one) => [one]));
    for (const one of versions(200, (version) => `pkg:npm/a@1.${version}`)) expect(index.matches([one]).size).toBe(1);
    expect(index.comparisons).toBe(200);
  });

  it('finds what has the version, and what has none', () => {
    const index = new IdentifierIndex([['pkg:npm/a'], ['pkg:npm/a@1'], ['pkg:npm/a@2'], ['pkg:npm/a?os=x'], ['pkg:npm/a@1?os=x']]); // prettier-ignore
    const found = (...identifiers: string[]): number[] => [...index.matches(identifiers)].sort();
    expect(found('pkg:npm/a@1')).toEqual([0, 1]);
    expect(found('pkg:npm/a@1?os=x')).toEqual([0, 1, 3, 4]);
    expect(found('pkg:npm/a')).toEqual([0]);
    expect(found('pkg:npm/a@3', 'pkg:npm/a@2')).toEqual([0, 2]);
  });

  it('counts what it has compared', () => {
    const index = new IdentifierIndex(versions(100, (version) => `cpe:2.3:a:v:p:${version}:*:*:*:*:*:*:*`).map((one) => [one])); // prettier-ignore
    expect([...index.matches(['cpe:2.3:a:v:p:7:*:*:*:*:*:*:*'])]).toEqual([7]);
    expect(index.comparisons).toBe(100);
  });
});
