import fc from 'fast-check';
import { ownRegistry } from '../../../../src/model/foreign-registry.js';
import { type Coverage, findingKinds } from '../../../../src/model/coverage.js';
import {
  assessCoverage,
  coverageStatuses,
  type CoverageTarget,
  examinedKinds,
  withUndecidedPackage,
} from '../../../../src/scores/coverage/entity-coverage.js';

const npm: Coverage = { kind: 'vulnerabilities', scopes: ['pkg:npm'], completeSince: '2020-01-01' };
const nvd: Coverage = { kind: 'vulnerabilities', scopes: ['cpe:a', 'cpe:o'], completeSince: '2002-01-01' };
const cveList: Coverage = {
  kind: 'vulnerabilities',
  scopes: ['cpe:a', 'cpe:o'],
  completeSince: null,
  namesUnanalyzed: true,
};
const kev: Coverage = { kind: 'exploited', scopes: ['cve'], completeSince: '2021-11-03' };
const malware: Coverage = { kind: 'malicious', scopes: ['pkg:npm'], completeSince: '2020-01-01' };
const eol: Coverage = { kind: 'end_of_life', scopes: ['*'], completeSince: null };

const target: CoverageTarget = {
  purl: { type: 'npm', namespace: null },
  unadvisedRelease: null,
  cpePart: null,
  isProductNamed: true,
  version: '1.0.0',
  hasLifecycle: false,
  undecided: 0,
  undecidedMalicious: 0,
  isSourceUnknown: false,
  isSpellingUnknown: false,
  unanalyzed: [],
  askedLive: [],
};

const assess = (more: Partial<CoverageTarget>, ...covers: Coverage[]) =>
  assessCoverage({ ...target, ...more }, [{ covers }]);

