import type { BomWarning, Json, JsonObject } from '../../../model/document.js';
import type { ElementKind, SpdxElement } from '../document/elements.js';
import { documentId } from '../../shared/spdx-identifiers.js';
import { spdxAlgorithm } from '../../shared/spdx-checksums.js';
import { lastName } from '../../shared/spdx3-vocabulary.js';
import type { RdfGraph, RdfNode, RdfValue } from './graph.js';
import { RdfLicenseReader, firstText } from './licenses.js';
import {
  annotationVocabulary,
  documentVocabulary,
  externalDocumentVocabulary,
  extractedLicenseVocabulary,
  fileVocabulary,
  type PropertyForm,
  packageVocabulary,
  relationshipVocabulary,
  reviewVocabulary,
  snippetVocabulary,
  type RdfVocabulary,
} from './vocabulary.js';

const elements: ReadonlyMap<string, { readonly kind: ElementKind; readonly vocabulary: RdfVocabulary }> = new Map([
  ['File', { kind: 'file', vocabulary: fileVocabulary }],
  ['Snippet', { kind: 'snippet', vocabulary: snippetVocabulary }],
  ['Package', { kind: 'package', vocabulary: packageVocabulary }],
]);

/** Properties of the document that hold elements. */
const documentProperties: ReadonlyMap<string, { readonly kind: ElementKind; readonly vocabulary: RdfVocabulary }> =
  new Map([
    ['externalDocumentRef', { kind: 'external-document', vocabulary: externalDocumentVocabulary }],
    ['hasExtractedLicensingInfo', { kind: 'extracted-license', vocabulary: extractedLicenseVocabulary }],
    ['annotation', { kind: 'annotation', vocabulary: annotationVocabulary }],
    ['reviewed', { kind: 'review', vocabulary: reviewVocabulary }],
  ]);

/** Reads the elements of an SPDX 2.x graph. Walks lists of nodes, never relationships. */
export class RdfElementReader {
  private readonly licenses: RdfLicenseReader;
  private readonly namespace: string;
  /** Ids of external documents, by namespace. */
  private readonly otherDocuments = new Map<string, string>();

