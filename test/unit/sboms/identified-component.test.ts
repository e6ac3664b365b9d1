import type { BomComponent } from '../../../src/model/document.js';
import { identifiedComponent } from '../../../src/sboms/exporting/serialized-sbom.js';
import { bomComponent } from '../../support/bom-component.js';

const source = bomComponent({
  purls: ['pkg:npm/%40babel/core@7.1.0'],
  properties: [
    { name: 'stocktake:package:selected-by', value: 'person' },
    { name: 'other', value: '1' },
  ],
});

interface Entry {
  readonly org: string;
  readonly version: string;
  readonly purl: string | null;
  readonly repo: string | null;
  readonly automatic: string;
}

const exported = (source: BomComponent, entry: Partial<Entry>): BomComponent => {
  const plain: Entry = { org: '@babel', version: '7.1.0', purl: null, repo: null, automatic: '' };
  const { org, version, purl, repo, automatic } = { ...plain, ...entry };
  return identifiedComponent(['1', 'core', org, version, purl, null, repo, automatic, source]);
};

describe('the component that an export writes for an entry', () => {
  it('has no group or version where the entry only shows what the purl says', () => {
    expect(exported(source, {})).toMatchObject({ group: '', version: '' });
  });

  it('has the group and the version that a person gave it', () => {
    expect(exported(source, { org: 'Babel', version: '7.2' })).toMatchObject({ group: 'Babel', version: '7.2' });
    expect(exported({ ...source, group: 'a', version: '1' }, { org: 'b', version: '2' })).toMatchObject({
      group: 'b',
      version: '2',
    });
  });

  it('keeps what its source says in its own words: the supplier is no group', () => {
    const supplied: BomComponent = { ...source, supplier: { kind: 'organization', name: 'Acme' }, version: '1.10' };
    expect(exported(supplied, { org: 'Acme', version: '1.10' })).toMatchObject({ group: '', version: '1.10' });
    expect(exported(supplied, { org: '', version: '' })).toMatchObject({ group: '', version: '' });
  });

  it('says who chose each identifier, once', () => {
    const { properties, purls } = exported(source, {
      purl: 'pkg:npm/core@7.1.0',
      repo: 'https://github.com/babel/babel',
      automatic: 'repo',
    });
    expect(purls).toEqual(['pkg:npm/core@7.1.0', 'pkg:npm/%40babel/core@7.1.0']);
    expect(properties).toEqual([
      { name: 'other', value: '1' },
      { name: 'stocktake:package:selected-by', value: 'person' },
      { name: 'stocktake:repo:selected-by', value: 'service' },
    ]);
  });
});
