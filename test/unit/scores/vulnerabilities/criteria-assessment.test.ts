import fc from 'fast-check';
import { parseCpe } from '../../../../src/model/cpe.js';
import type { JsonObject } from '../../../../src/model/document.js';
import type { VersionSchemeName } from '../../../../src/model/versions/versions.js';
import { matchingCriteria, assessCriteria } from '../../../../src/scores/vulnerabilities/criteria-assessment.js';
import { parseCriteria } from '../../../../src/scores/vulnerabilities/cve-criteria.js';
import { cpuMilliseconds } from '../../../support/cpu-time.js';

const product = 'cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*';
const judge = (version: string, entries: JsonObject[], options: { cpe?: string; scheme?: VersionSchemeName } = {}) => {
  const criteria = parseCriteria('CVE-2021-44228', 'nvd', entries);
  const concerned = matchingCriteria(parseCpe(options.cpe ?? product), criteria);
  if (concerned.length === 0) return null;
  const { status, fixedIn } = assessCriteria(version, concerned, options.scheme ?? 'generic');
  return `${status} ${fixedIn.join(' ')}`.trim();
};

describe('configurations of NVD', () => {
  const windows = 'cpe:2.3:o:microsoft:windows:-:*:*:*:*:*:*:*';
  const reasonOf = (entry: JsonObject): string => {
    const concerned = matchingCriteria(parseCpe(product), parseCriteria('CVE-2021-44228', 'nvd', [entry]));
    const { status, reason } = assessCriteria('2.0', concerned, 'generic');
    return `${status}: ${reason}`;
  };

  it('say what has to be there too: nobody knows that it is not', () => {
    const requires: JsonObject[] = [
      { cpes: [windows, windows.replace('windows', 'xbox')], count: 5 },
      { cpes: [windows], count: 1, absent: true },
    ];
    expect(reasonOf({ criteria: product, versionEndExcluding: '3', requires })).toBe(
      'affected: Affected from the beginning before 3, with microsoft:windows or microsoft:xbox or 3 others and without microsoft:windows',
    );
    expect(reasonOf({ criteria: product, versionEndExcluding: '1', requires })).toMatch(/^not_affected: (?!.* with )/);
  });

  it('that name everything else say nothing of this', () => {
    expect(reasonOf({ criteria: product, versionEndExcluding: '3', negated: true })).toMatch(/^unknown:/);
  });
});

describe('a CPE that states its update', () => {
  const of = (update: string): string => `cpe:2.3:a:adobe:coldfusion:2021:${update}:*:*:*:*:*:*`;
  it.each<[own: string, named: string[], status: string]>([
    ['update5', ['-', 'update4'], 'not_affected'],
    ['update4', ['-', 'update4'], 'affected'],
    ['update5', ['*'], 'affected'],
    ['-', ['-'], 'affected'],
    ['-', ['update4'], 'not_affected'],
    ['*', ['-'], 'affected'],
    ['*', ['update4'], 'unknown'],
  ])('%s, where %j is affected: %s', (own, named, status) => {
    const cpe = parseCpe(of(own));
    const criteria = parseCriteria('CVE-1', 'nvd', named.map((update) => ({ criteria: of(update) }))); // prettier-ignore
    expect(assessCriteria('2021', matchingCriteria(cpe, criteria), 'generic', cpe).status).toBe(status);
  });
});

describe('a version that bounds cannot be compared with', () => {
  it.each(['r1234', 'master-20200101', 'git-abc123', 'release-2.5', 'openssl-2.5'])('%s is not known to be outside', (version) => {
    for (const bounds of [{ versionStartIncluding: '2.0', versionEndExcluding: '3.0' }, { versionEndIncluding: '3.0' }] as JsonObject[])
      expect(judge(version, [{ criteria: product, ...bounds }])).toBe('unknown');
    const range = { status: 'affected', version: '2.0', lessThan: '3.0' };
    expect(judge(version, [{ criteria: product, default: 'unaffected', versions: [range] }])).toBe('unknown');
  }); // prettier-ignore

  it.each([
    ['r24', 'r25', 'affected r25'],
    ['r25', 'r25', 'not_affected'],
    ['v24', '25', 'affected 25'],
    ['24', 'v25', 'affected v25'],
  ])('%s before %s is one', (version, versionEndExcluding, expected) => {
    expect(judge(version, [{ criteria: product, versionEndExcluding }])).toBe(expected);
  });
});

