import type { BomComponent, BomEvent } from '../../../src/model/document.js';
import type { SourceFiles } from '../../../src/trees/source-files.js';
import { readTree, type TreeOptions } from '../../../src/trees/tree-reading.js';
import type { TreeReport } from '../../../src/trees/tree-report.js';
import { packageLock } from '../../support/analyses.js';

const subject = { ref: 's', name: 'shop', org: '', version: '' };

async function read(content: Readonly<Record<string, string | object>>, options: Partial<TreeOptions> = {}) {
  const files = new Map(
    Object.entries(content).map(([path, text]) => [path, Buffer.from(typeof text === 'string' ? text : JSON.stringify(text))]), // prettier-ignore
  );
  const source: SourceFiles = {
    sizes: new Map([...files].map(([path, bytes]) => [path, bytes.length])),
    read: (path) => Promise.resolve(files.get(path) ?? null),
    close: () => Promise.resolve(),
  };
  const events: BomEvent[] = [];
  let report: TreeReport | undefined;
  for await (const some of readTree(source, { subject, mergeSboms: true, ...options }, (result) => (report = result)))
    events.push(...some);
  const components = events.flatMap((event) => (event.type === 'component' ? [event.component] : []));
  return {
    components,
    names: components.map(({ name, version }) => `${name}@${version}`).sort(),
    edges: events
      .flatMap((event) =>
        event.type === 'dependency' ? event.dependency.to.map((to) => `${event.dependency.from} > ${to}`) : [],
      ) // prettier-ignore
      .sort(),
    leaves: events.flatMap((event) => (event.type === 'dependency' && event.dependency.to.length === 0 ? [event.dependency.from] : [])).sort(), // prettier-ignore
    warnings: events.flatMap((event) => (event.type === 'warning' ? [event.warning] : [])),
    gaps: report!.gaps.map(({ reason, kind, path }) => `${reason} ${kind} ${path}`),
  };
}

const cycloneDx = (components: object[], more: object = {}) => ({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components, ...more }); // prettier-ignore
const npm = (name: string, version: string, more: object = {}) => ({ type: 'library', name, version, 'bom-ref': name, purl: `pkg:npm/${name}@${version}`, ...more }); // prettier-ignore
const placesOf = (component: BomComponent | undefined) =>
  (component?.native?.data.evidence as { occurrences: { location: string }[] }).occurrences.map(({ location }) => location); // prettier-ignore

