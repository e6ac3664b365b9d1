import { entryKinds, keyTiers, type KeyTier } from '../../../src/model/catalog-entry.js';
import { entryKey } from '../../../src/model/entry-key.js';
import { FoundEntries, typoTier } from '../../../src/resolution/found-entries.js';
import { buildQuery } from '../../../src/resolution/matching/compare/component-query.js';
import { trainedModel } from '../../../src/resolution/matching/rank/trained-model.js';

const query = buildQuery({ name: 'keycloka-common', org: '', version: '' }, trainedModel);
const packages = (found: FoundEntries): readonly number[] => found.toHits(query, new Set()).packages;

describe('the entries found for a component', () => {
  it('keep some names one slip away beside all that a common word finds', () => {
    const found = new FoundEntries();
    for (let id = 1; id <= 40; id += 1) found.add(entryKey(entryKinds.package, id), keyTiers.core, id);
    const before = packages(found);
    for (let id = 101; id <= 140; id += 1) found.add(entryKey(entryKinds.package, id), typoTier, id);
    const added = packages(found).filter((id) => !before.includes(id));
    expect(added).toEqual([101, 102, 103, 104, 105]);
    expect(packages(found)).toEqual([...before, ...added]);
  });

  it('are listed once each', () => {
    const found = new FoundEntries();
    for (const id of [1, 2]) found.add(entryKey(entryKinds.package, id), typoTier, id);
    expect(packages(found)).toEqual([1, 2]);
  });
});

describe('a package of the organization and the name', () => {
  const isSufficient = (hint: string | undefined, ...others: (readonly [kind: number, tier: KeyTier])[]): boolean => {
    const found = new FoundEntries();
    found.add(entryKey(entryKinds.package, 1), keyTiers.qualified, 1);
    for (const [kind, tier] of others) found.add(entryKey(kind, 2), tier, 2);
    return found.isSufficient(
      buildQuery({ name: 'quokka-reader', org: 'Wombat Works', version: '', hint }, trainedModel),
    );
  };

  it('suffices where the ecosystem is known', () => expect(isSufficient('npm')).toBe(true));

  it('leaves the product to be looked for where it is not', () => {
    expect(isSufficient(undefined)).toBe(false);
    expect(isSufficient(undefined, [entryKinds.product, keyTiers.core])).toBe(false);
    expect(isSufficient(undefined, [entryKinds.product, keyTiers.name])).toBe(true);
  });
});
