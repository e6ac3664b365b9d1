import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { coversPackage, coversProduct, findingKinds } from '../../../src/model/coverage.js';
import { noAdvisories } from '../../../src/catalog/coverage-notice.js';
import { bundleSource } from '../../../src/catalog/sources/bundle.js';
import { mirrored, readMirrors } from '../../../src/catalog/sources/mirrors.js';
import { nvdCveRecords } from '../../../src/catalog/sources/nvd-cve-record.js';
import { cveListRecords } from '../../../src/catalog/sources/cve-list-record.js';
import { osvCoverage, osvSources } from '../../../src/catalog/sources/osv.js';
import { remoteSourcesNamed } from '../../../src/catalog/sources/remote-sources.js';
import type { JsonObject } from '../../../src/model/document.js';
import { osvPackage, osvRepository } from '../../../src/model/osv-package.js';
import { projectRoot } from '../../../src/platform/project-root.js';

const openBundle = join(projectRoot, '../shared/catalog/advisories/cve-cpe.ndjson.gz');

describe('what a source covers', () => {
  const debian = osvCoverage('debian')[0]!;
  const npm = osvCoverage('npm')[0]!;

  it('is a purl type, a distribution, or a part of CPE', () => {
    expect(coversPackage(debian, { type: 'deb', namespace: 'debian' })).toBe(true);
    expect(coversPackage(debian, { type: 'deb', namespace: 'ubuntu' })).toBe(false);
    expect(coversPackage(debian, { type: 'deb', namespace: null })).toBe(false);
    expect(coversPackage(npm, { type: 'npm', namespace: '@acme' })).toBe(true);
    expect(coversPackage(npm, { type: 'swift', namespace: null })).toBe(false);
    const nvd = remoteSourcesNamed(['nvd-cve'])[0]!.covers![0]!;
    expect(['a', 'o', 'h', '*'].map((part) => coversProduct(nvd, part))).toEqual([true, true, true, false]);
    expect(coversPackage(nvd, { type: 'npm', namespace: null })).toBe(false);
  });

  it.each([
    ['rocky-linux', 'rocky'],
    ['red-hat', 'rhel'],
    ['suse', 'sles'],
    ['opensuse', 'opensuse-leap'],
  ])(
    'is a distribution by any name under which its advisories are found: %s covers pkg:rpm/%s',
    (source, namespace) => {
      const [coverage] = osvCoverage(source);
      expect(coversPackage(coverage!, { type: 'rpm', namespace })).toBe(true);
      expect(coversPackage(coverage!, { type: 'deb', namespace })).toBe(false);
    },
  );

  it.each(osvSources.map(({ name, address, covers }) => [name, decodeURIComponent(address.split('/').at(-2)!), covers!] as const))(
    'is what the packages of its archive are called: %s',
    (_, ecosystem, covers) => {
      const names = ['tool', 'acme/tool', 'github.com/acme/tool', 'org.acme:tool'];
      const named = names.map((name) => osvPackage(ecosystem, name, undefined)).find((one) => one !== null);
      const purl = named ?? osvRepository('https://github.com/acme/tool')!;
      expect(covers.some((one) => one.kind === 'vulnerabilities' && coversPackage(one, purl))).toBe(true);
    },
  ); // prettier-ignore

  it('is of what lies on GitHub the actions, and all of these', () => {
    const covering = (type: string) =>
      osvCoverage('github-actions').filter((one) => coversPackage(one, { type, namespace: 'acme' }));
    expect(covering('githubactions').map(({ completeSince }) => completeSince)).toEqual(['1999-01-01']);
    expect(covering('github').map(({ completeSince }) => completeSince)).toEqual([null]);
    const ofBundle = osvCoverage('github-actions', null).map(({ completeSince }) => completeSince);
    expect(ofBundle).toEqual([null, null]);
  });

  it('is written as scopes that can be compared, of known kinds', () => {
    for (const { name, covers = [] } of remoteSourcesNamed(['all']))
      for (const { kind, scopes, completeSince } of covers) {
        expect(findingKinds).toContain(kind);
        expect([
          name,
          scopes.filter((scope) => !/^(?:pkg:[a-z][a-z0-9.-]*(?:\/[a-z0-9.-]+)?|cpe:[aoh]|cve|\*)$/.test(scope)),
        ]).toEqual([name, []]);
        expect(completeSince ?? '2000-01-01').toMatch(/^\d{4}-\d{2}-\d{2}$/);
      }
  });

  it('makes the sources of the word "advisories"; "all" are more, and all declare a licence that do', () => {
    const advisories = remoteSourcesNamed(['advisories']).map(({ name }) => name);
    expect(advisories).toEqual(
      expect.arrayContaining([
        'kev',
        'epss',
        'nvd-cve',
        'cve-list',
        'osv-npm',
        'osv-malicious',
        'csaf-red-hat',
        'endoflife',
      ]),
    );
    expect(advisories).not.toContain('debian-packages');
    expect(remoteSourcesNamed(['all', 'kev'])).toHaveLength(remoteSourcesNamed([]).length);
    expect(
      remoteSourcesNamed(['advisories'])
        .filter(({ license }) => !license)
        .map(({ name }) => name),
    ).toEqual([]);
    expect(remoteSourcesNamed(['nvd-cve'])[0]!.license!.notice).toContain('not endorsed or certified by the NVD');
  });

  it('is a selection where a folder is loaded', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    mkdirSync(join(folder, 'advisories'));
    const advisories = ['osv-go', 'osv-crates', 'osv-packagist', 'osv-pypi', 'osv-gem', 'cve-cpe'];
    for (const name of [...advisories.map((one) => `advisories/${one}`), 'kev', 'eol'])
      writeFileSync(join(folder, `${name}.ndjson`), '');
    const covers = bundleSource(folder).covers!;
    rmSync(folder, { recursive: true });
    expect(covers.every(({ completeSince }) => completeSince === null)).toBe(true);
    const scopesOf = (kind: string): string[] =>
      covers.filter((one) => one.kind === kind).flatMap(({ scopes }) => scopes);
    expect(scopesOf('vulnerabilities')).toEqual(
      expect.arrayContaining(['pkg:golang', 'pkg:cargo', 'pkg:composer', 'pkg:pypi', 'pkg:gem', 'cpe:a']),
    );
    expect([scopesOf('exploited'), scopesOf('end_of_life')]).toEqual([['cve'], ['*']]);
    expect(scopesOf('malicious')).toEqual([]);
  });
});

