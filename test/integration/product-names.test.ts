import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, newSbom, settled } from '../support/sboms.js';
import { loadCatalog } from '../support/score-catalog.js';

const cpeOf = (vendor: string, product: string, version = '*', part = 'a'): string =>
  `cpe:2.3:${part}:${vendor}:${product}:${version}:*:*:*:*:*:*:*`;
const product = (vendor: string, name: string, part?: string): object => ({
  cpe: cpeOf(vendor, name, '*', part),
  weight: 5,
  sources: ['nvd'],
});
const repository = 'https://github.com/nimbus/gateway';
const link = (vendor: string, name: string, part?: string): object => ({
  a: repository,
  b: cpeOf(vendor, name, '*', part),
  rel: 'same',
  source: ['x'],
});
const cve = (id: string, criteria: string, end: string): object => ({
  cve: id,
  match: [{ vulnerable: true, criteria, versionEndExcluding: end }],
});

const bundle = {
  'products.ndjson': [
    product('nimbus', 'gateway'),
    product('cirrus', 'gateway'),
    product('cirrus', 'gateway', 'h'),
    product('stratus', 'gateway'),
    product('nimbus', 'gateway_agent'),
    product('nimbus', 'nimbus_os'),
    product('nimbus', 'nimbus_os', 'o'),
    product('nimbus', 'weather'),
    product('nimbus', 'sky-desktop'),
  ],
  'links.ndjson': [
    link('nimbus', 'gateway'),
    link('cirrus', 'gateway'),
    link('cirrus', 'gateway', 'h'),
    link('nimbus', 'gateway_agent'),
  ],
  'advisories/cve-cpe.ndjson': [
    cve('CVE-2023-10', cpeOf('nimbus', 'gateway'), '2.0'),
    cve('CVE-2023-20', cpeOf('cirrus', 'gateway'), '3.0'),
    cve('CVE-2023-21', cpeOf('cirrus', 'gateway'), '1.0'),
    cve('CVE-2023-30', cpeOf('stratus', 'gateway'), '3.0'),
    cve('CVE-2023-40', cpeOf('nimbus', 'gateway_agent'), '3.0'),
    cve('CVE-2023-50', cpeOf('cirrus', 'gateway', '*', 'h'), '3.0'),
    cve('CVE-2023-60', cpeOf('nimbus', 'nimbus_os', '*', 'o'), '3.0'),
    cve('CVE-2023-61', cpeOf('nimbus', 'nimbus_os'), '3.0'),
    cve('CVE-2023-62', cpeOf('nimbus', 'nimbus_os', '*', 'h'), '3.0'),
    cve('CVE-2023-80', cpeOf('nimbus', 'sky-desktop'), '3.0'),
    cve('CVE-2023-81', cpeOf('nimbus_inc.', 'nimbus_sky_desktop'), '3.0'),
    cve('CVE-2023-82', cpeOf('nimbus', 'sky_desktop_agent'), '3.0'),
  ],
  'kev.ndjson': ['CVE-2023-21', 'CVE-2023-99'].map((cveID) => ({ cveID, vendorProject: 'Nimbus', product: 'Gateway', dateAdded: '2024-02-01' })),
  'eol.ndjson': [
    {
      slug: 'gateway', title: 'Gateway', link: 'https://endoflife.date/gateway', identifiers: [{ cpe: cpeOf('cirrus', 'gateway') }],
      releases: [{ releaseCycle: '1', releaseDate: '2021-01-01', eol: '2024-06-30' }],
    },
  ],
}; // prettier-ignore

