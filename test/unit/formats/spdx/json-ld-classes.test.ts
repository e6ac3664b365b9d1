import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import { read } from './documents.js';

const info = { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2026-01-02T03:04:05Z' };
const element = (type: string, name: string) => ({ type, spdxId: `urn:ex:${name}`, creationInfo: '_:c', name });

test.each(['https://spdx.org/rdf/3.0.1/terms/Software/Package', 'software_package', 'Package'])(
  'a package of the class %s, which SPDX 3.0 has not, is not passed over in silence',
  async (type) => {
    const graph = [info, element('SpdxDocument', 'd'), element('software_Package', 'a'), element(type, 'b')];
    const bom = await read(
      spdxJsonLd,
      JSON.stringify({ '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld', '@graph': graph }),
    );
    expect(bom.components.map(({ name }) => name)).toEqual(['a']);
    expect(bom.warnings).toEqual([
      {
        place: '/@graph/3',
        message: `The class "${type}" is none of SPDX 3.0 in JSON; the element is kept, but it is no component. Packages are of software_Package, ai_AIPackage, dataset_DatasetPackage`,
      },
    ]);
  },
);