describe('the notice at the start', () => {
  it('names the one command, and the way without a network', () => {
    expect(noAdvisories(new Set())).toMatch(
      /No advisories are loaded.*"stocktake catalog sync advisories".*"stocktake catalog load FOLDER"/,
    );
    expect(noAdvisories(new Set(['advisories']))).toMatch(/The scheduler fetches advisories/);
  });
});

describe('mirrors', () => {
  const mirrors = readMirrors([
    'https://nvd.nist.gov/=https://mirror.example/nvd/',
    'https://nvd.nist.gov/feeds/=https://other.example/',
  ]);

  it.each([
    ['https://nvd.nist.gov/x.json', 'https://mirror.example/nvd/x.json'],
    ['https://nvd.nist.gov/feeds/x.json', 'https://other.example/x.json'],
    ['https://www.cisa.gov/x', 'https://www.cisa.gov/x'],
  ])('stand for beginnings of addresses, the longest first: %s', (address, expected) => {
    expect(mirrored(address, mirrors)).toBe(expected);
  });

  it.each(['https://nvd.nist.gov/', 'nvd=https://mirror/', 'https://a/=http://b/', 'https://a/=https://b/=c'])(
    'are addresses: %s',
    (item) => {
      expect(() => readMirrors([item])).toThrow(/CATALOG_MIRRORS/);
    },
  );
});

const ownLines = [
  '{"cve":"CVE-2024-44667","match":[{"criteria":"cpe:2.3:a:owasp:faction:*:*:*:*:*:*:*:*","versionEndExcluding":"1.8.3"}]}',
  '{"cve":"CVE-2024-19589","src":"vulnrichment","match":[{"criteria":"cpe:2.3:a:wp-pdf:pdf_embedder:4.4:*:*:*:*:wordpress:*:*","versions":[{"status":"affected","version":"4.4"}],"default":"unknown"}]}',
];

/** Lines of a bundle, and every twentieth of the open one where it is, come out of the publishers' schemas as they went in. */
describe('criteria of a bundle', () => {
  const open = existsSync(openBundle) ? gunzipSync(readFileSync(openBundle)).toString().trim().split('\n') : [];
  const lines = [...ownLines, ...open.filter((_, index) => index % 20 === 0)];
  const known = lines.map((line) => JSON.parse(line) as { cve: string; src: string; match: JsonObject[] });
  const productsOf = (records: ReturnType<typeof nvdCveRecords>): JsonObject[] =>
    records.flatMap((one) => (one.kind === 'vulnerable-product' ? one.criteria : []));
  const sorted = (criteria: readonly JsonObject[]): string[] =>
    criteria.map((one) => JSON.stringify(Object.entries(one).sort())).sort();

  it('are NVD’s configurations', () => {
    const ranges = known.filter(({ match }) => match.every((one) => one.versions === undefined));
    for (const { cve, match } of ranges) {
      const cpeMatch = match.map((one) => ({ vulnerable: true, matchCriteriaId: 'x', ...one }));
      const entry = {
        cve: {
          id: cve,
          vulnStatus: 'Analyzed',
          configurations: [{ nodes: [{ operator: 'OR', negate: false, cpeMatch }] }],
        },
      };
      expect(sorted(productsOf(nvdCveRecords(entry)))).toEqual(
        sorted(match.map((one) => ({ vulnerable: true, ...one }))),
      );
    }
    expect(ranges.length).toBeGreaterThan(0);
  });

  it('are the CVE List’s affected products', () => {
    const listed = known.filter(({ src }) => src === 'vulnrichment');
    for (const { cve, match } of listed) {
      const affected = match.map(({ criteria, versions, default: defaultStatus }) => ({
        vendor: 'x',
        product: 'y',
        cpes: [criteria!],
        versions: versions ?? [],
        ...(defaultStatus === undefined ? {} : { defaultStatus }),
      }));
      const document = {
        dataType: 'CVE_RECORD',
        dataVersion: '5.1',
        cveMetadata: { cveId: cve, state: 'PUBLISHED' },
        containers: { cna: { descriptions: [] }, adp: [{ affected }] },
      };
      const expected = match.map((one) => ({
        criteria: one.criteria!,
        versions: one.versions ?? [],
        default: one.default ?? 'unknown',
      }));
      expect(
        productsOf(cveListRecords(document as unknown as JsonObject))
          .map(({ criteria }) => criteria)
          .sort(),
      ).toEqual(expected.map(({ criteria }) => criteria).sort());
    }
    expect(listed.length).toBeGreaterThan(0);
  });
});
