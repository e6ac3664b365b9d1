/** One XML element with all that is in it. Names are local names; `uri` is the namespace. */
export class XmlElement {
  readonly children: XmlElement[] = [];
  /** Text and CDATA directly in the element, joined; empty where it is only the white space between children. */
  text = '';
  /** Number of the element in its document, from 1: tells elements of one line apart. */
  serial = 0;

  constructor(
    readonly name: string,
    readonly uri: string,
    /** By local name; an attribute in a namespace is `{uri}name`. Declarations of namespaces are left out. */
    readonly attributes: ReadonlyMap<string, string>,
    readonly line: number,
  ) {}

  /** The first child of that local name. */
  child(name: string): XmlElement | undefined {
    return this.children.find((child) => child.name === name);
  }

  attribute(name: string): string | undefined {
    return this.attributes.get(name);
  }
}
