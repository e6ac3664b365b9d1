import fc from 'fast-check';
import {
  canonicalCpe,
  cpeKey,
  cpeOrNull,
  cpeWithoutVersion,
  cpeWithVersion,
  formatCpe,
  parseCpe,
} from '../../../src/model/cpe.js';
import { compareCpeValues, cpeMatches } from '../../../src/model/cpe-matching.js';
import {
  checkedCpeValue,
  type Cpe,
  CpeError,
  escapeCpeValue,
  maxCpeLength,
  plainCpeValue,
} from '../../../src/model/cpe-name.js';
import { compareCpes, formatCpeUri } from '../../support/cpe-names.js';
import { cpuMilliseconds } from '../../support/cpu-time.js';

describe('parseCpe', () => {
  it('reads both bindings to the same name', () => {
    const name = {
      part: 'a',
      vendor: 'hp',
      product: 'insight_diagnostics',
      version: '7.4.0.1570',
      update: '-',
      edition: '*',
      language: '*',
      swEdition: 'online',
      targetSw: 'win2003',
      targetHw: 'x64',
      other: '*',
    };
    expect(parseCpe('cpe:2.3:a:hp:insight_diagnostics:7.4.0.1570:-:*:*:online:win2003:x64:*')).toEqual(name);
    expect(parseCpe('cpe:/a:hp:insight_diagnostics:7.4.0.1570:-:~~online~win2003~x64~')).toEqual(name);
  });

  it.each([
    [
      'escaped colons, and needless escapes',
      'cpe:2.3:a:Foo\\:Bar:b\\_a\\z:1\\.0:*:*:*:*:*:*:*',
      'cpe:2.3:a:foo\\:bar:b_az:1.0:*:*:*:*:*:*:*',
    ],
    [
      'characters that lack an escape',
      'cpe:2.3:a:gnu:libstdc++:1:*:*:*:*:*:*:*',
      'cpe:2.3:a:gnu:libstdc\\+\\+:1:*:*:*:*:*:*:*',
    ],
    [
      'encoded characters of a URI',
      'cpe:/a:gnu:libstdc%2b%2B:1%3a2',
      'cpe:2.3:a:gnu:libstdc\\+\\+:1\\:2:*:*:*:*:*:*:*',
    ],
    ['a literal hyphen', 'cpe:/a:x:%2d', 'cpe:2.3:a:x:\\-:*:*:*:*:*:*:*:*'],
    [
      'upper case',
      'CPE:2.3:O:Linux:Linux_Kernel:5.1:RC1:*:*:*:*:*:*',
      'cpe:2.3:o:linux:linux_kernel:5.1:rc1:*:*:*:*:*:*',
    ],
  ])('has one canonical form for %s', (_what, text, canonical) => {
    expect(canonicalCpe(text)).toBe(canonical);
    expect(canonicalCpe(canonical)).toBe(canonical);
  });

  it.each([
    ['', 'must start with'],
    ['pkg:npm/x', 'must start with'],
    ['cpe:2.3:a:b:c', 'write 11 values'],
    ['cpe:2.3:a:b:c:*:*:*:*:*:*:*:*:*', 'write 11 values'],
    ['cpe:2.3:x:b:c:*:*:*:*:*:*:*:*', 'the part must be'],
    ['cpe:2.3:a::c:*:*:*:*:*:*:*:*', 'vendor is empty'],
    ['cpe:2.3:a:b c:c:*:*:*:*:*:*:*:*', 'printable ASCII'],
    ['cpe:2.3:a:b:\u0000:*:*:*:*:*:*:*:*', 'printable ASCII'],
    ['cpe:2.3:a:b:ü:*:*:*:*:*:*:*:*', 'printable ASCII'],
    ['cpe:2.3:a:b:c:1.*.2:*:*:*:*:*:*:*', 'at its ends only'],
    ['cpe:2.3:a:b:c:**:*:*:*:*:*:*:*', 'at its ends only'],
    ['cpe:2.3:a:b:c:1*?:*:*:*:*:*:*:*', 'at its ends only'],
    ['cpe:/a:b:c:d:e:f:g:h', 'at most seven'],
    ['cpe:/a:b:c%zz', 'printable ASCII'],
    ['cpe:/a:b:c%20', 'printable ASCII'],
    ['cpe:/a:b:c+d', 'encode characters'],
    ['cpe:/a:b:c:1::~x~y', 'packed edition'],
    [`cpe:2.3:a:${'b'.repeat(maxCpeLength)}:c:*:*:*:*:*:*:*:*`, 'more than'],
  ])('refuses %p and says why', (text, message) => {
    expect(() => parseCpe(text)).toThrow(CpeError);
    expect(() => parseCpe(text)).toThrow(message);
    expect(cpeOrNull(text)).toBeNull();
  });

  it('is linear on a long run of wildcards', () => {
    const hostile = `cpe:2.3:a:${'?'.repeat(1900)}x${'?'.repeat(20)}y:c:*:*:*:*:*:*:*:*`;
    const work = () => {
      for (let round = 0; round < 200; round += 1) expect(cpeOrNull(hostile)).toBeNull();
    };
    expect(cpuMilliseconds(work)).toBeLessThan(1000);
  });
});

