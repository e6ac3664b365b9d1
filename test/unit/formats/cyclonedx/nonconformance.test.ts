import { toIri } from '../../../../src/formats/cyclonedx/spec/iri.js';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { cycloneDxXml } from '../../../../src/formats/cyclonedx/xml.js';
import { defaultLimits } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import type { BomWarning, JsonObject } from '../../../../src/model/document.js';
import { cpuMilliseconds } from '../../../support/cpu-time.js';

async function warningsOf(specVersion: string, members: JsonObject): Promise<readonly BomWarning[]> {
  const text = JSON.stringify({ bomFormat: 'CycloneDX', specVersion, ...members });
  return (await collectBom(cycloneDxJson.parse(bytesSource(Buffer.from(text)), defaultLimits))).warnings;
}

const component = (members: JsonObject): JsonObject => ({
  components: [{ type: 'library', name: 'a', 'bom-ref': 'a', ...members }],
});
const reference = (url: string): JsonObject => component({ externalReferences: [{ type: 'website', url }] });
const expression = { expression: 'MIT OR ISC' };
const license = { license: { id: 'MIT' } };
const pointing = { pointers: ['/components/0/name'], timestamp: '2026-01-02T03:04:05Z' };

describe('what departs from its version of CycloneDX is told of, with its place', () => {
  test.each<[string, string, JsonObject, string]>([
    ['a day as time of the document', '1.6', { metadata: { timestamp: '2026-01-02' } }, '/metadata/timestamp'],
    ['a time of day that is none', '1.4', { metadata: { timestamp: '2026-01-02T25:00:00Z' } }, '/metadata/timestamp'],
    [
      'an entry that is licence and expression',
      '1.7',
      component({ licenses: [{ ...license, ...expression }] }),
      '/components/0/licenses/0/expression',
    ],
    [
      'an expression beside licences before 1.7',
      '1.6',
      component({ licenses: [license, expression] }),
      '/components/0/licenses/expression',
    ],
    [
      'two expressions before 1.7',
      '1.5',
      component({ licenses: [expression, expression] }),
      '/components/0/licenses/expression',
    ],
    [
      'a range of versions of what is no external component',
      '1.7',
      component({ versionRange: 'vers:npm/*' }),
      '/components/0/versionRange',
    ],
    [
      'a range beside a version',
      '1.7',
      component({ versionRange: 'vers:npm/*', version: '1', isExternal: true }),
      '/components/0/versionRange',
    ],
    ['a citation of nobody', '1.7', { citations: [pointing] }, '/citations/0'],
    [
      'a citation with pointers and expressions',
      '1.7',
      { citations: [{ ...pointing, expressions: ['$'], process: 'p' }] },
      '/citations/0/expressions',
    ],
    ['an address with a space', '1.6', reference('https://acme.example/a b'), '/components/0/externalReferences/0/url'],
    [
      'an address with a lone %',
      '1.4',
      reference('https://acme.example/100%'),
      '/components/0/externalReferences/0/url',
    ],
    ['an address of a broken host', '1.5', reference('http://[::1/'), '/components/0/externalReferences/0/url'],
    ['a service without a name', '1.6', { services: [{ version: '1' }] }, '/services/0'],
  ])('%s', async (_, version, members, place) => {
    expect((await warningsOf(version, members)).map((warning) => warning.place)).toEqual([place]);
  });

  test('in XML as well', async () => {
    const bom =
      '<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><metadata>\n<timestamp>2026-01-02</timestamp></metadata></bom>';
    const { warnings } = await collectBom(cycloneDxXml.parse(bytesSource(Buffer.from(bom)), defaultLimits));
    expect(warnings).toMatchObject([{ place: 'line 1', message: expect.stringContaining('timestamp') as string }]);
  });
});

