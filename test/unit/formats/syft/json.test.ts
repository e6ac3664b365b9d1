import fc from 'fast-check';
import { defaultLimits } from '../../../../src/formats/format.js';
import { identifyFormat } from '../../../../src/formats/index.js';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { syftJson } from '../../../../src/formats/syft/json.js';
import type { Bom, BomComponent } from '../../../../src/model/document.js';
import { cpuClock } from '../../../support/cpu-time.js';

const schema = {
  version: '16.0.0',
  url: 'https://raw.githubusercontent.com/anchore/syft/main/schema/json/schema-16.0.0.json',
};
const source = {
  id: 'src',
  name: 'registry.example.org/shop',
  version: 'sha256:00',
  type: 'image',
  metadata: { userInput: 'shop:1', imageID: 'sha256:01', labels: { a: 'b' } },
};
const artifacts = [
  {
    id: 'p1',
    name: 'libssl3',
    version: '3.0.11-1',
    type: 'deb',
    foundBy: 'dpkg-db-cataloger',
    language: '',
    locations: [{ path: '/var/lib/dpkg/status', layerID: 'sha256:02' }],
    licenses: [
      { value: 'Apache-2.0', spdxExpression: 'Apache-2.0', type: 'declared', urls: ['https://example.org/l'] },
      { value: 'a licence of our own', spdxExpression: '', type: 'concluded' },
    ],
    cpes: [{ cpe: 'cpe:2.3:a:openssl:libssl3:3.0.11-1:*:*:*:*:*:*:*', source: 'syft-generated' }],
    purl: 'pkg:deb/debian/libssl3@3.0.11-1?distro=debian-12',
    metadataType: 'dpkg-db-entry',
    metadata: { source: 'openssl', installedSize: 6030, files: [{ path: '/usr/lib/x' }] },
  },
  {
    id: 'p2',
    name: 'openssl',
    version: '3.0.11-1',
    type: 'deb',
    licenses: ['MIT'],
    cpes: ['cpe:/a:x'],
    purl: '',
    metadata: { digest: [{ algorithm: 'sha1', value: 'A'.repeat(40) }] },
  },
];
const relationships = [
  { parent: 'p1', child: 'p2', type: 'dependency-of' },
  { parent: 'src', child: 'p1', type: 'contains' },
  { parent: 'p1', child: 'f1', type: 'evident-by' },
  { parent: 'p2', child: 'f1', type: 'evident-by' },
];
const document = {
  artifacts,
  artifactRelationships: relationships,
  files: [{ id: 'f1' }, { id: 'f2' }],
  source,
  schema,
  distro: { id: 'debian', versionID: '12', prettyName: 'Debian 12', cpeName: 'cpe:/o:debian:debian_linux:12' },
  descriptor: { name: 'syft', version: '1.18.0' },
};

const read = (json: unknown): Promise<Bom> =>
  collectBom(syftJson.parse(bytesSource(Buffer.from(JSON.stringify(json))), defaultLimits));

