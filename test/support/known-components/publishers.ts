import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { parsePurl } from '../../../src/model/purl.js';
import { cveListSource } from '../../../src/catalog/sources/cve-list.js';
import { endoflifeSource } from '../../../src/catalog/sources/endoflife.js';
import { epssSource } from '../../../src/catalog/sources/epss.js';
import { kevSource } from '../../../src/catalog/sources/kev.js';
import { nvdCpeSource } from '../../../src/catalog/sources/nvd-cpe.js';
import { nvdCveSource } from '../../../src/catalog/sources/nvd-cve.js';
import { osvSources } from '../../../src/catalog/sources/osv.js';
import { purl2cpeSource } from '../../../src/catalog/sources/purl2cpe.js';
import type { Publisher } from '../publisher.js';
import { zipOf } from '../zip.js';
import type { KnownComponent, KnownVulnerability } from './table.js';

/** What the publishers would say of the components, each in its own schema. */
export async function publishAll(
  publisher: Publisher,
  components: readonly KnownComponent[],
  /** Those that the CVE List alone names in a CVE that nobody has analysed. */
  unanalyzed: readonly KnownComponent[] = [],
): Promise<void> {
  publishNvd(publisher, components);
  await publishOsv(publisher, components);
  await publishIdentities(publisher, components);
  await publishCveList(publisher, unanalyzed);
  const all = components.flatMap(({ vulnerabilities }) => vulnerabilities);
  publish(publisher, kevSource.address, {
    title: 'CISA Catalog of Known Exploited Vulnerabilities',
    catalogVersion: '2026.01.01',
    dateReleased: '2026-01-01T00:00:00.0000Z',
    vulnerabilities: all.flatMap(({ cve, isExploited }) =>
      isExploited
        ? [{ cveID: cve, dateAdded: '2022-01-10', dueDate: '2022-01-24', knownRansomwareCampaignUse: 'Unknown' }]
        : [],
    ),
  });
  const predictions = all.map(({ cve }) => `${cve},0.12345,0.91234`);
  publish(
    publisher,
    epssSource.address,
    gzipSync(['#model_version:v2025.03.14,score_date:2026-01-01', 'cve,epss,percentile', ...predictions].join('\n')),
  );
  publish(publisher, endoflifeSource.address, { schema_version: '1.2.0', result: components.flatMap(lifecycle) });
}

/** Sources that `publishAll` publishes. */
export const publishedSources = [
  ...[nvdCpeSource, purl2cpeSource, nvdCveSource, cveListSource, kevSource, epssSource, endoflifeSource],
  ...osvSources.filter(({ name }) => /-(?:maven|npm|pypi|gem|go|cargo|nuget|composer)$/.test(name)),
];

/** Settings that send the sources to the publisher. */
export const mirrorsAt = (publisher: Publisher): string =>
  [...new Set([...publishedSources.map(({ address }) => new URL(address).origin), 'https://github.com'])]
    .map((origin) => `${origin}/=${publisher.origin}/${new URL(origin).host}/`)
    .join();

function publish(publisher: Publisher, address: string, content: Buffer | string | object): void {
  const { host, pathname } = new URL(address);
  publisher.publish(`/${host}${pathname}`, content);
}

// NVD (csrc.nist.gov/schema/nvd/api/2.0/cve_api_json_2.0.schema)

const timestamp = '2026-01-01T03:00:00.000';

function publishNvd(publisher: Publisher, components: readonly KnownComponent[]): void {
  const byYear = new Map<string, object[]>();
  for (const component of components)
    for (const flaw of component.vulnerabilities) {
      const [, year = ''] = flaw.cve.split('-');
      // Feeds of years begin with 2002, and hold the CVEs that were numbered earlier.
      byYear.set(year, [...(byYear.get(year) ?? []), nvdCve(component, flaw)]);
    }
  for (let year = 2002; year <= new Date().getUTCFullYear(); year += 1)
    publishFeed(publisher, String(year), byYear.get(String(year)) ?? []);
  publishFeed(publisher, 'modified', []);
}

function publishFeed(publisher: Publisher, id: string, vulnerabilities: readonly object[]): void {
  const total = vulnerabilities.length;
  const document = JSON.stringify({
    resultsPerPage: total,
    startIndex: 0,
    totalResults: total,
    format: 'NVD_CVE',
    version: '2.0',
    timestamp,
    vulnerabilities,
  });
  const packed = gzipSync(document);
  const sha256 = createHash('sha256').update(document).digest('hex').toUpperCase();
  const lines = ['lastModifiedDate:2026-01-01T03:00:00-05:00', `size:${document.length}`, `gzSize:${packed.length}`];
  const base = `${nvdCveSource.address}nvdcve-2.0-${id}`;
  publish(publisher, `${base}.json.gz`, packed);
  publish(publisher, `${base}.meta`, [...lines, `sha256:${sha256}`].join('\r\n'));
}