describe('the coverage of an entity', () => {
  test.each([
    ['no source is loaded', {}, [], 'no_source', 'no source of vulnerabilities is loaded'],
    ['only a list of exploited ones is loaded', {}, [kev], 'no_source', 'no source of vulnerabilities is loaded'],
    ['only a repository is known', { purl: null }, [npm], 'not_identified', 'no package or product is selected'],
    [
      'no source covers the type',
      { purl: { type: 'swift', namespace: 'a' } },
      [npm],
      'not_covered',
      'no loaded source of vulnerabilities covers pkg:swift',
    ],
    [
      'the package is of a registry that mirrors others',
      { purl: { type: 'composer', namespace: 'wpackagist-plugin' }, askedLive: ['vulnerabilities'] },
      [{ ...npm, scopes: ['pkg:composer'] }],
      'not_covered',
      'no loaded source of vulnerabilities covers pkg:composer packages of wpackagist.org',
    ],
    [
      'another distribution is covered',
      { purl: { type: 'deb', namespace: 'ubuntu' } },
      [{ ...npm, scopes: ['pkg:deb/debian'] }],
      'not_covered',
      'no loaded source of vulnerabilities covers pkg:deb/ubuntu',
    ],
    [
      'the package is of another registry',
      { purl: { type: 'npm', namespace: null, qualifiers: { repository_url: 'https://npm.acme.example' } } },
      [npm],
      'not_covered',
      'no loaded source of vulnerabilities covers pkg:npm packages of another registry',
    ],
    [
      'the package is the organization’s own',
      { purl: { type: 'npm', namespace: null, qualifiers: { repository_url: ownRegistry } } },
      [npm],
      'not_covered',
      "no loaded source of vulnerabilities covers the organization's own packages",
    ],
    [
      'no source has ever named the product',
      { purl: null, cpePart: 'a', isProductNamed: false },
      [nvd],
      'product_unknown',
      'no loaded source has ever named the product of its CPE',
    ],
    [
      'no source has ever named the product, or covers the package',
      { purl: { type: 'swift', namespace: 'a' }, cpePart: 'a', isProductNamed: false },
      [npm, nvd],
      'product_unknown',
      'no loaded source has ever named the product of its CPE',
    ],
    ['the version is not known', { version: '' }, [npm], 'no_version', 'no single version is given'],
    [
      'the version is a remark',
      { version: 'see list' },
      [npm],
      'no_version',
      '"see list" is no version that can be compared',
    ],
  ] as const)('is not examined where %s', (...[, more, covers, cause, reason]) => {
    expect(assess(more, ...covers).vulnerabilities).toEqual({ status: 'not_examined', cause, reason });
  });

  it('is examined in part where nobody has analysed what names the product', () => {
    const named = { purl: null, cpePart: 'a', unanalyzed: ['CVE-2026-2', 'CVE-2026-1'] };
    const { vulnerabilities, exploited } = assess(named, nvd, kev);
    expect(vulnerabilities).toEqual({
      status: 'partly',
      cause: 'not_analyzed',
      reason: 'no loaded source has analysed CVE-2026-2 and 1 more, where the product is named',
    });
    expect(exploited).toEqual(vulnerabilities);
  });

  it('is examined in part where the source that names what nobody has analysed is not loaded', () => {
    const { vulnerabilities, exploited } = assess({ purl: null, cpePart: 'a' }, nvd, kev);
    expect(vulnerabilities).toEqual({
      status: 'partly',
      cause: 'not_analyzed',
      reason: 'the CVE List, which names CVEs that nobody has analysed yet, is not loaded',
    });
    expect(exploited).toEqual(vulnerabilities);
    expect(assess({}, npm).vulnerabilities.status).toBe('examined');
  });

  it('is examined where a complete source covers every identity', () => {
    const examined = { status: 'examined', cause: null, reason: '' };
    expect(assess({}, npm).vulnerabilities).toEqual(examined);
    expect(assess({ purl: null, cpePart: 'a' }, nvd, cveList).vulnerabilities).toEqual(examined);
    expect(assess({ cpePart: 'a' }, npm, nvd, cveList).vulnerabilities).toEqual(examined);
    expect(assess({ cpePart: 'a', isProductNamed: false }, npm, nvd, cveList).vulnerabilities).toEqual(examined);
    expect(assess({ askedLive: ['vulnerabilities'] }).vulnerabilities).toEqual(examined);
  });

  test.each([
    ['one identity is not covered', { cpePart: 'h' }, [npm, nvd], 'not_covered'],
    ['advisories name other releases', { unadvisedRelease: '8', cpePart: 'a' }, [npm, nvd], 'not_covered'],
    ['the version decides nothing', { undecided: 2 }, [npm], 'undecided'],
    ['advisories name a source package that is not known', { isSourceUnknown: true }, [npm], 'source_unknown'],
    [
      'a live source may know another spelling',
      { askedLive: ['vulnerabilities'], isSpellingUnknown: true },
      [],
      'not_covered',
    ],
    ['the source is a selection', {}, [{ ...npm, completeSince: null }], 'selection'],
  ] as const)('is examined in part where %s', (_, more, covers, cause) => {
    expect(assess(more, ...covers).vulnerabilities).toMatchObject({ status: 'partly', cause });
  });

  it('says that a source package is not known', () => {
    const { vulnerabilities, exploited, malicious } = assess({ isSourceUnknown: true }, npm, kev, malware);
    expect(vulnerabilities.reason).toBe('its source package is not known; advisories name sources');
    expect(exploited).toEqual(vulnerabilities);
    expect(malicious.status).toBe('examined');
  });

  it('is no more than part while a report of a malicious package cannot be compared', () => {
    const { malicious } = assess({ undecided: 2, undecidedMalicious: 1 }, npm, malware);
    const reason = '1 reports of malicious packages could not be compared with the version';
    expect(malicious).toEqual({ status: 'partly', cause: 'undecided', reason });
    expect(assess({ undecided: 2 }, npm, malware).malicious.status).toBe('examined');
  });

  it('follows the vulnerabilities for lists of CVEs, where the list is loaded', () => {
    expect(assess({}, npm).exploited).toMatchObject({ status: 'not_examined', cause: 'no_source' });
    expect(assess({}, npm, kev).exploited.status).toBe('examined');
    expect(assess({ version: '' }, npm, kev).exploited.cause).toBe('no_version');
  });

  it('knows the end of life of listed releases only', () => {
    expect(assess({}, npm).end_of_life.cause).toBe('no_source');
    expect(assess({}, eol).end_of_life.cause).toBe('not_covered');
    expect(assess({ hasLifecycle: true }, eol).end_of_life.status).toBe('examined');
  });

  it('of a product is no more than part while its package is undecided', () => {
    const coverage = withUndecidedPackage(assess({ purl: null, cpePart: 'a' }, nvd, cveList, kev));
    for (const kind of ['vulnerabilities', 'exploited'] as const)
      expect(coverage[kind]).toMatchObject({ status: 'partly', cause: 'package_undecided' });
    expect(withUndecidedPackage(assess({ purl: null, cpePart: 'h' }, npm)).vulnerabilities.cause).toBe('not_covered');
  });

  it('of a product says nothing of malice while its package is undecided', () => {
    const product = assess({ purl: null, cpePart: 'a' }, nvd, cveList, malware);
    expect(product.malicious).toMatchObject({ status: 'not_examined', cause: 'not_published' });
    expect(withUndecidedPackage(product).malicious).toMatchObject({
      status: 'not_examined',
      cause: 'package_undecided',
    });
  });

  it('never gets better when a source is taken away', () => {
    const scope = fc.constantFrom('pkg:npm', 'pkg:deb/debian', 'pkg:deb', 'cpe:a', 'cpe:h', 'cve', '*');
    const coverage: fc.Arbitrary<Coverage> = fc.record(
      {
        kind: fc.constantFrom(...findingKinds),
        scopes: fc.array(scope, { maxLength: 3 }),
        completeSince: fc.constantFrom(null, '2020-01-01'),
        namesUnanalyzed: fc.constant(true as const),
      },
      { requiredKeys: ['kind', 'scopes', 'completeSince'] },
    );
    const anyTarget = fc.record({
      purl: fc.constantFrom(null, { type: 'npm', namespace: null }, { type: 'deb', namespace: 'debian' }),
      unadvisedRelease: fc.constantFrom(null, null, '8'),
      cpePart: fc.constantFrom(null, 'a', 'h'),
      version: fc.constantFrom('', '1'),
      isProductNamed: fc.boolean(),
      hasLifecycle: fc.boolean(),
      undecided: fc.nat(2),
      undecidedMalicious: fc.nat(1),
      isSourceUnknown: fc.boolean(),
      isSpellingUnknown: fc.boolean(),
      unanalyzed: fc.constantFrom([], ['CVE-2026-1']),
      askedLive: fc.constantFrom([], ['vulnerabilities'] as const),
    });
    const sources = fc.array(fc.record({ covers: fc.array(coverage, { maxLength: 3 }) }), { maxLength: 4 });
    fc.assert(
      fc.property(anyTarget, sources, fc.nat(3), (asked, all, index) => {
        const [before, after] = [all, all.filter((_, at) => at !== index)].map((some) => assessCoverage(asked, some));
        for (const kind of examinedKinds) {
          expect(coverageStatuses.indexOf(after![kind].status)).toBeGreaterThanOrEqual(
            coverageStatuses.indexOf(before![kind].status),
          );
          expect(coverageStatuses.indexOf(withUndecidedPackage(after!)[kind].status)).toBeGreaterThanOrEqual(
            coverageStatuses.indexOf(after![kind].status),
          );
        }
      }),
    );
  });
});