describe('a document of Syft', () => {
  it('is recognised, in its schemas before and after its address', () => {
    expect(identifyFormat(JSON.stringify(document)).id).toBe('syft-json');
    expect(identifyFormat(JSON.stringify({ artifacts: [], schema })).id).toBe('syft-json');
  });

  it('says what its packages are, and on what they depend', async () => {
    const { header, subject, components, dependencies } = await read(document);
    expect(header.native?.data.metadata).toEqual({
      tools: { components: [{ type: 'application', name: 'syft', version: '1.18.0' }] },
    });
    expect(subject).toMatchObject({ type: 'container', name: 'registry.example.org/shop', version: 'sha256:00' });
    expect(components.map(({ type, name, version }) => `${type} ${name} ${version}`)).toEqual([
      'library libssl3 3.0.11-1',
      'library openssl 3.0.11-1',
      'operating-system debian 12',
    ]);
    expect(components[0]).toMatchObject({
      purls: ['pkg:deb/debian/libssl3@3.0.11-1?distro=debian-12'],
      cpes: ['cpe:2.3:a:openssl:libssl3:3.0.11-1:*:*:*:*:*:*:*'],
      licenses: [
        { relation: 'declared', id: 'Apache-2.0', url: 'https://example.org/l' },
        { relation: 'concluded', name: 'a licence of our own' },
      ],
      properties: expect.arrayContaining([
        { name: 'syft:package:type', value: 'deb' },
        { name: 'syft:location:0:path', value: '/var/lib/dpkg/status' },
        { name: 'syft:metadata:installedSize', value: '6030' },
      ]),
    });
    expect(components[1]).toMatchObject({
      purls: [],
      cpes: ['cpe:/a:x'],
      licenses: [{ id: 'MIT' }],
      hashes: [{ algorithm: 'SHA-1', value: 'a'.repeat(40) }],
    });
    expect(dependencies).toEqual([{ from: 'p2', to: ['p1'], kind: 'depends-on' }]);
  });

  it('names what is not taken, with its count', async () => {
    const { warnings } = await read({ ...document, secrets: {} });
    expect(warnings.map(({ message }) => message).sort()).toEqual([
      'A relationship "evident-by" with something that is no package was not taken, nor 1 more',
      'The list "files" was not taken, nor 1 more',
      'The member "metadata.files" of packages was not taken',
      'The member "secrets" of the document was not taken',
    ]);
  });

  it('has an entry for each package whatever its id', async () => {
    const twins = ['a', 'b', 'c'].map((name) => ({ ...artifacts[0], id: 'same', name }));
    const { components, warnings } = await read({ artifacts: [...twins, { name: 'd' }], schema });
    expect(components.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect(new Set(components.map(({ ref }) => ref)).size).toBe(4);
    expect(warnings.map(({ message }) => message)).toContain(
      'An id that an earlier package has was not taken, nor 1 more',
    );
  });

  it('has its dependencies in whatever order its members are', async () => {
    const sorted = Object.fromEntries(Object.entries(document).sort(([one], [other]) => (one < other ? -1 : 1)));
    expect(Object.keys(sorted).indexOf('artifactRelationships')).toBeLessThan(Object.keys(sorted).indexOf('artifacts'));
    const { dependencies } = await read(sorted);
    expect(dependencies.length).toBeGreaterThan(0);
    expect(dependencies).toEqual((await read(document)).dependencies);
  });

  it('takes no longer for packages of one id', async () => {
    const packages = (idOf: (at: number) => string) =>
      Array.from({ length: 30_000 }, (_, at) => ({ id: idOf(at), name: 'x', version: '1' }));
    const spent = cpuClock();
    expect((await read({ artifacts: packages(() => 'same'), schema })).components).toHaveLength(30_000);
    // Each trying all numbers before its own takes minutes.
    expect(spent()).toBeLessThan(15_000);
  });

  it('that is broken is refused', async () => {
    await expect(read({ artifacts: {}, schema })).rejects.toThrow('"artifacts" must be a list');
    await expect(read({ artifacts: [1], schema })).rejects.toThrow('must be an object');
    await expect(read({ artifacts: [{ name: 'x'.repeat(5_000) }] })).rejects.toThrow('longer than');
  });

  it('says what the image and its distribution are, and what of that was not taken', async () => {
    const metadata = {
      userInput: 'shop:1',
      repoDigests: ['shop@sha256:05', 'shop@sha256:06'],
      imageSize: 6,
      labels: { maintainer: 'Ada' },
      layers: [{ digest: 'sha256:07' }],
      manifest: 'eyJ9',
    };
    const distro = { id: 'debian', name: 'Debian GNU/Linux', idLike: ['a', 'b'], homeURL: 'https://example.org' };
    const image = { ...source, supplier: 'Example Inc.', metadata };
    const { subject, components, warnings } = await read({ ...document, source: image, distro });
    const texts = (component: BomComponent) => component.properties.map(({ name, value }) => `${name}=${value}`);
    expect(subject!.supplier).toEqual({ kind: 'unknown', name: 'Example Inc.' });
    expect(texts(subject!)).toEqual([
      'syft:source:userInput=shop:1',
      'syft:source:repoDigests=shop@sha256:05',
      'syft:source:repoDigests=shop@sha256:06',
      'syft:source:imageSize=6',
      'syft:image:labels:maintainer=Ada',
    ]);
    expect(texts(components.find(({ type }) => type === 'operating-system')!)).toEqual([
      'syft:distro:name=Debian GNU/Linux',
      'syft:distro:idLike=a',
      'syft:distro:idLike=b',
      'syft:distro:homeURL=https://example.org',
    ]);
    expect(warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'The member "source.metadata.layers" was not taken',
        'The member "source.metadata.manifest" was not taken',
      ]),
    );
  });

  it('has as many components as packages, whatever their members hold', async () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const member = fc.constantFrom(...Object.keys(artifacts[0]!), '__proto__', 'constructor');
    const anything = fc.dictionary(member, json, { maxKeys: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(anything, { maxLength: 5 }), json, async (list, other) => {
        const named = list.map((one) => ({ ...one, name: 'x' }));
        const text = JSON.stringify({ artifacts: named, artifactRelationships: [other], source: other, schema });
        const bom = await collectBom(syftJson.parse(bytesSource(Buffer.from(text)), defaultLimits));
        expect(bom.components).toHaveLength(list.length);
        expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});
