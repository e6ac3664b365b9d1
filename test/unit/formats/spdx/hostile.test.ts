import { FormatError } from '../../../../src/formats/format.js';
import { readExpression } from '../../../../src/formats/shared/license-expressions.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxRdf } from '../../../../src/formats/spdx/rdf.js';
import { spdxTagValue } from '../../../../src/formats/spdx/tag-value.js';
import { spdxXml } from '../../../../src/formats/spdx/xml.js';
import { spdxYaml } from '../../../../src/formats/spdx/yaml.js';
import { read, write } from './documents.js';
import { cpuClock } from '../../../support/cpu-time.js';

const head = {
  spdxVersion: 'SPDX-2.3',
  dataLicense: 'CC0-1.0',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'sample',
  documentNamespace: 'https://example.org/sample',
  creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: maker'] },
};
const pkg = (id: string, more: object = {}) => ({ SPDXID: id, name: id, downloadLocation: 'NONE', ...more });
const json = (members: object): string => JSON.stringify({ ...head, ...members });
const tagHead = 'SPDXVersion: SPDX-2.3\nSPDXID: SPDXRef-DOCUMENT\n';

async function refusal(reading: Promise<unknown>): Promise<FormatError> {
  const error: unknown = await reading.then(
    () => new Error('it was accepted'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FormatError)) throw error;
  return error;
}