describe('keys and versions', () => {
  const cpe = parseCpe('cpe:2.3:a:Foo\\:Bar:libstdc\\+\\+:1.0:rc1:*:*:*:node.js:*:*');

  it('names the product', () => {
    expect(cpeKey(cpe)).toBe('a:foo\\:bar:libstdc\\+\\+');
    expect(cpeKey(parseCpe('cpe:/a:foo'))).toBeNull();
    expect(cpeWithoutVersion(cpe)).toBe('cpe:2.3:a:foo\\:bar:libstdc\\+\\+:*:*:*:*:*:*:*:*');
  });

  it('takes any text as a version', () => {
    expect(formatCpe(cpeWithVersion(cpe, '1.0+Build 5:ü'))).toContain(':1.0\\+build_5\\::rc1:');
    expect(cpeWithVersion(cpe, '').version).toBe('*');
    expect(cpeWithVersion(cpe, '-').version).toBe('\\-');
  });

  it('shows plain text', () => {
    expect(plainCpeValue('big\\$\\*\\?money')).toBe('big$*?money');
    expect(plainCpeValue('-')).toBe('');
  });
});

describe('comparison of values (NIST IR 7696, table 6-2)', () => {
  it.each([
    ['*', '*', 'equal'],
    ['*', '-', 'superset'],
    ['*', '1.0', 'superset'],
    ['*', '1.*', 'undefined'],
    ['-', '*', 'subset'],
    ['-', '-', 'equal'],
    ['-', '1.0', 'disjoint'],
    ['-', '1.*', 'undefined'],
    ['1.0', '1.0', 'equal'],
    ['1.0', '1.1', 'disjoint'],
    ['1.0', '1.*', 'undefined'],
    ['1.0', '-', 'disjoint'],
    ['1.0', '*', 'subset'],
    ['8.*', '8.0.6001', 'superset'],
    ['8.*', '8', 'disjoint'],
    ['8.*', '-', 'disjoint'],
    ['8.*', '*', 'subset'],
    ['8.*', '8.*', 'undefined'],
    ['sp?', 'sp1', 'superset'],
    ['sp?', 'sp', 'superset'],
    ['sp?', 'sp12', 'disjoint'],
    ['*ex??', 'internet_explo', 'disjoint'],
    ['*ex??', 'internet_explo'.slice(0, 13), 'superset'],
    ['?a?', 'aaa', 'superset'],
    ['x\\*', 'x\\*', 'equal'],
    ['x\\*', 'xy', 'disjoint'],
    ['x\\\\*', 'x\\\\y', 'superset'],
    ['a?', 'a\\+', 'superset'],
    ['Windows', 'windows', 'equal'],
    ['??', 'ab', 'superset'],
    ['??', 'abc', 'disjoint'],
  ] as const)('%s against %s: %s', (source, target, relation) => {
    expect(compareCpeValues(source, target)).toBe(relation);
  });

  it('decides on whole names', () => {
    const rule = parseCpe('cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*');
    const found = parseCpe('cpe:2.3:a:Apache:Log4j:2.14.1:*:*:*:*:*:*:*');
    expect(cpeMatches(rule, found)).toBe(true);
    expect(cpeMatches(found, rule)).toBe(false);
    expect(compareCpes(rule, parseCpe('cpe:2.3:a:apache:log4net:2.14.1:*:*:*:*:*:*:*'))).toBe('disjoint');
    expect(compareCpes(parseCpe('cpe:/a:b'), parseCpe('cpe:/a::c'))).toBe('undefined');
  });
});

const value = fc.oneof(
  fc.constantFrom('*', '-'),
  fc.string({ unit: fc.constantFrom(...'az09._-+:~%\\*?!/'), minLength: 1, maxLength: 8 }).map(escapeCpeValue),
);
const name: fc.Arbitrary<Cpe> = fc.record({
  part: fc.constantFrom('a', 'o', 'h'),
  vendor: value,
  product: value,
  version: fc.oneof(
    value,
    value.map((v) => checkedCpeValue('version', v === '*' || v === '-' ? '8.*' : `${v}*`)),
  ),
  update: value,
  edition: value,
  language: value,
  swEdition: value,
  targetSw: value,
  targetHw: value,
  other: value,
});

describe('laws', () => {
  it('both bindings are read back as the same name', () => {
    fc.assert(
      fc.property(name, (cpe) => {
        expect(parseCpe(formatCpe(cpe))).toEqual(cpe);
        expect(parseCpe(formatCpeUri(cpe))).toEqual(cpe);
      }),
    );
  });

  it('superset is the converse of subset, and every name without wildcards equals itself', () => {
    const converse = {
      equal: 'equal',
      superset: 'subset',
      subset: 'superset',
      disjoint: 'disjoint',
      undefined: 'undefined',
    };
    const plain = name.map((cpe) => ({ ...cpe, version: cpe.update }));
    fc.assert(
      fc.property(plain, plain, (one, other) => {
        expect(compareCpes(one, one)).toBe('equal');
        expect(compareCpes(other, one)).toBe(converse[compareCpes(one, other)]);
      }),
    );
  });

  it('any text is a CPE or a CpeError', () => {
    const bait = fc.string({ unit: fc.constantFrom('cpe:2.3:', 'cpe:/', ...'a:*?-\\%~01'), maxLength: 40 });
    fc.assert(
      fc.property(bait, (text) => {
        const cpe = cpeOrNull(text);
        if (cpe) expect(parseCpe(formatCpe(cpe))).toEqual(cpe);
      }),
      { numRuns: 1000 },
    );
  });
});
