import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { bundleSource } from '../../src/catalog/sources/bundle.js';
import { defaultLimits } from '../../src/formats/format.js';
import { formats } from '../../src/formats/index.js';
import { collectBom } from '../../src/formats/in-memory-bom.js';
import { bytesSource } from '../../src/formats/reading/bytes.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { importSbom, newSbom, settled } from '../support/sboms.js';

const declared: Readonly<Record<string, string>> = {
  gibbon: 'pkg:deb/debian/gibbon@1:2.0-1?distro=jessie&arch=i386',
  wombat: 'pkg:maven/org.acme/wombat@1.0.0?type=zip&classifier=dist#lib/a',
  plain: 'pkg:npm/plain@1.0.0',
  elsewhere: 'pkg:npm/elsewhere@1.0.0?repository_url=https://npm.acme.example/',
};
const publicPackages = ['pkg:deb/debian/gibbon', 'pkg:maven/org.acme/wombat', 'pkg:npm/plain', 'pkg:npm/elsewhere'];
const advisory = (name: string): object => ({
  id: `GHSA-${name}`,
  modified: '2024-01-02T00:00:00Z',
  affected: [
    { package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] }, // prettier-ignore
  ],
});
const version = (purl: string): string => decodeURIComponent(/@([^?#]+)/.exec(purl)![1]!);
const spdxPackage = ([name, purl]: [string, string]): object => ({
  name,
  SPDXID: `SPDXRef-${name}`,
  versionInfo: version(purl),
  downloadLocation: 'NOASSERTION',
  externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
});
const documents: Readonly<Record<string, string>> = {
  CycloneDX: JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    components: Object.entries(declared).map(([name, purl]) => ({
      type: 'library',
      name,
      version: version(purl),
      purl,
    })),
  }),
  SPDX: JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'd',
    documentNamespace: 'https://acme.example/d',
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: t'] },
    packages: Object.entries(declared).map(spdxPackage),
  }),
  list: `Name,Version,purl\n${Object.entries(declared)
    .map(([name, purl]) => `${name},${version(purl)},${purl}`)
    .join('\n')}\n`,
};
const written = formats.flatMap(({ id, family, encoding, writes }) =>
  writes ? [{ id, sbom_type: family === 'spdx' ? 'SPDX' : 'CycloneDX', encoding, spec_version: writes.at(-1)! }] : [],
);

