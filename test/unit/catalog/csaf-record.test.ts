import { csafRecords, type CsafDialect } from '../../../src/catalog/sources/csaf-record.js';
import { redHatPackage } from '../../../src/catalog/sources/csaf-red-hat.js';
import type { JsonObject } from '../../../src/model/document.js';

const dialect: CsafDialect = {
  source: 'csaf-acme',
  ecosystemOf: (platform) =>
    platform.startsWith('cpe:/o:redhat:') ? `Red Hat:${platform.slice('cpe:/o:redhat:'.length)}` : null,
  purlOf: redHatPackage,
};
const product = (product_id: string, helper: JsonObject = {}, name = product_id): JsonObject => ({
  product: { name, product_id, product_identification_helper: helper },
});
const component = (part: string, whole: string): JsonObject => ({
  category: 'default_component_of',
  full_product_name: { name: `${part} of ${whole}`, product_id: `${whole}:${part}` },
  product_reference: part,
  relates_to_product_reference: whole,
});
const fixedPurl = 'pkg:rpm/redhat/openssl@1.1.1k-7.el8_6?arch=x86_64&epoch=1';
const document = (product_status: JsonObject, fields: JsonObject = {}, head: JsonObject = {}): JsonObject => ({
  document: {
    category: 'csaf_vex',
    csaf_version: '2.0',
    title: 'openssl: a flaw',
    tracking: {
      id: 'CVE-2022-0778',
      status: 'final',
      initial_release_date: '2022-03-15T00:00:00Z',
      current_release_date: '2024-05-01T00:00:00Z',
    },
    ...head,
  },
  product_tree: {
    branches: [
      {
        category: 'vendor',
        name: 'Red Hat',
        branches: [
          product('BaseOS-8', { cpe: 'cpe:/o:redhat:enterprise_linux:8::baseos' }),
          product('Other', { cpe: 'cpe:/a:redhat:jboss:7' }),
          { category: 'architecture', name: 'x86_64', branches: [product('openssl-1.x86_64', { purl: fixedPurl })] },
          product('openssl-src', { purl: 'pkg:rpm/redhat/openssl?arch=src' }),
          product('edk', {}, 'edk'),
          product('shim', { purl: 'pkg:rpm/redhat/shim', cpe: 'cpe:/a:redhat:shim' }),
        ],
      },
    ],
    relationships: [
      component('openssl-1.x86_64', 'BaseOS-8'),
      component('openssl-src', 'BaseOS-8'),
      component('edk', 'BaseOS-8'),
      component('shim', 'BaseOS-8'),
      component('openssl-1.x86_64', 'Other'),
    ],
  },
  vulnerabilities: [
    {
      cve: 'CVE-2022-0778',
      title: 'openssl: infinite loop',
      product_status,
      scores: [
        {
          cvss_v3: { vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', version: '3.1' },
          products: ['BaseOS-8:openssl-src'],
        },
      ],
      threats: [{ category: 'impact', details: 'Important' }],
      references: [{ url: 'https://access.redhat.com/security/cve/CVE-2022-0778' }],
      ...fields,
    },
  ],
});
const affectedOf = (given: JsonObject): JsonObject[] => csafRecords(given, dialect)[0]!.record.affected as JsonObject[];
const openssl = { ecosystem: 'Red Hat:enterprise_linux:8::baseos', name: 'openssl', purl: 'pkg:rpm/redhat/openssl' };

describe('a CSAF document of a distribution', () => {
  it('names a package without ranges where the version that fixes it is not stated', () => {
    expect(affectedOf(document({ fixed: ['BaseOS-8:openssl-src'] }))).toMatchObject([{ package: openssl, ranges: [] }]);
    expect(affectedOf(document({ known_not_affected: ['BaseOS-8:openssl-src'] }))).toEqual([]);
  });

  it('is an OSV record of the CVE, with the packages of its platforms', () => {
    const [record, ...others] = csafRecords(document({ fixed: ['BaseOS-8:openssl-1.x86_64'] }), dialect);
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      kind: 'advisory',
      id: 'csaf-acme:CVE-2022-0778',
      aliases: ['CVE-2022-0778'],
      summary: 'openssl: infinite loop',
      published: '2022-03-15T00:00:00Z',
      modified: '2024-05-01T00:00:00Z',
      packageKeys: ['pkg:rpm/redhat/openssl'],
      record: {
        id: 'CVE-2022-0778',
        severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }],
        database_specific: { severity: 'Important' },
      },
    });
    expect(record!.withdrawn).toBeUndefined();
  });

  it.each<[string, JsonObject, JsonObject[]]>([
    ['fixed', { fixed: ['BaseOS-8:openssl-1.x86_64'] }, [{ introduced: '0' }, { fixed: '1:1.1.1k-7.el8_6' }]],
    [
      'recommended',
      { recommended: ['BaseOS-8:openssl-1.x86_64'] },
      [{ introduced: '0' }, { fixed: '1:1.1.1k-7.el8_6' }],
    ],
    ['affected without a fix', { known_affected: ['BaseOS-8:openssl-src'] }, [{ introduced: '0' }]],
    ['still looked into', { under_investigation: ['BaseOS-8:openssl-src'] }, [{ introduced: '0' }]],
    [
      'fixed, and affected before',
      { known_affected: ['BaseOS-8:openssl-src'], fixed: ['BaseOS-8:openssl-1.x86_64'] },
      [{ introduced: '0' }, { fixed: '1:1.1.1k-7.el8_6' }],
    ],
  ])('says which versions are affected: %s', (_what, status, events) => {
    expect(affectedOf(document(status))).toEqual([{ package: openssl, ranges: [{ type: 'ECOSYSTEM', events }] }]);
  });

  it('says nothing of what is not affected, of other products, and of products it does not name', () => {
    expect(affectedOf(document({ known_not_affected: ['BaseOS-8:openssl-src'] }))).toEqual([]);
    expect(affectedOf(document({ fixed: ['Other:openssl-1.x86_64', 'nobody:knows'] }))).toEqual([]);
  });

  it('knows a component by its name where there is no purl', () => {
    expect(affectedOf(document({ known_affected: ['BaseOS-8:edk'] }))).toMatchObject([{ package: { name: 'edk' } }]);
  });

  it('takes a component for one of its platform, whatever CPE it has itself', () => {
    const ecosystem = 'Red Hat:enterprise_linux:8::baseos';
    expect(affectedOf(document({ known_affected: ['BaseOS-8:shim'] }))).toMatchObject([{ package: { ecosystem } }]);
  });

  /** As Red Hat's documents name them, by former forms of their purls too (SECDATA-1115). */
  const stream = 'nodejs:16:8080020230906095832:63b34585';
  const build = 'nodejs-16.20.2-1.module';
  const ofModules = (status: JsonObject): JsonObject => ({
    ...document(status),
    product_tree: {
      branches: [
        product('AppStream-8', { cpe: 'cpe:/o:redhat:enterprise_linux:8::appstream' }),
        product(stream, { purl: 'pkg:rpmmod/redhat/nodejs@16:8080020230906095832:63b34585' }),
        product(build, { purl: 'pkg:rpm/redhat/nodejs@16.20.2-1.module%2Bel8?arch=x86_64&epoch=1' }),
        product('labelled', { purl: 'pkg:rpm/redhat/nodejs@18.18.2-1.module%2Bel8?epoch=1&rpmmod=nodejs:18:8:9' }),
        product('former', { purl: 'pkg:rpmmod/redhat/nodejs:20/nodejs' }),
        product('named', {}, 'nodejs:22/nodejs'),
        product('image', { purl: 'pkg:oci/nodejs@sha256:1?repository_url=registry.redhat.io' }),
      ],
      relationships: [
        // The build is in the module, which is in the platform.
        component(build, `AppStream-8:${stream}`),
        ...[stream, 'labelled', 'former', 'named', 'image'].map((part) => component(part, 'AppStream-8')),
      ],
    },
  });
  const nodejs = (module: string) => ({ name: 'nodejs', purl: `pkg:rpm/redhat/nodejs?rpmmod=${module}` });

  it('tells the streams of a module apart, and a module from its packages', () => {
    const fixed = [`AppStream-8:${stream}:${build}`, `AppStream-8:${stream}`, 'AppStream-8:labelled'];
    expect(affectedOf(ofModules({ fixed }))).toMatchObject([
      {
        package: nodejs('nodejs:16'),
        ranges: [{ events: [{ introduced: '0' }, { fixed: '1:16.20.2-1.module+el8' }] }],
      },
      {
        package: nodejs('nodejs:18'),
        ranges: [{ events: [{ introduced: '0' }, { fixed: '1:18.18.2-1.module+el8' }] }],
      },
    ]);
    const known_affected = ['former', 'named', 'image'].map((part) => `AppStream-8:${part}`);
    expect(affectedOf(ofModules({ known_affected }))).toMatchObject([
      { package: nodejs('nodejs:20'), ranges: [{ events: [{ introduced: '0' }] }] },
      { package: nodejs('nodejs:22'), ranges: [{ events: [{ introduced: '0' }] }] },
    ]);
  });

  it('finds a package however deep it is nested, and says where a product is nested in itself', () => {
    const chain = Array.from({ length: 40 }, (_, depth) => component(`${'in:'.repeat(depth)}deep`, 'in'));
    const nested = (relationships: readonly JsonObject[]): JsonObject => ({
      branches: [
        product('deep', { purl: fixedPurl }),
        product('in', { cpe: 'cpe:/o:redhat:enterprise_linux:8::baseos' }),
      ],
      relationships: [...relationships].reverse(),
    });
    const deepest = `${'in:'.repeat(40)}deep`;
    const read = (product_tree: JsonObject): JsonObject[] =>
      affectedOf({ ...document({ fixed: [deepest] }), product_tree });
    expect(read(nested(chain))).toHaveLength(1);
    expect(read(nested(chain.slice(1)))).toEqual([]);
    const circle = [
      component('a', 'in'),
      { ...component('in:a', 'in'), full_product_name: { name: 'a', product_id: 'a' } },
    ];
    expect(() => read(nested(circle))).toThrow('is nested in more than 100 others, or in itself');
  });

  it('is withdrawn where it is a draft, and named by its own id where that is no CVE', () => {
    const tracking = { id: 'ACSA-1', status: 'draft', current_release_date: '2024-05-01T00:00:00Z' };
    const [record] = csafRecords(document({ fixed: [] }, {}, { tracking }), dialect);
    expect(record).toMatchObject({
      id: 'csaf-acme:ACSA-1/CVE-2022-0778',
      withdrawn: '2024-05-01T00:00:00Z',
      record: { aliases: ['ACSA-1'] },
    });
  });

  it.each<[JsonObject, RegExp]>([
    [document({}, {}, { csaf_version: '3.0' }), /CSAF version 3.0/],
    [document({ fixed: 'all' }), /"fixed" is not a list/],
    [{ ...document({}), product_tree: { branches: [{ product: { name: 'x' } }] } }, /"product_id" is missing/],
    [{ ...document({}), document: undefined as unknown as null }, /"document" is not an object/],
  ])('is refused where it is something else', (given, message) => {
    expect(() => csafRecords(given, dialect)).toThrow(message);
  });
});