describe('what a criterion names letter by letter', () => {
  it('is affected, whatever else its version may stand for', () => {
    expect(judge('6b-r6', [{ criteria: product.replace('log4j:*', 'log4j:6b-r6') }])).toBe('affected');
    expect(judge('6b-r7', [{ criteria: product.replace('log4j:*', 'log4j:6b-r6') }])).toBe('not_affected');
  });

  it('is the product, though its name ends with a sign that stands for others elsewhere', () => {
    const cpe = String.raw`cpe:2.3:a:tryinteract:interact\:*:*:*:*:*:*:*:*:*`;
    expect(judge('3.1', [{ criteria: cpe, versionEndExcluding: '3.2' }], { cpe })).toBe('affected 3.2');
  });
});

describe('bounds of NVD', () => {
  const log4j: JsonObject[] = [
    { criteria: product, versionStartIncluding: '2.4', versionEndExcluding: '2.12.2' },
    { criteria: product, versionStartIncluding: '2.13.0', versionEndExcluding: '2.15.0' },
    { criteria: 'cpe:2.3:a:apache:log4j:2.0:beta9:*:*:*:*:*:*' },
    { criteria: 'cpe:2.3:o:cisco:ios:*:*:*:*:*:*:*:*', vulnerable: false },
  ];

  it.each([
    ['2.14.1', 'affected 2.15.0'],
    ['2.4', 'affected 2.12.2'],
    ['2.15.0', 'not_affected'],
    ['2.12.2', 'not_affected'],
    ['2.0-beta9', 'affected'],
    ['2.0.beta9', 'affected'],
    ['2.0', 'not_affected'],
    ['', 'unknown'],
    ['latest', 'unknown'],
  ])('%s: %s', (version, expected) => {
    expect(judge(version, log4j)).toBe(expected);
  });

  it('has ends that are in and ends that are out', () => {
    expect(judge('2.0', [{ criteria: product, versionStartExcluding: '2.0' }])).toBe('not_affected');
    expect(judge('2.0', [{ criteria: product, versionEndIncluding: '2.0' }])).toBe('affected');
    expect(judge('2.1', [{ criteria: product, versionEndIncluding: '2.0' }])).toBe('not_affected');
    expect(judge('3', [{ criteria: product, versionStartIncluding: '2.0' }])).toBe('affected');
  });

  it.each([
    ['1.25.3-alpine', '1.25.3'],
    ['1.25.3-2.el9', '1.25.3'],
    ['1.25.3-acme', '1.25.3'],
  ])('takes what %s adds to %s for no version', (version, named) => {
    const ofProduct = product.slice(0, product.indexOf(':*'));
    expect(judge(version, [{ criteria: `${ofProduct}:${named}:*:*:*:*:*:*:*` }])).toBe('affected');
    expect(judge(version, [{ criteria: product, versionStartIncluding: named }])).toBe('affected');
    expect(judge(version, [{ criteria: product, versionEndIncluding: named }])).toBe('affected');
    // A word that nobody knows may make a version that came before.
    const isFixed = judge(version, [{ criteria: product, versionEndExcluding: named }]);
    expect(isFixed).toBe(version.endsWith('acme') ? 'affected 1.25.3' : 'not_affected');
    expect(judge(version, [{ criteria: product, versionStartIncluding: named }], { scheme: 'npm' })).toBe(
      'not_affected',
    );
  });

  it('orders by the ecosystem of the component', () => {
    const entries = [{ criteria: product, versionEndExcluding: '9.4.17.v20190418' }];
    expect(judge('9.4.16.v20190411', entries, { scheme: 'maven' })).toBe('affected 9.4.17.v20190418');
    expect(judge('9.4.17.v20190418', entries)).toBe('not_affected');
  });

  it.each<[JsonObject, string]>([
    [{ criteria: product, versionEndIncluding: '2.0.0' }, 'affected'],
    [{ criteria: product, versionEndExcluding: '2.0.0' }, 'not_affected'],
    [{ criteria: product, versionStartExcluding: '2.0.0' }, 'not_affected'],
    [{ criteria: 'cpe:2.3:a:apache:log4j:2.0.0:*:*:*:*:*:*:*' }, 'affected'],
    [{ criteria: product, versions: [{ status: 'affected', version: '2.0.0' }] }, 'affected'],
    [{ criteria: product, versions: [{ status: 'affected', version: '1.0', lessThanOrEqual: '2.0.0' }] }, 'affected'],
  ])('ignores the local label of a Python version that the CVE does not name: %j', (entry, expected) => {
    expect(judge('2.0.0+cu118', [entry], { scheme: 'pypi' })).toBe(expected);
  });

  it('speaks of this product only', () => {
    expect(judge('1.0', [{ criteria: 'cpe:2.3:a:apache:log4net:*:*:*:*:*:*:*:*' }])).toBeNull();
    expect(judge('1.0', [{ criteria: 'cpe:2.3:h:apache:log4j:*:*:*:*:*:*:*:*' }])).toBeNull();
    expect(judge('1.0', [{ criteria: product, vulnerable: false }])).toBeNull();
    expect(judge('1.0', [{ criteria: 'nonsense' }])).toBeNull();
  });

  it('takes what our CPE leaves open for what the rule means, and what it names for itself', () => {
    const plugin = [{ criteria: 'cpe:2.3:a:apache:log4j:*:*:*:*:*:wordpress:*:*' }];
    expect(judge('1.0', plugin)).toBe('affected');
    expect(judge('1.0', plugin, { cpe: 'cpe:2.3:a:apache:log4j:1.0:*:*:*:*:wordpress:*:*' })).toBe('affected');
    expect(judge('1.0', plugin, { cpe: 'cpe:2.3:a:apache:log4j:1.0:*:*:*:*:joomla:*:*' })).toBeNull();
  });

  it('does not guess where the CVE names no version', () => {
    expect(judge('1.0', [{ criteria: 'cpe:2.3:a:apache:log4j:-:*:*:*:*:*:*:*' }])).toBe('unknown');
    expect(judge('1.0', [{ criteria: product }])).toBe('affected');
    expect(judge('1.2', [{ criteria: 'cpe:2.3:a:apache:log4j:1.*:*:*:*:*:*:*:*' }])).toBe('affected');
    expect(judge('2.2', [{ criteria: 'cpe:2.3:a:apache:log4j:1.*:*:*:*:*:*:*:*' }])).toBe('not_affected');
  });
});

