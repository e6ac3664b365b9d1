import type { BomComponent, BomHeader, JsonObject } from '../../../src/model/document.js';
import { sharedHeader, sharedSubject } from '../../../src/sboms/exporting/shared-header.js';

const headerWith = (family: 'cyclonedx' | 'spdx', data: JsonObject): BomHeader => ({
  family,
  specVersion: '',
  name: 'Shop',
  revision: 1,
  native: { family, data },
});

describe('what outsiders get of the head of a document', () => {
  it('is nobody’s name, no contact and no remark, in CycloneDX', () => {
    const contact = [{ name: 'Ada', email: 'ada@acme.example' }];
    const data = {
      properties: [{ name: 'ci', value: 'http://ci.internal' }],
      externalReferences: [{ type: 'website', url: 'x' }],
      metadata: {
        authors: contact,
        properties: [{ name: 'job', value: '7' }],
        tools: { components: [{ name: 'own-tool' }] },
        supplier: { name: 'Acme', contact },
        manufacture: { name: 'Acme', contact },
        lifecycles: [{ phase: 'build' }],
        licenses: [{ license: { id: 'CC0-1.0' } }],
      },
    };
    expect(sharedHeader(headerWith('cyclonedx', data))).toEqual(
      headerWith('cyclonedx', {
        metadata: {
          supplier: { name: 'Acme' },
          manufacture: { name: 'Acme' },
          lifecycles: [{ phase: 'build' }],
          licenses: [{ license: { id: 'CC0-1.0' } }],
        },
      }),
    );
    expect(sharedHeader(headerWith('cyclonedx', { metadata: 'x' })).native!.data).toEqual({});
  });

  it('is nobody’s name, no contact and no remark, in SPDX', () => {
    const creators = ['Person: Ada (ada@acme.example)', 'Organization: Acme (ada@acme.example)', 'Tool: own-1', 7];
    const creationInfo = { creators, comment: 'made by Ada', licenseListVersion: '3.25' };
    const { native } = sharedHeader(headerWith('spdx', { comment: 'for Ada', creationInfo }));
    expect(native!.data).toEqual({ creationInfo: { creators: ['Organization: Acme'], licenseListVersion: '3.25' } });
    expect(sharedHeader(headerWith('spdx', { '@context': 'x', document: {} })).native!.data).toEqual({});
  });
});

test('components within the subject are withheld with their refs, unless internal ones are shared', () => {
  const components = [{ name: 'acme-core', 'bom-ref': 'a', components: [{ name: 'acme-inner', 'bom-ref': 'b' }] }];
  const data = { components, evidence: {} };
  const subject = { ref: 's', name: 'Shop', native: { family: 'cyclonedx', data } } as unknown as BomComponent;
  const shared = sharedSubject(subject, true);
  expect([shared.subject!.native!.data, [...shared.inner]]).toEqual([{ evidence: {} }, ['a', 'b']]);
  expect(sharedSubject(subject, false)).toEqual({ subject, inner: new Set() });
  expect(sharedSubject(null, true)).toEqual({ subject: null, inner: new Set() });
});
