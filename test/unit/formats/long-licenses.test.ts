import { cycloneDxJson } from '../../../src/formats/cyclonedx/json.js';
import { cycloneDxXml } from '../../../src/formats/cyclonedx/xml.js';
import { cycloneDxYaml } from '../../../src/formats/cyclonedx/yaml.js';
import { FormatError } from '../../../src/formats/format.js';
import { spdxJson } from '../../../src/formats/spdx/json.js';
import { spdxTagValue } from '../../../src/formats/spdx/tag-value.js';
import { spdxXml } from '../../../src/formats/spdx/xml.js';
import { spdxYaml } from '../../../src/formats/spdx/yaml.js';
import { cpuMillisecondsOf } from '../../support/cpu-time.js';
import { read } from './spdx/documents.js';

const hostile: readonly (readonly [string, string])[] = [
  ['ten thousand open parentheses', `${'('.repeat(10_000)}MIT AND ISC${')'.repeat(10_000)}`],
  ['a megabyte of AND', Array.from({ length: 125_000 }, () => 'MIT').join(' AND ')],
  ['alternatives of conjunctions', Array.from({ length: 1_000 }, () => '(MIT AND ISC)').join(' OR ')],
];

const cycloneDx = (license: string): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [{ type: 'library', name: 'a', licenses: [{ license: { name: license } }] }],
  });
const cycloneDxText = (license: string): string =>
  '<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components><component type="library"><name>a</name>' +
  `<licenses><license><name>${license}</name></license></licenses></component></components></bom>`;
const spdx = (license: string): string =>
  JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'sample',
    packages: [{ SPDXID: 'SPDXRef-a', name: 'a', licenseDeclared: license }],
  });
const spdxText = (license: string): string =>
  '<Document><spdxVersion>SPDX-2.3</spdxVersion><SPDXID>SPDXRef-DOCUMENT</SPDXID><name>sample</name>' +
  `<packages><SPDXID>SPDXRef-a</SPDXID><name>a</name><licenseDeclared>${license}</licenseDeclared></packages></Document>`;
const tagValue = (license: string): string =>
  `SPDXVersion: SPDX-2.3\nSPDXID: SPDXRef-DOCUMENT\nPackageName: a\nSPDXID: SPDXRef-a\nPackageLicenseDeclared: ${license}\n`;

describe.each([
  { format: cycloneDxJson, document: cycloneDx },
  { format: cycloneDxXml, document: cycloneDxText },
  { format: cycloneDxYaml, document: cycloneDx },
  { format: spdxJson, document: spdx },
  { format: spdxXml, document: spdxText },
  { format: spdxYaml, document: spdx },
  { format: spdxTagValue, document: tagValue },
])('a licence in $format.id', ({ format, document }) => {
  test.each(hostile)('%s', async (_, license) => {
    let outcome: unknown;
    const ms = await cpuMillisecondsOf(async () => {
      outcome = await read(format, document(license)).catch((error: unknown) => error);
    });
    expect(ms).toBeLessThan(3_000);
    if (outcome instanceof FormatError) expect(outcome.reason).toBe('limit');
    else expect(outcome).toMatchObject({ components: [{ name: 'a', licenses: [{ relation: 'declared' }] }] });
  });
});
