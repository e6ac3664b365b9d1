import { bom as cycloneDxSchema } from '../../../../src/formats/cyclonedx/spec/bom.js';
import type { ListSchema, ObjectSchema, Schema, TextSchema } from '../../../../src/formats/schema/schema.js';
import { documentSchema } from '../../../../src/formats/spdx/document/schema.js';
import type { Json, JsonObject } from '../../../../src/model/document.js';

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export type Draw = () => number;
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(draw: Draw, list: readonly T[]): T => list[Math.floor(draw() * list.length)]!;

/** What a rule of the schema cannot say in words: members whose values go together. */
const known: Readonly<Record<string, readonly Json[]>> = {
  algorithm: ['SHA256'],
  checksumValue: ['ab'.repeat(32)],
  content: ['cd'.repeat(32)],
  expression: ['MIT OR Apache-2.0'],
  externalDocumentId: ['DocumentRef-other'],
  licenseId: ['LicenseRef-a', 'LicenseRef-b'],
  licenseConcluded: ['MIT', 'NOASSERTION', 'LicenseRef-a'],
  licenseDeclared: ['ISC', 'NONE', 'LicenseRef-b'],
  referenceCategory: ['SECURITY', 'OTHER'],
  referenceType: ['cpe23Type', 'own-type'],
  relationshipType: ['DEPENDS_ON', 'CONTAINS', 'OTHER'],
  spdxVersion: ['SPDX-2.3'],
  dataLicense: ['CC0-1.0'],
  reference: ['SPDXRef-file'],
  snippetFromFile: ['SPDXRef-file'],
  supplier: ['Organization: O (o@example.org)'],
  originator: ['Person: P'],
};

/** Makes documents from the tables that readers and writers share, each with another selection of all fields. */
export class EveryField {
  private texts = 0;

  constructor(
    private readonly draw: Draw,
    private readonly version: string,
  ) {}

  document(schema: ObjectSchema): JsonObject {
    return this.object(schema, 0);
  }

  private value(schema: Schema, name: string, depth: number): Json | undefined {
    switch (schema.kind) {
      case 'text':
        return this.text(schema, name);
      case 'choice':
        return pick(this.draw, [...schema.values.keys()]);
      case 'integer':
      case 'decimal':
        return Math.max(schema.minimum ?? 1, Math.min(schema.maximum ?? 3, 3));
      case 'boolean':
        return this.draw() < 0.5;
      case 'either':
        return this.value(pick(this.draw, schema.options).schema, name, depth);
      case 'list':
        return this.list(schema, name, depth);
      case 'object':
        return this.object(schema, depth);
    }
  }

  private list({ variants }: ListSchema, name: string, depth: number): Json[] {
    const length = 1 + Math.floor(this.draw() * (depth < 2 ? 3 : 2));
    return Array.from({ length }, () => {
      const { schema, wrap } = pick(this.draw, variants);
      const item = this.value(schema, name, depth + 1)!;
      return wrap === undefined ? item : { [wrap]: item };
    });
  }

  private object({ fields }: ObjectSchema, depth: number): JsonObject {
    const data: JsonObject = {};
    const share = [0.95, 0.8, 0.45, 0.3, 0.2, 0.1][depth] ?? 0;
    // Encodings differ in whether a property without a value has an empty one.
    const isPair = [...fields.keys()].join() === 'name,value';
    for (const [name, { schema, required }] of fields) {
      // What is not signed by somebody outside is another document.
      if (name === 'signature' || (required === undefined && !isPair && this.draw() >= share)) continue;
      const value = depth > 8 ? undefined : this.value(schema(), name, depth + 1);
      if (value !== undefined) data[name] = value;
    }
    return data;
  }

  private text({ rule }: TextSchema, name: string): string | undefined {
    this.texts += 1;
    const n = this.texts;
    if (name === 'SPDXID') return `SPDXRef-${n}`;
    const candidates = [
      ...(known[name] === undefined ? [] : [String(pick(this.draw, known[name]))]),
      `text ${n}`,
      `https://example.org/${n}`,
      `user${n}@example.org`,
      '2026-01-02T03:04:05Z',
      'Tool: tool',
      'text/plain',
      'ab'.repeat(32),
      'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
      'cpe:2.3:a:v:p:1.0:*:*:*:*:*:*:*',
      'en',
      'DE',
      'CRE:1-2',
      'US1234567',
    ];
    return candidates.find((text) => {
      const kept = rule === undefined ? text : rule(text, { version: this.version, encoding: 'XML' });
      return kept === text;
    });
  }
}

export const cycloneDxDocument = (draw: Draw): JsonObject => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.7',
  ...new EveryField(draw, '1.7').document(cycloneDxSchema),
});

/** Elements that name each other do so. */
export function spdxDocument(draw: Draw): JsonObject {
  const data = new EveryField(draw, '2.3').document(documentSchema);
  const elements = (name: string): JsonObject[] => (data[name] ?? []) as JsonObject[];
  data.SPDXID = 'SPDXRef-DOCUMENT';
  const [file] = elements('files');
  if (file) file.SPDXID = 'SPDXRef-file';
  const ids = [...elements('packages'), ...elements('files')].map(({ SPDXID }) => SPDXID!);
  const [first, second] = ['LicenseRef-a', 'LicenseRef-b'];
  elements('hasExtractedLicensingInfos').forEach((license, index) => {
    license.licenseId = [first, second][index] ?? `LicenseRef-${index}`;
  });
  elements('externalDocumentRefs').forEach((document, index) => {
    document.externalDocumentId = `DocumentRef-${index}`;
  });
  for (const relationship of elements('relationships')) {
    relationship.spdxElementId = pick(draw, ids);
    relationship.relatedSpdxElement = pick(draw, ids);
  }
  for (const { hasFiles } of elements('packages')) if (Array.isArray(hasFiles)) hasFiles.fill('SPDXRef-file');
  data.documentDescribes = ids.slice(0, 1);
  return data;
}
