const none: XmlElement[] = [];

/** One XML element with all that is in it. Names are local names; `uri` is the namespace. */
export class XmlElement {
  private childElements = none;
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

  get children(): readonly XmlElement[] {
    return this.childElements;
  }

  /** Most elements have no children, and so no list of them. */
  appendChild(child: XmlElement): void {
    if (this.childElements === none) this.childElements = [child];
    else this.childElements.push(child);
  }

  /** Puts these in the place of the children that it has, and returns those. */
  replaceChildren(children: XmlElement[]): readonly XmlElement[] {
    const { childElements: own } = this;
    this.childElements = children;
    return own;
  }

  /** The first child of that local name. */
  child(name: string): XmlElement | undefined {
    return this.children.find((child) => child.name === name);
  }

  attribute(name: string): string | undefined {
    return this.attributes.get(name);
  }
}
