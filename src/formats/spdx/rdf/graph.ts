import { FormatError } from '../../format.js';
import type { XmlElement } from '../../reading/xml-elements.js';
import { lastName } from '../../shared/spdx3-vocabulary.js';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const xml = 'http://www.w3.org/XML/1998/namespace';

/** The graph has no order, so all of it is held in memory. */
const maxStatements = 5_000_000;

/** The object of a statement: text, or the key of another node. */
export interface RdfValue {
  readonly text: string;
  readonly isNode: boolean;
}

export interface RdfNode {
  readonly key: string;
  /** Local name of its class: "Package". */
  type: string;
  /** By the local name of the property. */
  readonly properties: Map<string, RdfValue[]>;
  /** Line of the element that describes it first. */
  line: number;
}

/** Listed licences are identified by their URI; their texts are skipped. */
const listedLicense = /^https?:\/\/spdx\.org\/licenses\//;

/**
 * The graph of an RDF/XML document (W3C RDF 1.1 XML Syntax): node and property elements, `rdf:about`, `rdf:ID`,
 * `rdf:nodeID`, `rdf:resource`, `rdf:type`, property attributes, `parseType="Resource"` and collections. Properties
 * are keyed by local name, which is unambiguous in SPDX.
 */
export class RdfGraph {
  readonly nodes = new Map<string, RdfNode>();
  private statementCount = 0;
  private blankCount = 0;
  private base = '';

  /** @param root the root element, for its `xml:base` */
  begin(root: XmlElement): void {
    this.base = root.attribute(`{${xml}}base`) ?? '';
  }

  /** Adds a node element at the top of the document. The reader bounds the depth of elements. */
  add(element: XmlElement): string {
    const node = this.nodeOf(element);
    if (listedLicense.test(node.key)) return node.key;
    for (const [name, value] of element.attributes) {
      if (name === `{${rdf}}type`) node.type = lastName(value);
      else if (!name.startsWith(`{${rdf}}`) && !name.startsWith(`{${xml}}`))
        this.addStatement(node, name.replace(/^\{.*\}/, ''), { text: value, isNode: false }, element.line);
    }
    for (const property of element.children) this.property(node, property);
    return node.key;
  }

  node(key: string): RdfNode | undefined {
    return this.nodes.get(key);
  }

  private property(node: RdfNode, element: XmlElement): void {
    const resource = element.attribute(`{${rdf}}resource`);
    const nodeId = element.attribute(`{${rdf}}nodeID`);
    const parseType = element.attribute(`{${rdf}}parseType`);
    if (element.uri === rdf && element.name === 'type' && resource !== undefined) node.type = lastName(resource);
    else if (resource !== undefined) this.addReference(node, element, this.resolve(resource));
    else if (nodeId !== undefined) this.addReference(node, element, `_:${nodeId}`);
    else if (parseType === 'Resource') {
      const blank = this.getOrAdd(`_:blank-${++this.blankCount}`, '', element.line);
      for (const property of element.children) this.property(blank, property);
      this.addReference(node, element, blank.key);
    } else if (element.children.length > 0) {
      for (const child of element.children) this.addReference(node, element, this.add(child));
    } else this.addStatement(node, element.name, { text: element.text, isNode: false }, element.line);
  }

  private addReference(node: RdfNode, { name, line }: XmlElement, key: string): void {
    this.addStatement(node, name, { text: key, isNode: true }, line);
  }

  private addStatement(node: RdfNode, property: string, value: RdfValue, line: number): void {
    this.statementCount += 1;
    if (this.statementCount > maxStatements)
      throw new FormatError('limit', `There are more statements than the limit of ${maxStatements}`, `line ${line}`);
    const values = node.properties.get(property);
    if (values === undefined) node.properties.set(property, [value]);
    else values.push(value);
  }

  private nodeOf(element: XmlElement): RdfNode {
    const about = element.attribute(`{${rdf}}about`);
    const id = element.attribute(`{${rdf}}ID`);
    const nodeId = element.attribute(`{${rdf}}nodeID`);
    let key = `_:blank-${++this.blankCount}`;
    if (about !== undefined) key = this.resolve(about);
    else if (id !== undefined) key = this.resolve(`#${id}`);
    else if (nodeId !== undefined) key = `_:${nodeId}`;
    const type = element.uri === rdf && element.name === 'Description' ? '' : element.name;
    return this.getOrAdd(key, type, element.line);
  }

  private getOrAdd(key: string, type: string, line: number): RdfNode {
    let node = this.nodes.get(key);
    if (node === undefined) {
      node = { key, type, properties: new Map(), line };
      this.nodes.set(key, node);
    } else if (node.type === '') node.type = type;
    return node;
  }

  /** Only the forms that SPDX writers use: a fragment of the document, or an absolute reference. */
  private resolve(reference: string): string {
    return reference.startsWith('#') ? this.base.replace(/#.*$/s, '') + reference : reference;
  }
}
