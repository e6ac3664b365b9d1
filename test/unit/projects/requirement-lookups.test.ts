import { parsePurl } from '../../../src/model/purl.js';
import { resolve } from '../../../src/projects/analyzing/requirement-lookups.js';

const asked = (purl: string, requirement: string) => ({ purl, requirement, at: parsePurl(purl) });
const versions = (...all: string[]) => ({ versions: all.map((version) => ({ version, isWithdrawn: false })) });

it('requirements get what their registry gives, and the others are counted with the reason', () => {
  const external = [
    asked('pkg:npm/a', '^1'),
    asked('pkg:npm/a', '^2'),
    asked('pkg:npm/a', '^9'),
    asked('pkg:npm/gone', '*'),
    asked('pkg:npm/late', '*'),
  ];
  const found = new Map([
    ['pkg:npm/a', versions('1.2.0', '2.0.1')],
    ['pkg:npm/gone', null],
  ]);
  expect(resolve([...external, asked('pkg:npm/own', '*')], external, found)).toEqual({
    versions: { 'pkg:npm/a ^1': '1.2.0', 'pkg:npm/a ^2': '2.0.1' },
    warnings: [
      'Registries gave no version for 4 of 6 requirements without a lock file: 1 of internal packages, which are not asked for; 1 of packages that their registry does not know; 1 that no published version meets, or that are not understood; 1 whose registry was not asked, or did not answer, in time',
    ],
  });
  expect(resolve([asked('pkg:npm/a', '^1')], [asked('pkg:npm/a', '^1')], found).warnings).toEqual([]);
});