describe('updates of a CPE', () => {
  const cpeOf = (version: string, update: string) => `cpe:2.3:a:oracle:jdk:${version}:${update}:*:*:*:*:*:*`;
  const judgeUpdate = (version: string, update: string, entry: JsonObject) => {
    const cpe = parseCpe(cpeOf('1.8.0', update));
    const concerned = matchingCriteria(cpe, parseCriteria('CVE-2019-2602', 'nvd', [entry]));
    return assessCriteria(version, concerned, 'generic', cpe).status;
  };

  it.each([
    ['the same', ['1.8.0', 'update201'], ['1.8.0', 'update201'], 'affected'],
    ['the same in another spelling', ['1.8.0', 'update_201'], ['1.8.0', 'update201'], 'affected'],
    ['another one', ['1.8.0', 'update202'], ['1.8.0', 'update201'], 'not_affected'],
    ['none', ['1.8.0', '-'], ['1.8.0', 'update201'], 'not_affected'],
    ['one that is not stated', ['1.8.0', '*'], ['1.8.0', 'update201'], 'unknown'],
    ['one that is not stated, of another version', ['1.8.1', '*'], ['1.8.0', 'update201'], 'not_affected'],
    ['a pre-release, which a version without a word is not', ['1.8.0', '*'], ['1.8.0', 'beta2'], 'not_affected'],
    ['the one in the text of the version', ['1.8.0_201', '*'], ['1.8.0', 'update201'], 'affected'],
    ['the one in the text of the version, with its build', ['1.8.0_201-b09', '*'], ['1.8.0', 'update201'], 'affected'],
    ['another one in the text of the version', ['1.8.0_202', '*'], ['1.8.0', 'update201'], 'not_affected'],
    ['any', ['1.8.0_201', '*'], ['1.8.0', '*'], 'affected'],
    ['any', ['1.8.0 Patch 3', '*'], ['1.8.0', '*'], 'affected'],
    ['any', ['1.8.0', 'update201'], ['1.8.0', '*'], 'affected'],
    ['any of another version', ['1.8.1_201', '*'], ['1.8.0', '*'], 'not_affected'],
  ] as const)('%s: %j, where %j is affected: %s', (_, own, named, expected) => {
    expect(judgeUpdate(own[0], own[1], { criteria: cpeOf(named[0], named[1]) })).toBe(expected);
  });

  it('of a release candidate is before the release, of a patch after it', () => {
    const every = cpeOf('*', '*');
    expect(judgeUpdate('1.8.0', 'rc1', { criteria: every, versionEndExcluding: '1.8.0' })).toBe('affected');
    expect(judgeUpdate('1.8.0', 'sp1', { criteria: every, versionStartExcluding: '1.8.0' })).toBe('affected');
    expect(judgeUpdate('1.8.0', 'sp1', { criteria: every, versionEndIncluding: '1.8.0' })).toBe('affected');
    expect(judgeUpdate('1.8.0', 'sp1', { criteria: every, versionEndExcluding: '1.8.0' })).toBe('not_affected');
  });
});