  constructor(
    private readonly graph: RdfGraph,
    private readonly document: RdfNode | undefined,
    private readonly onWarning: (warning: BomWarning) => void,
  ) {
    this.namespace = (document?.key ?? '').replace(/#[^#]*$/, '');
    this.licenses = new RdfLicenseReader(graph, (uri) => this.idOf(uri));
    for (const node of this.valuesOf(document, 'externalDocumentRef'))
      this.otherDocuments.set(firstText(node, 'spdxDocument'), firstText(node, 'externalDocumentId'));
  }

  *elementClasses(): Iterable<SpdxElement> {
    if (this.document) yield* this.documentElements(this.document);
    for (const node of this.graph.nodes.values()) {
      const element = elements.get(node.type);
      if (element === undefined || this.isExternal(node)) continue;
      const data = this.object(node, element.vocabulary);
      const id = this.idOf(node.key);
      if (!node.key.startsWith('_:')) data.SPDXID = id;
      yield { kind: element.kind, data, place: `line ${node.line}` };
    }
    for (const node of this.graph.nodes.values())
      if (node.type === 'SpdxDocument' || elements.has(node.type)) yield* this.relationships(node);
  }

  private *documentElements(document: RdfNode): Iterable<SpdxElement> {
    const place = `line ${document.line}`;
    const head = this.object(document, documentVocabulary);
    const own: JsonObject = this.namespace === '' ? {} : { documentNamespace: this.namespace };
    yield { kind: 'document', data: { ...head, ...own, SPDXID: documentId }, place };
    for (const [property, { kind, vocabulary }] of documentProperties)
      for (const node of this.valuesOf(document, property))
        yield { kind, data: this.object(node, vocabulary), place: `line ${node.line}` };
    for (const { text } of document.properties.get('describesPackage') ?? [])
      yield { kind: 'describes', data: { SPDXID: this.idOf(text) }, place };
  }

  private *relationships(node: RdfNode): Iterable<SpdxElement> {
    const spdxElementId = node === this.document ? documentId : this.idOf(node.key);
    for (const relationship of this.valuesOf(node, 'relationship')) {
      const data = { spdxElementId, ...this.object(relationship, relationshipVocabulary) };
      yield { kind: 'relationship', data, place: `line ${relationship.line}` };
    }
  }

  private valuesOf(node: RdfNode | undefined, property: string): RdfNode[] {
    const values = node?.properties.get(property) ?? [];
    return values.flatMap(({ text, isNode }) => {
      const value = isNode ? this.graph.node(text) : undefined;
      if (value === undefined)
        this.onWarning({
          place: `line ${node!.line}`,
          message: `A ${property} refers to a node that is not in the document`,
        });
      return value ?? [];
    });
  }

  private object(node: RdfNode, vocabulary: RdfVocabulary): JsonObject {
    const data: JsonObject = {};
    for (const [member, property, form] of vocabulary) {
      const values = node.properties.get(property);
      if (values === undefined) continue;
      const value = this.member(node, property, form, values);
      if (value !== undefined) data[member] = value;
    }
    return data;
  }

  private member(node: RdfNode, property: string, form: PropertyForm, values: readonly RdfValue[]): Json | undefined {
    if (typeof form === 'object') {
      const nodes = this.valuesOf(node, property);
      if ('list' in form) return nodes.map((item) => this.object(item, form.list));
      return nodes[0] && this.object(nodes[0], form.object);
    }
    if (form === 'texts') return values.map(plainText);
    if (form === 'words') return values.map(({ text }) => enumerationValue(text));
    if (form === 'ids') return values.map(({ text }) => this.idOf(text));
    if (form === 'licenses') return values.map((value) => this.licenses.read(value));
    return this.single(form, values[0]!);
  }

  private single(form: PropertyForm, value: RdfValue): Json | undefined {
    const { text } = value;
    if (form === 'word') return enumerationValue(text);
    if (form === 'id') return /#(?:none|noassertion)$/i.test(text) ? lastName(text).toUpperCase() : this.idOf(text);
    if (form === 'uri') return text;
    if (form === 'license') return this.licenses.read(value);
    if (form === 'boolean') return /^\s*(?:true|1)\s*$/i.test(text);
    if (form === 'integer') return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined;
    if (form === 'category') return enumerationValue(text).replaceAll('_', '-');
    if (form === 'reference-type') return text.replace(/^https?:\/\/spdx\.org\/rdf\/references\//, '');
    return plainText(value);
  }

  /** "…#SPDXRef-a" as "SPDXRef-a", for another document with its id before it. */
  private idOf(uri: string): string {
    const hash = uri.lastIndexOf('#');
    if (hash < 0) return uri;
    const other = this.otherDocuments.get(uri.slice(0, hash));
    const id = uri.slice(hash + 1);
    return other === undefined || uri.slice(0, hash) === this.namespace ? id : `${other}:${id}`;
  }

  /** True for an element of another document. */
  private isExternal(node: RdfNode): boolean {
    return this.idOf(node.key).startsWith('DocumentRef-');
  }
}

/** "…#checksumAlgorithm_sha256" as "SHA256", "…#relationshipType_dependsOn" as "DEPENDS_ON". */
function enumerationValue(uri: string): string {
  const [, name = ''] = /_(.*)$/s.exec(lastName(uri)) ?? [];
  if (/checksumAlgorithm/.test(uri)) return spdxAlgorithm(name) ?? name.toUpperCase();
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/** The text of a literal, or NONE and NOASSERTION for these two individuals. */
function plainText({ text, isNode }: RdfValue): string {
  if (!isNode) return text;
  return /#(?:none|noassertion)$/i.test(text) ? lastName(text).toUpperCase() : text;
}
