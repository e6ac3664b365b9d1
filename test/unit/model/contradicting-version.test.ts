import { areContradicting } from '../../../src/model/versions/contradicting-version.js';

describe('two versions of one component', () => {
  it.each([
    ['4.17.21', '4.17.10'],
    ['1.10', '1.1'],
    ['2.11.1', 'v4.1.0'],
    ['1:2.3', '2.4'],
    ['8', '9.0'],
    ['1.2.3-1.el9', '1.2.4-1.el9'],
  ])('contradict: %s, %s', (one, other) => {
    expect(areContradicting(one, other)).toBe(true);
    expect(areContradicting(other, one)).toBe(true);
  });

  it.each([
    ['1.2', 'v1.2.0-3'],
    ['1:2.3', '2.3-4+deb12u1'],
    ['1.02', '1.2'],
    ['', '1.2'],
    ['latest', '1.2'],
    ['^1.2', '1.3'],
    ['1.0.0-beta', '1.0.0b'],
    ['v0.0.0-20230101000000-abcdef123456', '0.0.0-20220101000000-abcdef123456'],
    ['1.2.3', 'sha256:9b2a28eb47540823042a2ba401386845089bb7b62a9637d55816132c4c3c36eb'],
    ['1.2.3', '9fceb02d0ae598e95dc970b74767f19372d61af8'],
    ['(devel)', '1.2.3'],
  ])('do not: %s, %s', (one, other) => {
    expect(areContradicting(one, other)).toBe(false);
    expect(areContradicting(other, one)).toBe(false);
  });
});
