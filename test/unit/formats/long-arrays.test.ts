import { Spdx3Vulnerabilities } from '../../../src/formats/conversion/vulnerabilities-from-spdx3.js';
import { defaultLimits } from '../../../src/formats/format.js';
import { collectBom } from '../../../src/formats/in-memory-bom.js';
import { bytesSource } from '../../../src/formats/reading/bytes.js';
import { tableJson } from '../../../src/formats/table/table-json.js';
import { parseCsafVex } from '../../../src/vex/read-csaf.js';
import { parseCycloneDxVex } from '../../../src/vex/read-cyclonedx.js';

/** A call takes some 120,000 arguments: with more, `push(...list)` fails. */
const many = 200_000;
const list = <T>(make: (index: number) => T): T[] => Array.from({ length: many }, (_, index) => make(index));

describe('lists of more elements than a call takes arguments', () => {
  it('of components within another one, in a CycloneDX VEX', () => {
    const document = {
      components: [
        { 'bom-ref': 'whole', name: 'whole', components: list((index) => ({ 'bom-ref': `part-${index}` })) },
      ],
      vulnerabilities: [{ id: 'CVE-2024-1', affects: [{ ref: 'part-7' }], analysis: { state: 'not_affected' } }],
    };
    expect(parseCycloneDxVex(document as never)).toHaveLength(1);
  });

  it('of relationships between products, in CSAF', () => {
    const relationships = list((index) => ({
      category: 'default_component_of',
      product_reference: 'part',
      relates_to_product_reference: 'whole',
      full_product_name: { product_id: `both-${index}`, name: 'both' },
    }));
    const named = (id: string) => ({ product_id: id, name: id });
    const document = {
      document: {
        category: 'csaf_vex',
        csaf_version: '2.0',
        title: 't',
        publisher: { name: 'p' },
        tracking: { id: '1' },
      },
      product_tree: { full_product_names: [named('part'), named('whole')], relationships },
      vulnerabilities: [{ cve: 'CVE-2024-1', product_status: { fixed: ['both-7'] } }],
    };
    expect(parseCsafVex(document as never)).toHaveLength(1);
  });

  it('of elements that two assessments of SPDX 3 are about', () => {
    const lost: string[] = [];
    const target = { at: () => undefined, onLoss: (name: string) => void lost.push(name) };
    const vulnerabilities = new Spdx3Vulnerabilities({} as never, target as never);
    const to = list((index) => `urn:element:${index}`);
    const type = 'security_VexFixedVulnAssessmentRelationship';
    for (const elements of [['urn:element:first'], to])
      vulnerabilities.add({
        kind: 'vulnerability',
        data: { type, from: 'urn:cve', relationshipType: 'fixedIn', to: elements },
      } as never);
    const [found] = [...vulnerabilities.all()] as { affects: object[] }[];
    expect(found!.affects).toHaveLength(many + 1);
  });

  it('of packages, in the JSON of a tool', async () => {
    const json = JSON.stringify({ dependencies: list((index) => ({ name: `lib-${index}`, version: '1.0' })) });
    const { components } = await collectBom(tableJson.parse(bytesSource(Buffer.from(json)), defaultLimits));
    expect(components).toHaveLength(many);
  });
});
