import { minGeneratedProbability, withoutImprobable } from '../../../src/resolution/matching/rank/rank-candidates.js';

interface Given {
  readonly probability: number;
  readonly isListed?: boolean;
  readonly isDeclared?: boolean;
  readonly whole?: number;
}

const candidate = ({ probability, isListed = false, isDeclared = false, whole = 0 }: Given) => ({
  candidate: { isListed, isDeclared },
  probability,
  names: { whole },
});

function kept(...given: Given[]): number[] {
  const ranked = given.map(candidate);
  return withoutImprobable(ranked, ({ isListed }) => isListed).map((one) => ranked.indexOf(one));
}

describe('listed candidates beside a far more probable generated one', () => {
  const generated = { probability: 0.6 };

  it('leaves out those below a tenth of its probability', () => {
    expect(kept(generated, { probability: 0.059, isListed: true })).toEqual([0]);
    expect(kept(generated, { probability: 0.06, isListed: true })).toEqual([0, 1]);
  });

  it('keeps an entry whose whole name was found', () => {
    expect(kept(generated, { probability: 0.01, isListed: true, whole: 1 })).toEqual([0, 1]);
  });

  it('keeps what the document declares, however improbable', () => {
    expect(kept(generated, { probability: 0.01, isListed: true, isDeclared: true })).toEqual([0, 1]);
  });

  it('keeps improbable generated candidates: only listed ones hide others', () => {
    expect(kept(generated, { probability: 0.01 })).toEqual([0, 1]);
  });

  it('leaves out nothing where no generated candidate is worth listing', () => {
    const noise = { probability: 0.001, isListed: true };
    expect(kept({ probability: minGeneratedProbability - 0.001 }, noise)).toEqual([0, 1]);
    expect(kept({ probability: minGeneratedProbability }, noise)).toEqual([0]);
    expect(kept(noise)).toEqual([0]);
  });
});