/** Where the NVD names no product, it has not analysed the CVE. */
function nvdCve({ name, cpe }: KnownComponent, { cve, from, fixed, vector }: KnownVulnerability): object {
  const bounds = { ...(from === null ? {} : { versionStartIncluding: from }), versionEndExcluding: fixed };
  const cpeMatch = [{ vulnerable: true, criteria: `cpe:2.3:${cpe}${':*'.repeat(8)}`, ...bounds }];
  const cvssData = { version: '3.1', vectorString: vector };
  return {
    cve: {
      id: cve,
      sourceIdentifier: 'cve@mitre.org',
      vulnStatus: cpe ? 'Analyzed' : 'Awaiting Analysis',
      published: timestamp,
      lastModified: timestamp,
      descriptions: [{ lang: 'en', value: `A vulnerability of ${name}.` }],
      references: [{ url: `https://example.org/${cve}`, source: 'cve@mitre.org' }],
      metrics: { cvssMetricV31: [{ source: 'nvd@nist.gov', type: 'Primary', cvssData }] },
      ...(cpe ? { configurations: [{ nodes: [{ operator: 'OR', negate: false, cpeMatch }] }] } : {}),
    },
  };
}

// OSV (ossf.github.io/osv-schema), as GitHub's advisories.

const ecosystems: Readonly<Record<string, readonly [source: string, ecosystem: string]>> = {
  maven: ['maven', 'Maven'],
  npm: ['npm', 'npm'],
  pypi: ['pypi', 'PyPI'],
  gem: ['gem', 'RubyGems'],
  golang: ['go', 'Go'],
  cargo: ['cargo', 'crates.io'],
  nuget: ['nuget', 'NuGet'],
  composer: ['composer', 'Packagist'],
};

async function publishOsv(publisher: Publisher, components: readonly KnownComponent[]): Promise<void> {
  for (const [type, [name, ecosystem]] of Object.entries(ecosystems)) {
    const records = components
      .filter(({ purl }) => purl?.startsWith(`pkg:${type}/`))
      .flatMap((component) => component.vulnerabilities.map((flaw) => osvRecord(ecosystem, component.purl!, flaw)));
    const files = Object.fromEntries(records.map((record) => [`${record.id}.json`, JSON.stringify(record)]));
    publish(publisher, osvSources.find((source) => source.name === `osv-${name}`)!.address, await zipOf(files));
  }
}

function osvRecord(ecosystem: string, text: string, { cve, from, fixed, vector }: KnownVulnerability): { id: string } {
  const purl = parsePurl(text);
  const separator = ecosystem === 'Maven' ? ':' : '/';
  const name = purl.namespace === null ? purl.name : `${purl.namespace}${separator}${purl.name}`;
  const events = [{ introduced: from ?? '0' }, { fixed }];
  const record = {
    schema_version: '1.6.0',
    id: `GHSA-${letters(cve, 0)}-${letters(cve, 4)}-${letters(cve, 8)}`,
    modified: '2026-01-01T00:00:00Z',
    published: '2024-01-01T00:00:00Z',
    aliases: [cve],
    summary: `A vulnerability of ${name}`,
    severity: [{ type: 'CVSS_V3', score: vector }],
    affected: [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events }] }],
  };
  return record;
}

/** Four letters of the alphabet of GitHub's ids. */
const letters = (text: string, start: number): string =>
  [
    ...createHash('sha256')
      .update(text)
      .digest()
      .subarray(start, start + 4),
  ]
    .map((byte) => '23456789cfghjmpqrvwx'[byte % 20])
    .join('');

// Identities: NVD's dictionary of products, and SCANOSS's relations of purls to them.

/** Products of which the NVD has no criteria for the vulnerabilities of the table. */
const otherProducts: Readonly<Record<string, string>> = {
  actionview: 'a:rubyonrails:rails',
  'golang.org/x/crypto': 'a:golang:crypto',
  'golang.org/x/net': 'a:golang:networking',
  time: 'a:time_project:time',
  'System.Text.Encodings.Web': 'a:microsoft:text_encodings_web',
  'symfony/http-kernel': 'a:sensiolabs:symfony',
};

