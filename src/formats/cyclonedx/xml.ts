import type { BomEvent, Json, JsonObject } from '../../model/document.js';
import { FormatError, type ByteSource, type Format, type ParseLimits } from '../format.js';
import type { StreamItem } from '../reading/stream-items.js';
import type { XmlElement } from '../reading/xml-elements.js';
import { decodeHead } from '../reading/text.js';
import { readXml } from '../reading/xml.js';
import { CycloneDxReader, streamRules } from './read-document.js';
import { serializeWith, writtenCycloneDxVersions } from './serialize.js';
import { XmlEncoder } from './xml-encoder.js';
import { checkSpecVersion } from './read-header.js';
import { bom } from './spec/bom.js';
import type { ListSchema, ListVariant } from '../schema/schema.js';
import { isExtensionVulnerability, vulnerabilityFromExtension } from './vulnerability-extension.js';
import { cycloneDxNamespace, elementToJson, xmlExtras } from './xml-to-json.js';

export const cycloneDxXml: Format = {
  id: 'cyclonedx-xml',
  family: 'cyclonedx',
  encoding: 'XML',
  mediaType: 'application/vnd.cyclonedx+xml',
  extension: 'cdx.xml',
  detect,
  parse,
  writes: writtenCycloneDxVersions,
  serialize: serializeWith('XML', (target) => new XmlEncoder(target)),
};

const xmlSignatures = 'http://www.w3.org/2000/09/xmldsig#';
const namespaceStart = 'http://cyclonedx.org/schema/bom/';

/** Read in this version where the document says none. */
const impliedVersion = '1.6';
// A byte order mark is one of \s: named beside it, each would match in two ways, and many of them for hours.
const withoutNamespace = /^(?:\s|<[?!][^>]*>)*<bom\b(?![^>]*xmlns)[^>]*>/;

/** True for a root element `bom`, with or without prefix, in a namespace of CycloneDX, or in none. */
function detect(head: string): boolean {
  if (withoutNamespace.test(head)) return true;
  return /^\s*</.test(head) && /<(?:[\w.-]{1,40}:)?bom[\s>]/.test(head) && head.includes(namespaceStart);
}

/** The schema of the elements of each streamed list. */
const listVariants: ReadonlyMap<string, ListVariant> = new Map(
  Object.keys(streamRules).map((name) => [name, (bom.fields.get(name)!.schema() as ListSchema).variants[0]!]),
);

/** @throws FormatError (see `readXml`, `DocumentReader`) */
async function* parse(source: ByteSource, limits: ParseLimits): AsyncIterable<readonly BomEvent[]> {
  const reader = new CycloneDxReader(limits);
  const foreign = new ForeignLists(reader);
  const isBare = withoutNamespace.test(decodeHead(await source.read(0, 64 * 1024)));
  const message = `The document has no namespace, and so no version; it is read as CycloneDX ${impliedVersion}`;
  if (isBare) reader.warn({ place: 'line 1', message });
  const unprefixed = isBare ? namespaceStart + impliedVersion : '';
  for await (const items of readXml(source, limits, streamRules, unprefixed)) {
    const events = reader.read(items.flatMap((item) => (foreign.skips(item) ? [] : toJson(item, reader))));
    if (events.length > 0) yield events;
  }
  yield reader.end();
}

/** Elements of other namespaces in lists, whatever their names: they are none of ours, nor is what is nested in them. */
class ForeignLists {
  private depth = 0;

  constructor(private readonly reader: CycloneDxReader) {}

  skips({ kind, place, value: element }: StreamItem<XmlElement>): boolean {
    if (this.depth > 0) {
      if (kind === 'open') this.depth += 1;
      else if (kind === 'close') this.depth -= 1;
      return true;
    }
    if ((kind !== 'element' && kind !== 'open') || isKnown(element)) return false;
    if (kind === 'open') this.depth += 1;
    skipUnknown(element, place, this.reader);
    return true;
  }
}

