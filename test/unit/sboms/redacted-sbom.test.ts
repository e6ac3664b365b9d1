import type { BomHeader, BomPart, PartKind } from '../../../src/model/document.js';
import { RedactedSbom } from '../../../src/sboms/exporting/redacted-sbom.js';
import { parseBatches, type SerializedSbom } from '../../../src/sboms/exporting/serialized-sbom.js';

const header: BomHeader = { family: 'spdx', specVersion: '3.0.1' };
const relationship = (relationshipType: string): BomPart => ({
  kind: 'relationship',
  family: 'spdx',
  data: { type: 'Relationship', relationshipType, from: 'urn:a', to: ['urn:b'] },
});
const all: readonly BomPart[] = [
  { kind: 'vulnerability', family: 'spdx', data: { type: 'security_Vulnerability', spdxId: 'urn:a' } },
  ...['affects', 'hasAssociatedVulnerability', 'fixedBy', 'dependsOn'].map(relationship),
];

async function* none(): AsyncIterable<string> {}
const sbom: SerializedSbom = {
  header,
  subject: null,
  components: none,
  dependencies: none,
  async *parts(...kinds: readonly PartKind[]) {
    yield await Promise.resolve(JSON.stringify(all.filter(({ kind }) => kinds.includes(kind))));
  },
};

async function shown(withholdsStatements: boolean): Promise<unknown[]> {
  const options = { sbomId: '0198c0de-0000-7000-8000-000000000001', withholdsInternal: false, withholdsStatements };
  const redacted = await RedactedSbom.open(undefined as never, sbom, options);
  const parts: unknown[] = [];
  for await (const batch of parseBatches<BomPart>(redacted.parts('vulnerability', 'relationship')))
    parts.push(...batch.map(({ data }) => data.relationshipType ?? data.type));
  return parts;
}

describe('an SBOM of SPDX 3 for people outside', () => {
  it('withholds what leads to and from a vulnerability together with it', async () => {
    expect(await shown(true)).toEqual(['dependsOn']);
  });

  it('has all of it where statements are shared', async () => {
    expect(await shown(false)).toHaveLength(all.length);
  });
});