async function publishIdentities(publisher: Publisher, components: readonly KnownComponent[]): Promise<void> {
  const products = components.map((component) => dictionaryEntry(component));
  const page = { format: 'NVD_CPE', version: '2.0', timestamp, totalResults: products.length, products };
  publish(publisher, nvdCpeSource.address, await zipOf({ 'nvdcpe-2.0-chunks/1.json': JSON.stringify(page) }));
  const lists: Record<string, string> = {};
  for (const component of components) {
    const [, vendor, product] = productOf(component).split(':');
    const folder = `purl2cpe-main/data/${vendor}/${product}`;
    lists[`${folder}/cpes.yml`] = `cpes:\n- ${cpeName(component)}\n`;
    const purls = purlsOf(component).map((purl) => `- ${purl}\n`);
    lists[`${folder}/purls.yml`] = `purls:\n${purls.join('')}`;
  }
  publish(publisher, 'https://github.com/scanoss/purl2cpe/archive/refs/heads/main.zip', await zipOf(lists));
}

const productOf = ({ name, cpe }: KnownComponent): string => cpe ?? otherProducts[name]!;

const cpeName = (component: KnownComponent): string =>
  `cpe:2.3:${productOf(component)}:${component.version.replace(/^v/, '')}${':*'.repeat(7)}`;

/** Software that no registry publishes is known there by packages of distributions. */
function purlsOf({ purl, name }: KnownComponent): string[] {
  const plain = name.toLowerCase().replace(/\s+/g, '-');
  return purl ? [purl.replace(/@[^@]*$/, '')] : [`pkg:deb/debian/${plain}`, `pkg:rpm/fedora/${plain}`];
}

const dictionaryEntry = (component: KnownComponent): object => ({
  cpe: {
    deprecated: false,
    cpeName: cpeName(component),
    cpeNameId: '00000000-0000-4000-8000-000000000000',
    lastModified: timestamp,
    created: timestamp,
    titles: [{ title: `${component.supplier} ${component.name} ${component.version}`, lang: 'en' }],
  },
});

// CVE List (github.com/CVEProject/cve-schema, version 5)

const cveListDay = '2026-01-01_all_CVEs_at_midnight.zip.zip';

async function publishCveList(publisher: Publisher, components: readonly KnownComponent[]): Promise<void> {
  const named = [{ name: 'nothing', supplier: 'nobody' }, ...components];
  const records = named.map((one, index) => cveListRecord(one, `CVE-2026-${90_000 + index}`));
  const files = records.map((one) => [`cves/2026/${one.cveMetadata.cveId}.json`, JSON.stringify(one)]);
  const download = new URL('https://github.com/CVEProject/cvelistV5/releases/download/cve_2026-01-01/');
  const inner = await zipOf(Object.fromEntries(files) as Record<string, string>);
  publish(publisher, `${download.href}${cveListDay}`, await zipOf({ 'cves.zip': inner }));
  publish(publisher, `${cveListSource.address}latest`, {
    assets: [{ name: cveListDay, browser_download_url: `${download.href}${cveListDay}` }],
  });
}

/** The text of a reporter alone: no CPE, and no name of vendor and product. */
const cveListRecord = ({ name, supplier }: Pick<KnownComponent, 'name' | 'supplier'>, cveId: string) => ({
  dataType: 'CVE_RECORD',
  dataVersion: '5.1',
  cveMetadata: { cveId, state: 'PUBLISHED' },
  containers: {
    cna: {
      descriptions: [{ lang: 'en', value: `A flaw in ${supplier} ${name} lets anybody in.` }],
      affected: [{ vendor: 'n/a', product: 'n/a', versions: [{ version: '1.0', status: 'affected' }] }],
      references: [],
    },
  },
});

/** endoflife.date (API version 1). */
function lifecycle({ name, cpe, purl, endOfLife }: KnownComponent): object[] {
  if (!endOfLife) return [];
  const { cycle, on } = endOfLife;
  const identifiers = [
    ...(cpe ? [{ type: 'cpe', id: `cpe:/${cpe}` }] : []),
    ...(purl ? [{ type: 'purl', id: purl.replace(/@[^@]*$/, '') }] : []),
  ];
  const release = {
    name: cycle,
    label: cycle,
    releaseDate: '2018-01-01',
    isEol: true,
    eolFrom: on,
    isMaintained: false,
  };
  return [{ name: name.toLowerCase(), label: name, category: 'framework', identifiers, releases: [release] }];
}