describe('a product that is listed under several vendors', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    await app.nest.get(RescoringScheduler).schedule();
    sbomId = await newSbom(admin);
    const components = [{ name: 'gateway', version: '1.5', cpe: cpeOf('nimbus', 'gateway', '1.5') }];
    await importSbom(app, admin, sbomId, cyclonedx(components));
  });
  afterAll(() => app.close());

  const found = async () => {
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: sbomId });
    return body.data.map(({ id }: { id: string }) => id).sort();
  };

  it('has the vulnerabilities of each of its names, and of nothing else', async () => {
    expect(await found()).toEqual(['CVE-2023-10', 'CVE-2023-20']);
  });

  it('says under which name they are listed', async () => {
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: sbomId });
    expect(Object.fromEntries(body.data.map(({ id, reason }: Record<string, string>) => [id, reason]))).toEqual({
      'CVE-2023-10': 'Affected from the beginning before 2.0.',
      'CVE-2023-20': 'Affected from the beginning before 3.0 (listed as cirrus:gateway).',
    });
  });

  it('is advised a version without any of them, and has the end of life of each', async () => {
    const question = { product_id: cpeOf('nimbus', 'gateway', '1.5') };
    const { data } = (await admin.client.post('v1/score/getEntityOverviewForEntity', question)).body;
    expect(data.risk_tags.map(({ name }: { name: string }) => name)).toContain('end_of_life');
    // The other one is compared, under the other name.
    expect(data.may_concern.map(({ cve }: { cve: string }) => cve)).toEqual(['CVE-2023-99']);
    const [{ id }] = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data.entries;
    const { body } = await admin.client.get('v1/project/getUpdateImpact', { id });
    expect(body.data.to_version).toBe('3.0');
  });

  it('is assessed again when a CVE names it otherwise, and when it gets another name', async () => {
    const others = bundle['advisories/cve-cpe.ndjson'];
    const changed = [...others, cve('CVE-2024-22', cpeOf('cirrus', 'gateway'), '2.1')];
    await loadCatalog(app, { ...bundle, 'advisories/cve-cpe.ndjson': changed });
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    expect(await found()).toEqual(['CVE-2023-10', 'CVE-2023-20', 'CVE-2024-22']);
    const links = [...bundle['links.ndjson'], link('stratus', 'gateway')];
    await loadCatalog(app, { ...bundle, 'advisories/cve-cpe.ndjson': changed, 'links.ndjson': links });
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    expect(await found()).toEqual(['CVE-2023-10', 'CVE-2023-20', 'CVE-2023-30', 'CVE-2024-22']);
  });

  describe('as an application and as an operating system', () => {
    const reasons = async (part: string): Promise<Record<string, string>> => {
      const id = await newSbom(admin);
      const cpe = cpeOf('nimbus', 'nimbus_os', '1.5', part);
      await importSbom(app, admin, id, cyclonedx([{ name: 'nimbus os', version: '1.5', cpe }]));
      const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id });
      return Object.fromEntries(body.data.map(({ id: name, reason }: Record<string, string>) => [name, reason]));
    };

    it('has the vulnerabilities of both, and not those of the hardware', async () => {
      const text = 'Affected from the beginning before 3.0';
      expect(await reasons('o')).toEqual({
        'CVE-2023-60': `${text}.`,
        'CVE-2023-61': `${text} (listed as a:nimbus:nimbus_os).`,
      });
      expect(await reasons('a')).toEqual({
        'CVE-2023-60': `${text} (listed as o:nimbus:nimbus_os).`,
        'CVE-2023-61': `${text}.`,
      });
    });

    it('is assessed again when a CVE names the other one', async () => {
      const other = await newSbom(admin);
      await importSbom(app, admin, other, cyclonedx([{ name: 'weather', version: '1.5', cpe: cpeOf('nimbus', 'weather', '1.5') }]));
      const known = [...bundle['advisories/cve-cpe.ndjson'], cve('CVE-2024-70', cpeOf('nimbus', 'weather', '*', 'o'), '3.0')];
      await loadCatalog(app, { ...bundle, 'advisories/cve-cpe.ndjson': known });
      await app.nest.get(RescoringScheduler).schedule();
      await settled(app);
      const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: other });
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['CVE-2024-70']);
    }); // prettier-ignore
  });

  describe('in several spellings', () => {
    const loadAgain = async (...more: object[]): Promise<void> => {
      const records = [...bundle['advisories/cve-cpe.ndjson'], ...more];
      await loadCatalog(app, { ...bundle, 'advisories/cve-cpe.ndjson': records });
      await app.nest.get(RescoringScheduler).schedule();
      await settled(app);
    };

    it('has the vulnerabilities of each, also of one that comes later', async () => {
      const id = await newSbom(admin);
      const cpe = cpeOf('nimbus', 'sky-desktop', '1.5');
      await importSbom(app, admin, id, cyclonedx([{ name: 'sky desktop', version: '1.5', cpe }]));
      const reasons = async (): Promise<Record<string, string>> => {
        const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id });
        return Object.fromEntries(body.data.map(({ id: name, reason }: Record<string, string>) => [name, reason]));
      };
      const text = 'Affected from the beginning before 3.0';
      const before = {
        'CVE-2023-80': `${text}.`,
        'CVE-2023-81': `${text} (listed as nimbus_inc.:nimbus_sky_desktop).`,
      };
      expect(await reasons()).toEqual(before);
      await loadAgain(cve('CVE-2024-83', cpeOf('nimbus', 'sky.desktop'), '3.0'));
      expect(await reasons()).toEqual({ ...before, 'CVE-2024-83': `${text} (listed as nimbus:sky.desktop).` });
      await loadAgain(cve('CVE-2024-84', cpeOf('nimbus', 'sky.desktop'), '3.0'));
      expect(Object.keys(await reasons()).sort()).toEqual([...Object.keys(before), 'CVE-2024-83', 'CVE-2024-84']);
    });

    it('is found by each', async () => {
      const found = async (cpe: string): Promise<string[]> => {
        const { body } = await admin.client.get('v1/project/findComponents', { cpe, possible: 'false' });
        return body.data.map(({ name }: { name: string }) => name);
      };
      expect(await found(cpeOf('nimbus_inc.', 'nimbus_sky_desktop'))).toEqual(['sky desktop']);
      expect(await found(cpeOf('nimbus_inc.', 'nimbus_sky_desktop', '1.5'))).toEqual(['sky desktop']);
      expect(await found(cpeOf('nimbus_inc.', 'nimbus_sky_desktop', '1.6'))).toEqual([]);
      expect(await found(cpeOf('cirrus', 'gateway'))).toEqual(['gateway']);
      expect(await found(cpeOf('nimbus', 'sky_desktop_agent'))).toEqual([]);
    });
  });
});
