import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { cycloneDxXml } from '../../../../src/formats/cyclonedx/xml.js';
import { through } from '../pairs/passage.js';
import { read } from '../spdx/documents.js';

const ours = 'http://cyclonedx.org/schema/bom/1.3';

describe('the vulnerability extension 1.0', () => {
  const text = `<?xml version="1.0"?>
<bom xmlns="${ours}" xmlns:v="http://cyclonedx.org/schema/ext/vulnerability/1.0" version="1">
  <components><component type="library" bom-ref="pkg:maven/x/y@1.0"><name>y</name><version>1.0</version></component></components>
  <v:vulnerabilities>
    <v:vulnerability ref="pkg:maven/x/y@1.0">
      <v:id>CVE-2018-7489</v:id>
      <v:source name="NVD"><v:url>https://nvd.example/CVE-2018-7489</v:url></v:source>
      <v:ratings><v:rating>
        <v:score><v:base>9.8</v:base><v:impact>5.9</v:impact><v:exploitability>3.0</v:exploitability></v:score>
        <v:severity>Critical</v:severity><v:method>CVSSv3</v:method><v:vector>AV:N/AC:L</v:vector>
      </v:rating></v:ratings>
      <v:cwes><v:cwe>184</v:cwe></v:cwes>
      <v:description>What happens</v:description>
      <v:recommendations><v:recommendation>Upgrade</v:recommendation></v:recommendations>
      <v:advisories><v:advisory>https://example.org/advisory</v:advisory></v:advisories>
    </v:vulnerability>
  </v:vulnerabilities>
</bom>`;
  const vulnerability = {
    id: 'CVE-2018-7489',
    source: { name: 'NVD', url: 'https://nvd.example/CVE-2018-7489' },
    ratings: [{ score: 9.8, severity: 'critical', method: 'CVSSv3', vector: 'AV:N/AC:L' }],
    cwes: [184],
    description: 'What happens',
    recommendation: 'Upgrade',
    advisories: [{ url: 'https://example.org/advisory' }],
    affects: [{ ref: 'pkg:maven/x/y@1.0' }],
    properties: [
      { name: 'score:impact', value: '5.9' },
      { name: 'score:exploitability', value: '3.0' },
    ],
  };

  test('is read as vulnerabilities, and written as such', async () => {
    const bom = await read(cycloneDxXml, text);
    expect(bom.parts).toEqual([{ kind: 'vulnerability', family: 'cyclonedx', data: vulnerability }]);
    expect(bom.warnings).toEqual([]);
    for (const format of [cycloneDxJson, cycloneDxXml]) {
      const again = await through(format, '1.6', bom);
      expect(again.bom.parts.map(({ data }) => data)).toEqual([vulnerability]);
      expect(again.losses).toEqual([]);
    }
  });
});

test('elements of other namespaces are none of ours, whatever their names', async () => {
  const text = `<bom xmlns="${ours}" xmlns:o="urn:other" version="1">
    <components>
      <component type="library"><name>a</name><version>1</version>
        <licenses><o:license><o:id>MIT</o:id></o:license><license><id>Zlib</id></license></licenses>
      </component>
      <o:component type="library"><o:name>evil</o:name>
        <o:components><o:component type="library"><o:name>nested</o:name></o:component></o:components>
      </o:component>
      <o:component xmlns="${ours}"><name>mixed</name><components><component type="library"><name>deep</name></component></components></o:component>
      <component type="library"><name>b</name></component>
    </components>
    <o:dependencies><o:dependency ref="a"/></o:dependencies>
  </bom>`;
  const { components, warnings, dependencies } = await read(cycloneDxXml, text);
  expect(components.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(components[0]!.licenses).toEqual([{ relation: 'declared', id: 'Zlib' }]);
  expect(dependencies).toEqual([]);
  expect(warnings.map(({ message }) => message)).toEqual(
    expect.arrayContaining([expect.stringContaining('<component> of "urn:other" is unknown; it was skipped')]),
  );
});

describe('a signature is named on import, and left out of the export with a loss', () => {
  const signature = { algorithm: 'RS256', value: 'abc' };
  const json = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: [], signature };
  test('in JSON', async () => {
    const bom = await read(cycloneDxJson, JSON.stringify(json));
    expect(bom.warnings).toEqual([{ place: '/signature', message: expect.stringContaining('was not verified') }]);
    const again = await through(cycloneDxJson, '1.6', bom);
    expect(again.losses).toEqual(['signature']);
    expect(again.bom.warnings).toEqual([]);
  });

  test('in XML', async () => {
    const signed = `<bom xmlns="${ours}" version="1"><components/><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo/></Signature></bom>`;
    const { warnings } = await read(cycloneDxXml, signed);
    expect(warnings).toMatchObject([{ message: expect.stringContaining('signed (XML Signature)') }]);
  });
});