describe('SBOM files of a source', () => {
  const lock = packageLock({ lodash: '4.17.21' });

  it('are a gap where they are not merged', async () => {
    const { gaps, names } = await read({ 'web/package-lock.json': lock, 'sbom.cdx.json': cycloneDx([npm('a', '1.0.0')]) }, { mergeSboms: false }); // prettier-ignore
    expect([gaps, names]).toEqual([['not_merged sbom sbom.cdx.json'], ['lodash@4.17.21']]);
  });

  it('complete what manifests name, and add what these do not', async () => {
    const bom = cycloneDx(
      [npm('lodash', '4.17.21', { licenses: [{ license: { id: 'MIT' } }] }), npm('a', '1.0.0'), npm('b', '2.0.0')],
      {
        metadata: { component: { type: 'application', name: 'Shop', 'bom-ref': 'root' } },
        dependencies: [{ ref: 'root', dependsOn: ['a'] }, { ref: 'a', dependsOn: ['b', 'lodash'] }],
      },
    ); // prettier-ignore
    const { components, names, edges, gaps } = await read({ 'package-lock.json': lock, 'out/bom.json': bom });
    expect(gaps).toEqual([]);
    expect(names).toEqual(['a@1.0.0', 'b@2.0.0', 'lodash@4.17.21']);
    const lodash = components.find(({ name }) => name === 'lodash')!;
    expect(lodash.licenses).toEqual([{ relation: 'declared', id: 'MIT' }]);
    expect(placesOf(lodash)).toEqual(['package-lock.json', 'out/bom.json']);
    expect(placesOf(components.find(({ name }) => name === 'b'))).toEqual(['out/bom.json']);
    const at = (name: string, version: string) => `pkg:npm/${name}@${version}`;
    expect(edges).toEqual([
      `${at('a', '1.0.0')} > ${at('b', '2.0.0')}`,
      `${at('a', '1.0.0')} > ${at('lodash', '4.17.21')}`,
      `s > ${at('a', '1.0.0')}`,
      `s > ${at('lodash', '4.17.21')}`,
    ]);
  });

  it('and manifests say what depends on nothing, unless one of them says more', async () => {
    const dependencies = [{ ref: 'a', dependsOn: [] }, { ref: 'b', dependsOn: [] }, { ref: 'lodash', dependsOn: ['b'] }]; // prettier-ignore
    const bom = cycloneDx([npm('lodash', '4.17.21'), npm('a', '1.0.0'), npm('b', '2.0.0'), npm('c', '3.0.0')], { dependencies }); // prettier-ignore
    const more = cycloneDx([npm('a', '1.0.0'), npm('c', '3.0.0')], { dependencies: [{ ref: 'a', dependsOn: ['c'] }] });
    const locked = { 'package-lock.json': packageLock({ lodash: '4.17.21', chalk: '5.0.0' }) };
    const { leaves } = await read({ ...locked, 'bom.json': bom, 'more/bom.json': more });
    expect(leaves).toEqual([expect.stringMatching(/npm\/b@2\.0\.0$/), 'pkg:npm/chalk@5.0.0']);
  });

  it('say the version of what a manifest only requires', async () => {
    const manifest = JSON.stringify({ name: 'shop', dependencies: { a: '^1.0.0' } });
    const { names, edges } = await read({ 'package.json': manifest, 'bom.json': cycloneDx([npm('a', '1.4.2')]) });
    expect([names, edges]).toEqual([['a@1.4.2'], ['s > pkg:npm/a@1.4.2']]);
    const two = await read({
      'package.json': manifest,
      'bom.json': cycloneDx([npm('a', '1.4.2'), npm('a', '2.0.0', { 'bom-ref': 'a2' })]),
    });
    expect(two.names).toEqual(['a@', 'a@1.4.2', 'a@2.0.0']);
  });

  it('are one where two say the same, in whatever format', async () => {
    const spdx = {
      spdxVersion: 'SPDX-2.3', dataLicense: 'CC0-1.0', SPDXID: 'SPDXRef-DOCUMENT', name: 'x', documentNamespace: 'https://x.test/1',
      creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: t'] },
      packages: [{ SPDXID: 'SPDXRef-a', name: 'a', versionInfo: '1.0.0', downloadLocation: 'NOASSERTION', externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: 'pkg:npm/a@1.0.0' }] }],
      relationships: [{ spdxElementId: 'SPDXRef-DOCUMENT', relatedSpdxElement: 'SPDXRef-a', relationshipType: 'DESCRIBES' }],
    }; // prettier-ignore
    const { components, gaps } = await read({ 'lib/a/a.spdx.json': spdx, 'lib/a/bom.json': cycloneDx([npm('a', '1.0.0')]) }); // prettier-ignore
    expect(gaps).toEqual([]);
    expect(components.map(placesOf)).toEqual([['lib/a/a.spdx.json', 'lib/a/bom.json']]);
  });

  it('are about a copied library where they lie in a folder and have another name than a project', async () => {
    const zlib = cycloneDx([], { metadata: { component: { type: 'library', name: 'zlib', version: '1.3.1', 'bom-ref': 'z', purl: 'pkg:generic/zlib@1.3.1' } } }); // prettier-ignore
    const { names, edges } = await read({ 'third/zlib/zlib.cdx.json': zlib });
    expect([names, edges]).toEqual([['zlib@1.3.1'], ['s > pkg:generic/zlib@1.3.1']]);
    expect((await read({ 'zlib.cdx.json': zlib })).names).toEqual([]);
    expect((await read({ 'a/zlib.cdx.json': zlib, 'a/package.json': '{"name":"ZLib"}' })).names).toEqual([]);
  });

  it('tell what of them was not taken, and whole files that cannot be read', async () => {
    const bom = cycloneDx([npm('a', '1.0.0')], { vulnerabilities: [{ id: 'CVE-2021-1', affects: [{ ref: 'a' }] }] });
    const { names, warnings, gaps } = await read({
      'bom.json': bom,
      'x/bom.json': `${JSON.stringify(cycloneDx([npm('b', '1.0.0')])).slice(0, -3)}`,
    });
    expect(names).toEqual(['a@1.0.0']);
    expect(warnings).toEqual([
      { place: 'bom.json', message: '1 elements besides components and their dependencies were not merged: vulnerability' },
    ]); // prettier-ignore
    expect(gaps).toEqual(['unreadable sbom x/bom.json']);
  });

  it.each([
    ['alone', {}],
    ['beside a lock file of another folder', { 'other/package-lock.json': lock }],
  ])('keep where a package is required, and which versions are allowed (%s)', async (_, more) => {
    const bom = cycloneDx([npm('lodash', '4.17.21', { licenses: [{ license: { id: 'MIT' } }] })]);
    const { components, edges } = await read({
      'bom.json': bom,
      'web/package.json': { name: 'web', dependencies: { lodash: '^4.17.0' } },
      'api/package.json': { name: 'api', dependencies: { lodash: '~4.17.20' } },
      ...more,
    });
    const found = components.filter(({ name }) => name === 'lodash');
    expect(found.map(({ version }) => version)).toEqual(['4.17.21']);
    const [lodash] = found;
    expect(lodash!.licenses).toEqual([{ relation: 'declared', id: 'MIT' }]);
    expect(placesOf(lodash)).toEqual(expect.arrayContaining(['bom.json', 'web/package.json', 'api/package.json']));
    // The tree itself keeps the first of several.
    expect(lodash!.properties).toContainEqual({ name: 'manifest:requirement', value: '~4.17.20' });
    expect(edges.filter((edge) => edge.endsWith(` > ${lodash!.ref}`)).length).toBeGreaterThan(0);
  });

  it('say that more is to be said of a file than is listed', async () => {
    const odd = Array.from({ length: 300 }, (_, index) => npm(`p${index}`, '1.0.0', { scope: 'nonsense' }));
    const { warnings } = await read({ 'sbom.cdx.json': cycloneDx(odd) });
    const ofFile = warnings.filter(({ place }) => place.startsWith('sbom.cdx.json'));
    expect(ofFile).toHaveLength(201);
    expect(ofFile.at(-1)!.message).toMatch(/^\d+ more warnings about this file are omitted$/);
  });
});