describe('what is as its version has it is not told of', () => {
  test.each<[string, string, JsonObject]>([
    ['expressions among licences since 1.7', '1.7', component({ licenses: [license, expression, expression] })],
    ['a lone expression', '1.4', component({ licenses: [expression] })],
    [
      'a range of versions of an external component',
      '1.7',
      component({ versionRange: 'vers:npm/*', isExternal: true }),
    ],
    ['the zone farthest east', '1.5', { metadata: { timestamp: '2026-01-02T03:04:05.678+14:00' } }],
    ['an address as git writes it', '1.6', reference('git@git.acme.example:acme/a.git')],
    ['an address with letters of any script', '1.6', reference('https://例え.example/ü?q=é#ñ')],
    ['a placeholder in an address, which XSD takes', '1.2', reference('https://acme.example/${project.artifactId}')],
    ['a relative address', '1.6', reference('../a.html')],
    ['a time without zone, which XSD takes', '1.5', { metadata: { timestamp: '2026-01-02T03:04:05' } }],
  ])('%s', async (_, version, members) => {
    expect(await warningsOf(version, members)).toEqual([]);
  });

  test.each<[string, JsonObject]>([
    [
      'a service within a service',
      { services: [{ name: 'out', 'bom-ref': 'out', services: [{ name: 'in', 'bom-ref': 'in' }] }] },
    ],
    [
      'a part of the subject',
      {
        metadata: {
          component: { type: 'application', name: 'b', components: [{ type: 'file', name: 'c', 'bom-ref': 'in' }] },
        },
      },
    ],
    ['a tool', { metadata: { tools: { components: [{ type: 'application', name: 't', 'bom-ref': 'in' }] } } }],
    [
      'an ancestor',
      {
        components: [
          { type: 'library', name: 'd', pedigree: { ancestors: [{ type: 'library', name: 'e', 'bom-ref': 'in' }] } },
        ],
      },
    ],
  ])('a dependency on %s', async (_, members) => {
    expect(await warningsOf('1.6', { ...members, dependencies: [{ ref: 'in' }] })).toEqual([]);
  });
});

describe('components within the subject, which are no entries', () => {
  const subjectOf = (...components: JsonObject[]): JsonObject => ({
    metadata: { component: { type: 'application', name: 'app', 'bom-ref': 'app', components } },
    components: [],
  });
  const file = { type: 'file', name: 'main.py' };
  const library = { type: 'library', name: 'log4j-core', version: '2.14.1' };
  const message = (count: number): string =>
    `Components within the subject that are no files: ${count}. They are kept as parts of it, but are no entries of the SBOM, so nothing examines them`;

  it('are counted in a warning, also those within others', async () => {
    const place = '/metadata/component/components';
    const nested = { ...file, components: [library, { ...library, components: [library] }] };
    expect(await warningsOf('1.6', subjectOf(library))).toEqual([{ place, message: message(1) }]);
    expect(await warningsOf('1.6', subjectOf(nested, library, file))).toEqual([{ place, message: message(4) }]);
  });

  it('need none where they are files, as those of SPDX are', async () => {
    expect(await warningsOf('1.6', subjectOf(file, { ...file, components: [file] }))).toEqual([]);
  });

  it('are counted in XML too', async () => {
    const inner = '<components><component type="library"><name>b</name></component></components>';
    const xml = `<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><metadata><component type="application"><name>a</name>${inner}</component></metadata></bom>`;
    const { warnings, components } = await collectBom(cycloneDxXml.parse(bytesSource(Buffer.from(xml)), defaultLimits));
    expect(warnings.map((warning) => warning.message)).toEqual([message(1)]);
    expect(components).toEqual([]);
  });
});

describe('an address of signs that must be escaped', () => {
  it('costs little more than replacing them does', () => {
    const spaces = ' '.repeat(1_000_000);
    const replacing = cpuMilliseconds(() => void spaces.replace(/ /g, () => '%20'));
    expect(cpuMilliseconds(() => void toIri(spaces))).toBeLessThan(6 * replacing + 50);
    expect(toIri('a b\u0000\u0085\u009f<')).toBe('a%20b%00%C2%85%C2%9F%3C');
  });
});

test('refs of dependencies that are not in the document are all counted', async () => {
  const dependsOn = (count: number): JsonObject => ({
    ...component({}),
    dependencies: [{ ref: 'a', dependsOn: Array.from({ length: count }, (_, index) => `gone-${index}`) }],
  });
  const last = async (count: number): Promise<string> => (await warningsOf('1.6', dependsOn(count))).at(-1)!.message;
  expect(await last(20)).toContain('"gone-19", which is not in this document');
  expect(await last(27)).toBe('7 more refs of dependencies are not in this document either');
  expect(await last(3_000)).toBe('At least 980 more refs of dependencies are not in this document either');
});