describe('versions of a CVE record', () => {
  const versions = (defaultStatus: string, ...entries: JsonObject[]): JsonObject[] => [
    { criteria: 'cpe:2.3:a:apache:log4j:-:*:*:*:*:*:*:*', default: defaultStatus, versions: entries },
  ];
  const below: JsonObject = { status: 'affected', version: '0', lessThan: '2.15.0', versionType: 'custom' };

  const commits = (range: JsonObject): JsonObject[] =>
    versions('unaffected', { status: 'affected', versionType: 'custom', ...range });

  it.each<[string, JsonObject[], string]>([
    ['2.14.1', versions('unknown', below), 'affected 2.15.0'],
    ['2.15.0', versions('unknown', below), 'not_affected'],
    ['2.0', versions('unknown', { status: 'affected', version: '1.0', lessThanOrEqual: '2.0' }), 'affected'],
    ['0.9', versions('unknown', { status: 'affected', version: '1.0', lessThanOrEqual: '2.0' }), 'not_affected'],
    ['5', versions('unknown', { status: 'affected', version: '1.0', lessThanOrEqual: '*' }), 'affected'],
    ['4.4', versions('unknown', { status: 'affected', version: '4.4' }), 'affected'],
    ['4.5', versions('unknown', { status: 'affected', version: '4.4' }), 'not_affected'],
    ['4.5', versions('unknown', { status: 'affected', version: '*' }), 'affected'],
    ['4.5', versions('unknown', { status: 'affected', version: '-' }), 'unknown'],
    ['4.5', versions('unknown', { status: 'affected', version: 'n/a' }), 'unknown'],
    ['4.5', versions('unaffected', { status: 'affected', version: '0' }), 'unknown'],
    ['0', versions('unaffected', { status: 'affected', version: '0' }), 'affected'],
    ['4.5', versions('affected', { status: 'unaffected', version: '0' }), 'affected'],
    ['4.5', versions('affected', { status: 'unaffected', version: '4.5' }), 'not_affected'],
    ['4.4', versions('affected', { status: 'unaffected', version: '4.5' }), 'affected'],
    [
      '1.0',
      versions('unaffected', { status: 'affected', version: 'abc123', lessThan: 'def456', versionType: 'git' }),
      'unknown',
    ],
    ['16.01(1576)', versions('unknown', { status: 'affected', version: '16.01\\(1576\\)' }), 'affected'],
    [
      '1.0.dev1',
      versions('unknown', { status: 'affected', version: '1.0', lessThan: '2', versionType: 'python' }),
      'not_affected',
    ],
    ['4.4', commits({ version: 'fb5f6a0e8063', lessThan: '875864670982' }), 'unknown'],
    ['4.4', commits({ version: 'f8dccc1bdea7 ', lessThan: '653926205741 ' }), 'unknown'],
    ['4.4', commits({ version: '0', lessThanOrEqual: '1da177e4c3f41524e886b7f1b8a0c1fc7321cac2' }), 'unknown'],
    ['4.4', commits({ version: '4', lessThan: '202103080942' }), 'affected 202103080942'],
  ])('%s', (version, entries, expected) => {
    expect(judge(version, entries)).toBe(expected);
  });

  // CVE-2023-45133
  const babel = versions(
    'unknown',
    { status: 'affected', version: '< 7.23.2' },
    { status: 'affected', version: '>= 8.0.0-alpha.0, < 8.0.0-alpha.4' },
  );

  it.each([
    ['7.0.0', 'affected 7.23.2'],
    ['7.23.1', 'affected 7.23.2'],
    ['7.23.2', 'not_affected'],
    ['8.0.0-alpha.3', 'affected 8.0.0-alpha.4'],
    ['8.0.0-alpha.4', 'not_affected'],
    ['latest', 'unknown'],
  ])('comparators in place of a version: %s is %s', (version, expected) => {
    for (const scheme of ['generic', 'npm', 'maven'] as const)
      if (version !== 'latest' || scheme !== 'maven') expect(judge(version, babel, { scheme })).toBe(expected);
  });

  it('an entry that says that it does not know is no "not affected"', () => {
    const entries = versions('unaffected', { status: 'unknown', version: '0', lessThan: '2.0' });
    expect([judge('1.0', entries), judge('2.0', entries)]).toEqual(['unknown', 'not_affected']);
  });

  it('a record that names only what is not affected says nothing of the others', () => {
    const safe = { status: 'unaffected', version: '510.1' };
    // CVE-2023-5405
    const silent = versions('unknown', safe);
    expect([judge('510.1', silent), judge('500', silent)]).toEqual(['not_affected', 'unknown']);
    const several = [...versions('unknown', { status: 'unaffected', version: '511.4' }), ...silent];
    expect([judge('510.1', several), judge('500', several)]).toEqual(['not_affected', 'unknown']);
    const open = versions('unknown', { status: 'unknown', version: '0', lessThan: '2.0' });
    expect(judge('3.0', open)).toBe('unknown');
    // As CVE-2024-22198: what is affected is named elsewhere in the record.
    const both = [...silent, ...versions('unknown', { status: 'affected', version: '1' })];
    expect([judge('500', both), judge('1', both)]).toEqual(['not_affected', 'affected']);
    expect(judge('500', versions('unaffected', safe))).toBe('not_affected');
    expect(judge('500', versions('affected', safe))).toBe('affected');
  });

  const schemes: readonly VersionSchemeName[] = ['generic', 'npm', 'maven', 'pypi'];

  it.each([
    ['prior to 2.3', '1.2.0 2.2', '2.3 2.4'],
    ['Versions before 2.3', '1.2.0 2.2', '2.3'],
    ['<= 2.0', '1.2.0 2.0', '2.0.1'],
    ['2.0 and earlier', '1.2.0 2.0', '2.0.1'],
    ['2.0 and prior', '1.2.0 2.0', '2.0.1'],
    ['through 2.0', '1.2.0 2.0', '2.0.1'],
    ['1.0 through 1.5', '1.2.0 1.5', '0.9 1.5.1'],
    ['>=1.0 <=1.5', '1.0 1.5', '0.9 1.5.1'],
    ['> 1.0, < 1.5', '1.2.0', '1.0 1.5'],
    ['> 1.0', '1.2.0', '0.9 1.0'],
    ['1.0 and later', '1.0 1.2.0', '0.9'],
    ['= 1.2.0', '1.2.0', '1.2.1'],
    ['version 1.2.0', '1.2.0', '1.2.1'],
    ['all versions', '1.2.0', ''],
  ])('reads "%s"', (version, inside, outside) => {
    for (const scheme of schemes) {
      const statusOf = (own: string, status: string, by: string): string =>
        judge(own, versions(by, { status, version }), { scheme })!.split(' ')[0]!;
      for (const own of inside.split(' ')) {
        expect([own, statusOf(own, 'affected', 'unaffected')]).toEqual([own, 'affected']);
        expect([own, statusOf(own, 'unaffected', 'affected')]).toEqual([own, 'not_affected']);
      }
      for (const own of outside.split(' ').filter(Boolean)) {
        expect([own, statusOf(own, 'affected', 'unaffected')]).toEqual([own, 'not_affected']);
        expect([own, statusOf(own, 'unaffected', 'affected')]).toEqual([own, 'affected']);
      }
    }
  });

  const unreadable = [
    '1.0 - 1.5',
    '1.0-1.5',
    '1.x',
    '1.*',
    '1.0+',
    '< 1.0 || >= 1.1',
    '< 1.0, < 1.2.1',
    '~> 1.0',
    '!= 1.0',
  ];

  it.each([...unreadable, '1.2 SP1', 'R2023a', 'unspecified', 'prior to 1.x', 'before the fix', '≤ 2.0', '<'])(
    'does not judge by "%s", whichever status it has',
    (version) => {
      for (const scheme of schemes) {
        expect(judge('1.2.0', versions('unknown', { status: 'affected', version }), { scheme })).toBe('unknown');
        expect(judge('1.2.0', versions('affected', { status: 'unaffected', version }), { scheme })).toBe('unknown');
        expect(judge('1.2.0', versions('affected', { status: 'affected', version }), { scheme })).toBe('affected');
        expect(judge(version, versions('unknown', { status: 'affected', version }), { scheme })).toBe('affected');
      }
    },
  );

  it('judge by words as by the ends that they mean', () => {
    const number = fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
    const meanings: ((low: string, high: string) => [string, JsonObject])[] = [
      (low, high) => [`>= ${low}, < ${high}`, { version: low, lessThan: high }],
      (low, high) => [`>=${low} <=${high}`, { version: low, lessThanOrEqual: high }],
      (low, high) => [`${low} through ${high}`, { version: low, lessThanOrEqual: high }],
      (low) => [`${low} or later`, { version: low, lessThan: '*' }],
      (_low, high) => [`prior to ${high}`, { version: '0', lessThan: high }],
      (_low, high) => [`${high} and earlier`, { version: '0', lessThanOrEqual: high }],
    ];
    const property = fc.property(
      fc.tuple(number, number, number),
      fc.constantFrom(...meanings),
      fc.constantFrom(...schemes),
      fc.constantFrom('affected', 'unaffected'),
      ([low, high, own], meaning, scheme, status) => {
        const [version, ends] = meaning(low, high);
        const byDefault = status === 'affected' ? 'unaffected' : 'affected';
        expect(judge(own, versions(byDefault, { status, version }), { scheme })).toBe(
          judge(own, versions(byDefault, { status, ...ends }), { scheme }),
        );
      },
    );
    fc.assert(property);
  });

  it('reads hostile text in linear time', () => {
    const work = (): void => {
      for (const bait of [' ', ',', '<', '>=1 ', '1.', 'x.', '1-', 'all ', 'through ', '1 and '])
        for (const head of ['', '>= 1', 'versions ', '1']) {
          const version = `${head}${bait.repeat(100_000 / bait.length)}é`;
          judge('1.2.0', versions('unknown', { status: 'affected', version }));
        }
    };
    expect(cpuMilliseconds(work)).toBeLessThan(1_000);
  });

  it('orders a gem without its platform, which would be a pre-release of SemVer', () => {
    const entries = versions('unaffected', {
      status: 'affected',
      version: '1.13.0',
      lessThan: '1.13.4',
      versionType: 'semver',
    });
    const of = (version: string) => judge(version, entries, { scheme: 'gem' });
    expect(['1.13.0-java', '1.13.0-x86_64-linux'].map(of)).toEqual(['affected 1.13.4', 'affected 1.13.4']);
    expect(['1.13.0-rc1', '1.13.4-java'].map(of)).toEqual(['not_affected', 'not_affected']);
  });

  it.each<[string, JsonObject, string]>([
    ['1.2.0', { version: 'unspecified', lessThan: '2.3' }, 'affected 2.3'],
    ['2.3', { version: 'unspecified', lessThan: '2.3' }, 'not_affected'],
    ['1.2.0', { version: '1.0', lessThan: 'unspecified' }, 'unknown'],
    ['0.9', { version: '1.0', lessThan: 'unspecified' }, 'not_affected'],
    ['1.2.0', { version: '1.x', lessThan: '2.3' }, 'unknown'],
    ['2.3', { version: '1.x', lessThan: '2.3' }, 'not_affected'],
    ['1.2.0', { version: '1.2', lessThanOrEqual: '1.2.*' }, 'affected'],
    ['1.2.99', { version: '1.2', lessThan: '1.2.*' }, 'affected'],
    ['1.3', { version: '1.2', lessThanOrEqual: '1.2.*' }, 'not_affected'],
  ])('ends that are no versions: %s, %j', (version, range, expected) => {
    for (const scheme of schemes)
      expect(judge(version, versions('unknown', { status: 'affected', ...range }), { scheme })).toBe(expected);
  });

  // "semver" in records that mean builds and letters: CVE-2023-4481, CVE-2023-45249, CVE-2025-3454, CVE-2024-5913
  it.each([
    ['21.2', '21.2R3-S5', '21.2 21.2R1 21.2R3 21.2R3-S4', '21.1R3 21.2R3-S5 21.2R3-S10 21.3R1'],
    ['5.1.1', '5.1.1-71', '5.1.1 5.1.1-70', '5.1.0 5.1.1-71 5.1.2'],
    ['10.4.0', '10.4.17+security-01', '10.4.0 10.4.17', '10.4.17+security-01 10.4.18'],
    ['10.1.0', '10.1.14-h2', '10.1.14 10.1.14-h1', '10.1.14-h2 10.1.15'],
    ['1.0.0-rc.1', '1.0.0', '1.0.0-rc.2', '1.0.0-beta 1.0.0 1.0.1-rc.1'],
  ])('order the builds of a maker, from %s before %s', (version, lessThan, inside, outside) => {
    const versionType = /-h|-rc/.test(version + lessThan) ? 'custom' : 'semver';
    const entries = versions('unaffected', { status: 'affected', version, lessThan, versionType });
    const statusOf = (own: string): string => `${own} ${judge(own, entries)}`;
    expect(inside.split(' ').map(statusOf)).toEqual(inside.split(' ').map((own) => `${own} affected ${lessThan}`));
    expect(outside.split(' ').map(statusOf)).toEqual(outside.split(' ').map((own) => `${own} not_affected`));
  });

  it('take the order of SemVer where the record names it and means it', () => {
    const range = { status: 'affected', version: '1.0.0', lessThan: '2.0.0', versionType: 'semver' };
    const of = (version: string) => judge(version, versions('unaffected', range), { scheme: 'maven' });
    // A word that Maven does not know comes after the release.
    expect(['1.0.0-canary', '2.0.0-canary'].map(of)).toEqual(['not_affected', 'affected 2.0.0']);
  });

  // CVE-2023-43506; OpenSSL has a version 0.9.8x
  it('cannot read a range that starts with a branch, and knows what comes after it', () => {
    for (const versionType of ['semver', 'custom']) {
      const range = { status: 'affected', version: '6.9x', lessThanOrEqual: '6.9.13', versionType };
      const of = (version: string) => judge(version, versions('unaffected', range));
      expect(['6.9.3', '6.9.13', '6.9.14'].map(of)).toEqual(['unknown', 'unknown', 'not_affected']);
    }
    const single = versions('unaffected', { status: 'affected', version: '0.9.8x' });
    expect(['0.9.8x', '0.9.8y'].map((version) => judge(version, single))).toEqual(['affected', 'not_affected']);
  });
});

// CVE-2010-0283 (krb5), CVE-2023-34442 (camel)
it.each([
  ['7', '1.7.2', '1.7 5 7', '7.0.1 8'],
  ['4', '4.0.0-RC1', '3.22 4.0.0-M3 4.0.0-RC2 4.0.0', '4.0.1'],
])('does not take a range that starts after its end for one of no versions: %s before %s', (low, high, open, later) => {
  for (const entries of [
    [{ criteria: product, versionStartIncluding: low, versionEndExcluding: high }],
    [
      {
        criteria: product,
        default: 'unaffected',
        versions: [{ status: 'affected', version: low, lessThan: high }],
      },
    ],
  ]) {
    expect(open.split(' ').map((one) => `${one} ${judge(one, entries)}`)).toEqual(
      open.split(' ').map((one) => `${one} unknown`),
    );
    expect(later.split(' ').map((one) => `${one} ${judge(one, entries)}`)).toEqual(
      later.split(' ').map((one) => `${one} not_affected`),
    );
  }
});
