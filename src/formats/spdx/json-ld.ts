import type { BomEvent, BomWarning, Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/json.js';
import {
  type BomSource,
  type ByteSource,
  type Format,
  type ParseLimits,
  type SerializeOptions,
  FormatError,
} from '../format.js';
import { readJson, topMembers } from '../reading/json.js';
import type { StreamRules } from '../reading/stream-items.js';
import { withWarnings } from './document/parsing.js';
import { Spdx3Index } from './v3/spdx3-index.js';
import { Spdx3Reader } from './v3/reader.js';
import { contextOf, readSpdx3Versions, writtenSpdx3Version } from '../shared/spdx3-vocabulary.js';
import { Spdx3Writer } from './v3/writer.js';

/** SPDX 3.0 as JSON-LD in the form of its JSON schema: one context known by name, one list of elements. */
export const spdxJsonLd: Format = {
  id: 'spdx-json-ld',
  family: 'spdx',
  encoding: 'JSON',
  mediaType: 'application/spdx+json',
  extension: 'spdx3.json',
  detect: (head) => {
    const members = topMembers(head);
    return members.has('@context') && (members.has('@graph') || head.includes('spdx'));
  },
  parse,
  writes: [writtenSpdx3Version],
  serialize,
};

const rules: StreamRules = { '@graph': {} };
const textMembers: ReadonlySet<string> = new Set(['name', 'software_packageVersion', 'specVersion', 'identifier']);

/** Reads the document twice, for an element may refer to later ones. */
async function* parse(source: ByteSource, limits: ParseLimits): AsyncIterable<readonly BomEvent[]> {
  const index = new Spdx3Index(limits);
  for await (const batch of elements(source, limits, () => undefined))
    for (const { element, place } of batch) index.add(element, place);
  if (index.document === undefined)
    throw new FormatError('invalid', 'The graph has no SpdxDocument element; SPDX 3.0 requires one', '/@graph');
  const warnings: BomWarning[] = [];
  yield* withWarnings(events(source, limits, index, warnings), warnings);
}

async function* events(
  source: ByteSource,
  limits: ParseLimits,
  index: Spdx3Index,
  warnings: BomWarning[],
): AsyncIterable<readonly BomEvent[]> {
  const reader = new Spdx3Reader(index, limits);
  for await (const batch of elements(source, limits, (warning) => void warnings.push(warning))) {
    for (const { element, place } of batch) reader.read(element, place);
    yield reader.takeEvents();
  }
  reader.end();
  yield reader.takeEvents();
}

interface PlacedElement {
  readonly element: JsonObject;
  readonly place: string;
}

async function* elements(
  source: ByteSource,
  limits: ParseLimits,
  onWarning: (warning: BomWarning) => void,
): AsyncIterable<readonly PlacedElement[]> {
  let hasContext = false;
  for await (const items of readJson(source, limits, { rules, textMembers, onWarning })) {
    const batch: PlacedElement[] = [];
    for (const { kind, name, place, value } of items) {
      if (kind === 'element') batch.push({ element: elementAt(value, place), place });
      else if (kind === 'member' && name === '@context') {
        checkContext(value, place);
        hasContext = true;
      } else if (kind === 'member' && name === '@graph')
        throw new FormatError('invalid', '"@graph" must be a list', place);
    }
    if (batch.length > 0) yield batch;
  }
  if (!hasContext) throw new FormatError('invalid', 'The document has no "@context"');
}

function elementAt(value: Json, place: string): JsonObject {
  if (isObject(value)) return value;
  throw new FormatError('invalid', 'An element of "@graph" must be an object', place);
}

/** The one of SPDX, also in the spelling and at the address of its specification. */
const isContextOf = (version: string, name: Json | undefined): boolean =>
  [contextOf(version), `https://spdx.github.io/spdx-spec/v${version}/rdf/spdx-context.jsonld`].some(
    (address) => name === address || name === address.replace(/ld$/, ''),
  );

/** A context is only compared, never fetched: the meaning of any other one is unknown. */
function checkContext(value: Json, place: string): void {
  const names = Array.isArray(value) ? value : [value];
  if (names.length === 1 && readSpdx3Versions.some((version) => isContextOf(version, names[0]))) return;
  throw new FormatError(
    'unsupported_version',
    `Only the contexts of SPDX ${readSpdx3Versions.join(' and ')} are supported; others are not fetched`,
    place,
  );
}

/** One element on a line. */
async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<string> {
  yield `{"@context":${JSON.stringify(contextOf(writtenSpdx3Version))},"@graph":[\n`;
  let separator = '';
  for await (const elements of new Spdx3Writer(bom, options).elements()) {
    if (elements === '') continue;
    yield separator + elements;
    separator = ',\n';
  }
  yield '\n]}\n';
}