describe('identifiers that a file states', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let folder: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    folder = mkdtempSync(join(tmpdir(), 'stocktake-declared-'));
    mkdirSync(join(folder, 'advisories'));
    const packages = publicPackages.map((purl) => ({ purl, seen: 900, versions: ['1.0.0'], sources: ['index'] }));
    writeFileSync(join(folder, 'packages.ndjson'), packages.map((one) => JSON.stringify(one)).join('\n'));
    const advisories = ['plain', 'elsewhere'].map((name) => JSON.stringify(advisory(name)));
    writeFileSync(join(folder, 'advisories/osv-npm.ndjson'), advisories.join('\n'));
    await app.nest.get(CatalogLoader).load([bundleSource(folder)]);
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(Object.keys(documents))('come back byte for byte from a %s in every format', async (kind) => {
    const sbomId = await newSbom(admin);
    await importSbom(app, admin, sbomId, documents[kind]!);
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data;
    const selected = entries.map(({ name, search_results }: any) => [
      name,
      search_results.package.filter((one: any) => one.selected).map((one: any) => one.purl),
    ]);
    expect(Object.fromEntries(selected)).toEqual({
      gibbon: ['pkg:deb/debian/gibbon@1:2.0-1'],
      wombat: ['pkg:maven/org.acme/wombat@1.0.0'],
      plain: ['pkg:npm/plain@1.0.0'],
      elsewhere: ['pkg:npm/elsewhere@1.0.0?repository_url=https:%2F%2Fnpm.acme.example%2F'],
    });
    for (const { id, ...query } of written) {
      const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
      const address = `${app.url}/v1/report/getSBOM?${new URLSearchParams({ ...query, download: 'true' }).toString()}`;
      const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ sbom_id: sbomId }) });
      expect(response.status).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      const bom = await collectBom(formats.find((one) => one.id === id)!.parse(bytesSource(bytes), defaultLimits));
      const purls = bom.components.filter(({ name }) => declared[name]).map(({ name, purls }) => [name, purls]);
      const expected = Object.entries(declared).map(([name, purl]) => [name, [purl]]);
      expect({ id, ...Object.fromEntries(purls) }).toEqual({ id, ...Object.fromEntries(expected) });
    }
  });

  it('of another registry are never those of the public package', async () => {
    const sbomId = await newSbom(admin);
    await importSbom(app, admin, sbomId, documents.CycloneDX!);
    const found = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: sbomId });
    expect(found.status).toBe(200);
    expect(JSON.stringify(found.body)).toContain('GHSA-plain');
    expect(JSON.stringify(found.body)).not.toContain('GHSA-elsewhere');
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data;
    const { search_results } = entries.find(({ name }: any) => name === 'elsewhere');
    expect(search_results.package).toHaveLength(1);
    const searched = async (purl: string) =>
      (await admin.client.get('v1/project/findComponents', { purl, org_id: admin.orgId })).body.meta.total_count;
    expect(await searched(declared.elsewhere!)).toBeGreaterThan(0);
    expect(await searched('pkg:npm/elsewhere')).toBe(0);
  });

  it('keep their registry against what a person decided for the bare name', async () => {
    const sbomId = await newSbom(admin);
    const added = await admin.client.post('v1/project/addComponent', { sbom_id: sbomId, name: 'elsewhere', version: '1.0.0' }); // prettier-ignore
    await settled(app);
    const search_results = { package: [{ purl: 'pkg:npm/elsewhere@1.0.0', selected: true }] };
    const change = [{ id: added.body.id, sbom_id: sbomId, search_results }];
    expect((await admin.client.post('v1/project/updateComponents', change)).status).toBe(200);
    const other = await newSbom(admin);
    await importSbom(app, admin, other, documents.CycloneDX!);
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id: other })).body.data;
    const { search_results: found } = entries.find(({ name }: any) => name === 'elsewhere');
    expect(found.package.map(({ purl }: any) => purl)).toEqual([
      'pkg:npm/elsewhere@1.0.0?repository_url=https:%2F%2Fnpm.acme.example%2F',
    ]);
  });

  describe('of internal components', () => {
    /** Of one entry: the purl, what was found, and why nothing was where nothing was. */
    const examinedAs = async (entry: any) => {
      const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForComponent', { id: entry.id });
      const [{ purl }] = entry.search_results.package.filter((one: any) => one.selected);
      return [purl, body.data.map(({ id }: any) => id), body.meta.coverage[0].reason ?? ''];
    };
    const ownReason = "no loaded source of vulnerabilities covers the organization's own packages";

    it('are those of the public package only where a person chose it', async () => {
      const pattern = { org_id: admin.orgId, kind: 'name_prefix', pattern: 'plain' };
      const { data } = (await admin.client.post('v1/resolution/createInternalPattern', pattern)).body;
      const sbomId = await newSbom(admin);
      await importSbom(app, admin, sbomId, documents.CycloneDX!);
      const entry = async () => {
        const { entries } = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data;
        return entries.find(({ name }: any) => name === 'plain');
      };
      const own = await entry();
      expect(own.internal).toBe(true);
      expect(await examinedAs(own)).toEqual(['pkg:npm/plain@1.0.0', [], ownReason]);
      const chosen = { package: [{ purl: 'pkg:npm/elsewhere@1.0.0', selected: true }] };
      const change = [{ id: own.id, sbom_id: sbomId, search_results: chosen }];
      expect((await admin.client.post('v1/project/updateComponents', change)).status).toBe(200);
      await settled(app);
      expect((await examinedAs(await entry())).slice(0, 2)).toEqual(['pkg:npm/elsewhere@1.0.0', ['GHSA-elsewhere']]);
      await admin.client.post('v1/resolution/deleteInternalPattern', { id: data.id });
    });

    it('are those of the public package again when the pattern is gone', async () => {
      const pattern = { org_id: admin.orgId, kind: 'purl_namespace', pattern: 'maven/org.acme' };
      const { data } = (await admin.client.post('v1/resolution/createInternalPattern', pattern)).body;
      const sbomId = await newSbom(admin);
      await importSbom(app, admin, sbomId, documents.SPDX!);
      const reason = async () => {
        const { entries } = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data;
        return (await examinedAs(entries.find(({ name }: any) => name === 'wombat')))[2];
      };
      expect(await reason()).toBe(ownReason);
      await admin.client.post('v1/resolution/deleteInternalPattern', { id: data.id });
      await settled(app);
      expect(await reason()).toBe('no loaded source of vulnerabilities covers pkg:maven');
    });
  });

  it('resolve and export where their type needs a qualifier, with it or without', async () => {
    const purls = ['pkg:julia/Wombat@1.0.0?uuid=0f8b85d8', 'pkg:julia/Numbat@1.0.0', 'pkg:swid/Acme/Gibbon@1.0.0'];
    const components = purls.map((purl, index) => ({ type: 'library', name: `own-${index}`, version: '1.0.0', purl }));
    const sbomId = await newSbom(admin);
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
    await importSbom(app, admin, sbomId, JSON.stringify(bom));
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data;
    expect(entries.map(({ status }: any) => status)).toEqual(purls.map(() => 'resolved'));
    const { status, body } = await admin.client.post(
      'v1/report/getSBOM',
      { sbom_id: sbomId },
      { sbom_type: 'CycloneDX' },
    );
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body.data.components.map(({ purl }: any) => purl)).toEqual(purls);
  });
});
