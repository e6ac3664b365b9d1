import { withoutImprobable } from '../../../src/resolution/matching/rank/rank-candidates.js';
import { resolve } from '../../support/test-catalog.js';

interface Given {
  readonly probability: number;
  readonly isListed?: boolean;
  readonly isDeclared?: boolean;
  readonly whole?: number;
  readonly typo?: number;
}

const candidate = ({ probability, isListed = false, isDeclared = false, whole = 0, typo = 0 }: Given) => ({
  candidate: { isListed, isDeclared },
  probability,
  names: { whole, typo },
});

function kept(...given: Given[]): number[] {
  const ranked = given.map(candidate);
  return withoutImprobable(ranked, ({ isListed }) => isListed).map((one) => ranked.indexOf(one));
}

describe('listed candidates beside a far more probable generated one', () => {
  const generated = { probability: 0.6 };

  it('leaves out those with less than a quarter of its probability', () => {
    expect(kept(generated, { probability: 0.149, isListed: true })).toEqual([0]);
    expect(kept(generated, { probability: 0.15, isListed: true })).toEqual([0, 1]);
  });

  it('keeps an entry whose whole name was found', () => {
    expect(kept(generated, { probability: 0.01, isListed: true, whole: 1 })).toEqual([0, 1]);
  });

  it('keeps an entry whose name is a typing error away', () => {
    expect(kept(generated, { probability: 0.01, isListed: true, typo: 1 })).toEqual([0, 1]);
  });

  it('keeps what the document declares, however improbable', () => {
    expect(kept(generated, { probability: 0.01, isListed: true, isDeclared: true })).toEqual([0, 1]);
  });

  it('keeps improbable generated candidates: only listed ones hide others', () => {
    expect(kept(generated, { probability: 0.01 })).toEqual([0, 1]);
  });

  it('leaves out nothing where nothing is generated', () => {
    expect(kept({ probability: 0.5, isListed: true }, { probability: 0.001, isListed: true })).toEqual([0, 1]);
  });
});

describe('packages that no catalogue lists', () => {
  it.each([
    ['Quokka::XS', '', 'perl', 'pkg:cpan/Quokka-XS@1.2.0'],
    ['Net::Quokka', 'Jane Doe', 'cpan', 'pkg:cpan/Net-Quokka@1.2.0'],
    ['Net::Quokka', 'JDOE', 'cpan', 'pkg:cpan/JDOE/Net-Quokka@1.2.0'],
    ['Quokka', 'conda-forge', 'conda', 'pkg:conda/quokka@1.2.0'],
  ])('are named as their registry names them: %s of "%s", %s', (name, org, hint, purl) => {
    const { searchResults } = resolve({ name, org, version: '1.2.0', hint }, {});
    expect(searchResults.package[0]!.purl).toBe(purl);
  });

  it('have the version of a file of conda, without its build', () => {
    const { searchResults } = resolve({ name: 'quokka-1.24.3-py311h08b1b3b_1.conda' }, {});
    expect(searchResults.package[0]!.purl).toBe('pkg:conda/quokka@1.24.3');
  });
});