describe('refused', () => {
  test('a text that is never closed', async () => {
    const error = await refusal(read(spdxTagValue, `${tagHead}PackageName: a\nPackageComment: <text>x\ny`));
    expect(error).toMatchObject({ reason: 'truncated', place: 'line 4' });
    const endless = `${tagHead}PackageComment: <text>${'x\n'.repeat(600_000)}`;
    expect(await refusal(read(spdxTagValue, endless))).toMatchObject({ reason: 'limit' });
  });

  test('a line beyond the limit', async () => {
    const error = await refusal(read(spdxTagValue, `${tagHead}PackageName: ${'x'.repeat(2_000_000)}`));
    expect(error.reason).toBe('limit');
  });

  test('two SPDXIDs of one element', async () => {
    expect(await refusal(read(spdxTagValue, `${tagHead}SPDXID: SPDXRef-DOCUMENT\n`))).toMatchObject({
      place: 'line 3',
    });
  });

  test('two versions, an unknown one, and none', async () => {
    expect(await refusal(read(spdxTagValue, `${tagHead}SPDXVersion: SPDX-2.2\n`))).toMatchObject({ place: 'line 3' });
    const unknown = await refusal(read(spdxJson, json({ spdxVersion: 'SPDX-9.9' })));
    expect(unknown.reason).toBe('unsupported_version');
    const none = await refusal(read(spdxJson, JSON.stringify({ ...head, spdxVersion: undefined })));
    expect(none.reason).toBe('unsupported_version');
  });

  test.each([
    ['an object', { packages: {} }, '/packages'],
    ['a text', { packages: 'x' }, '/packages'],
    ['a list of null', { packages: [null] }, '/packages/0'],
    ['another family', { bomFormat: 'CycloneDX' }, '/bomFormat'],
  ])('packages that are %s', async (_, members, place) => {
    expect((await refusal(read(spdxJson, json(members)))).place).toBe(place);
  });

  test('a document that is cut off anywhere', async () => {
    const whole = json({ packages: [pkg('SPDXRef-a'), pkg('SPDXRef-b')], relationships: [] });
    for (let length = 1; length < whole.length; length += 29)
      expect(await refusal(read(spdxJson, whole.slice(0, length)))).toBeInstanceOf(FormatError);
    const bom = await read(spdxJson, whole);
    const xml = (await write(spdxXml, bom, '2.3')).trimEnd();
    for (let length = 60; length < xml.length; length += 97)
      expect(await refusal(read(spdxXml, xml.slice(0, length)))).toBeInstanceOf(FormatError);
  });

  test('document type declarations', async () => {
    const dtd = '<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    const xml = `${dtd}<Document><SPDXID>SPDXRef-DOCUMENT</SPDXID><name>&x;</name></Document>`;
    expect((await refusal(read(spdxXml, xml))).reason).toBe('dtd_forbidden');
    const rdf = `${dtd}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>`;
    expect((await refusal(read(spdxRdf, rdf))).reason).toBe('dtd_forbidden');
  });

  test('names beyond the limit, and more packages than the limit', async () => {
    const long = json({ packages: [pkg('SPDXRef-a', { versionInfo: 'x'.repeat(5_000) })] });
    expect(await refusal(read(spdxJson, long))).toMatchObject({ reason: 'limit', place: '/packages/0' });
    const many = json({ packages: [pkg('SPDXRef-a'), pkg('SPDXRef-b')] });
    expect(await refusal(read(spdxJson, many, { maxComponents: 1 }))).toMatchObject({ reason: 'limit' });
  });

  test('licence sets of RDF that hold each other', async () => {
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://spdx.org/rdf/terms#">
      <SpdxDocument rdf:about="https://example.org/a#SPDXRef-DOCUMENT"><specVersion>SPDX-2.3</specVersion></SpdxDocument>
      <Package rdf:about="https://example.org/a#SPDXRef-a"><name>a</name><licenseDeclared rdf:nodeID="x"/></Package>
      <ConjunctiveLicenseSet rdf:nodeID="x"><member rdf:nodeID="x"/><member rdf:nodeID="x"/></ConjunctiveLicenseSet>
    </rdf:RDF>`;
    expect(['limit', 'too_deep']).toContain((await refusal(read(spdxRdf, rdf))).reason);
  });
});

describe('taken as data', () => {
  test('relationships in a circle, to itself and to nothing', async () => {
    const count = 2_000;
    const packages = Array.from({ length: count }, (_, index) => pkg(`SPDXRef-${index}`));
    const depends = (from: number, to: number | string) => ({
      spdxElementId: `SPDXRef-${from}`,
      relationshipType: 'DEPENDS_ON',
      relatedSpdxElement: `SPDXRef-${to}`,
    });
    const relationships = packages.map((_, index) => depends(index, (index + 1) % count));
    relationships.push(depends(0, 0), depends(0, 'gone'));
    const bom = await read(spdxJson, json({ packages, relationships }));
    expect(bom.dependencies).toHaveLength(count + 1);
    expect(bom.warnings).toMatchObject([{ place: `/relationships/${count + 1}` }]);
    const losses: string[] = [];
    await write(spdxJson, bom, '2.3', losses);
    expect(losses).toEqual(['relationship']);
  });

  test('members that are names of the prototype', async () => {
    const text = json({ packages: [pkg('SPDXRef-a')] }).replace('"name":"SPDXRef-a"', '"__proto__":{"x":1},"name":"a"');
    const bom = await read(spdxJson, text);
    expect(bom.components[0]!.name).toBe('a');
    expect(({} as { x?: number }).x).toBeUndefined();
    const own = json({ packages: [pkg('constructor'), pkg('__proto__')] });
    expect((await read(spdxJson, own)).components.map(({ ref }) => ref)).toEqual(['constructor', '__proto__']);
  });

  test('form feeds, and lines without a tag', async () => {
    const bom = await read(spdxTagValue, `${tagHead}\f\nPackageName: a\f\n`);
    expect(bom.components.map(({ name }) => name)).toEqual(['a']);
  });

  test('versions as text, whatever YAML makes of them', async () => {
    const versions = ['1.10', '1e3', '012', '0x1F', 'no', '2020-01-01', '1:30'];
    const packages = versions.map((text, index) => `- SPDXID: SPDXRef-${index}\n  name: x\n  versionInfo: ${text}\n`);
    const bom = await read(spdxYaml, `spdxVersion: SPDX-2.3\nname: n\npackages:\n${packages.join('')}`);
    expect(bom.components.map(({ version }) => version)).toEqual(versions);
  });

  test.each([
    ['ten thousand open parentheses', `${'('.repeat(10_000)}MIT`],
    ['a megabyte of AND', Array.from({ length: 100_000 }, () => 'MIT').join(' AND ')],
    ['bait for regular expressions', `${'a'.repeat(50_000)}!`],
  ])('licences: %s', async (_, text) => {
    const spent = cpuClock();
    readExpression(text);
    const bom = await read(spdxJson, json({ packages: [pkg('SPDXRef-a', { licenseDeclared: text })] }));
    await write(spdxJson, bom, '2.3');
    expect(spent()).toBeLessThan(1_500);
  });

  test('one text where a list should be, a number where a text should be', async () => {
    const info = { created: '2026-01-01T00:00:00Z', creators: 'Tool: x' };
    const text = json({
      creationInfo: info,
      packages: [pkg('SPDXRef-a', { name: 5, supplier: {}, filesAnalyzed: 'false' })],
    });
    const bom = await read(spdxJson, text);
    expect(bom.components).toMatchObject([{ name: '5', native: { data: { filesAnalyzed: false } } }]);
    expect(bom.warnings.map(({ place }) => place)).toEqual(['/packages/0/supplier', '/creationInfo/creators']);
  });
});