const isKnown = (element: XmlElement): boolean =>
  cycloneDxNamespace.test(element.uri) || isExtensionVulnerability(element);

/** An element in its JSON form; the root becomes the members at the top. */
function toJson(item: StreamItem<XmlElement>, reader: CycloneDxReader): StreamItem<Json>[] {
  const { kind, name, place, value: element } = item;
  if (kind === 'root') return rootMembers(element, place);
  if (kind === 'close') return [{ kind, name, place, value: null }];
  if (kind === 'member') return member(element, place, reader);
  if (isExtensionVulnerability(element)) return [{ kind, name, place, value: vulnerabilityFromExtension(element) }];
  const variant = listVariants.get(name)!;
  if (element.name !== variant.element) return skipUnknown(element, place, reader);
  if (name === 'dependencies') return flatDependencies(element).map((one) => ({ ...item, value: dependencyJson(one) }));
  return [{ kind, name, place, value: elementToJson(element, variant.schema, reader.warn) }];
}

function rootMembers(root: XmlElement, place: string): StreamItem<Json>[] {
  const version = cycloneDxNamespace.exec(root.uri)?.[1];
  if (root.name !== 'bom' || (version === undefined && !root.uri.startsWith(namespaceStart)))
    throw new FormatError('invalid', `The root element is <${root.name}>, not <bom> of CycloneDX`, place);
  checkSpecVersion(version ?? root.uri.slice(namespaceStart.length), 'XML', place);
  const members: JsonObject = { bomFormat: 'CycloneDX', specVersion: version! };
  const otherAttributes: JsonObject = {};
  for (const [name, value] of root.attributes) {
    if (name === 'version' || name === 'serialNumber') members[name] = value;
    else if (!name.startsWith('{http://www.w3.org/2001/XMLSchema-instance}')) otherAttributes[name] = value;
  }
  if (Object.keys(otherAttributes).length > 0) members[xmlExtras] = { attributes: otherAttributes };
  return Object.entries(members).map(([name, value]) => ({ kind: 'member', name, place, value }));
}

function member(element: XmlElement, place: string, reader: CycloneDxReader): StreamItem<Json>[] {
  const { name } = element;
  const field = bom.fields.get(name);
  if (field !== undefined && cycloneDxNamespace.test(element.uri) && field.xml === 'element')
    return [{ kind: 'member', name, place, value: elementToJson(element, field.schema(), reader.warn) }];
  return skipUnknown(element, place, reader);
}

function skipUnknown(element: XmlElement, place: string, reader: CycloneDxReader): [] {
  const { name, uri } = element;
  if (name === 'Signature' && uri === xmlSignatures) {
    reader.signed('xml', place);
    return [];
  }
  const foreign = cycloneDxNamespace.test(uri) ? '' : ` of ${JSON.stringify(uri.slice(0, 100))}`;
  reader.warn({ place, message: `The element <${name}>${foreign} is unknown; it was skipped` });
  return [];
}

/** The XSD lets dependencies nest: each one is an edge to those inside it. */
function flatDependencies(root: XmlElement): XmlElement[] {
  const flat: XmlElement[] = [];
  const pending = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    flat.push(element);
    for (const child of element.children.toReversed()) if (child.children.length > 0) pending.push(child);
  }
  return flat;
}

/** What has no ref is null, which is none either, so that it is not passed over. */
function dependencyJson(element: XmlElement): JsonObject {
  const refs = (name: string): Json[] =>
    element.children.flatMap((child) => (child.name === name ? [child.attribute('ref') || null] : []));
  const unknown = element.children.filter(
    ({ name, uri }) => !dependencyNames.has(name) && cycloneDxNamespace.test(uri),
  );
  const provides = refs('provides');
  return {
    ref: element.attribute('ref') ?? '',
    dependsOn: [...refs('dependency'), ...unknown.map(() => null)],
    ...(provides.length > 0 && { provides }),
  };
}

const dependencyNames: ReadonlySet<string> = new Set(['dependency', 'provides']);
