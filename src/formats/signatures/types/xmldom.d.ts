/** What is used of the library: its own types bring those of browsers into every file. */
export interface XmlNode {
  readonly localName: string | null;
  readonly namespaceURI: string | null;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<XmlNode>;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlNode>;
}

export declare class DOMParser {
  parseFromString(text: string, type: string): { readonly documentElement: XmlNode };
}
