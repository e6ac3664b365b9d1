import type { XmlNode } from './xmldom.js';

/** What is used of the library: its own types bring those of browsers into every file. */
export interface XmlReference {
  readonly uri?: string;
  readonly transforms: readonly string[];
  readonly digestAlgorithm: string;
}

export declare class SignedXml {
  constructor(options: { publicCert: string; getCertFromKeyInfo: () => null });
  readonly signatureAlgorithm?: string;
  readonly SignatureAlgorithms: Record<string, new () => object>;
  loadSignature(node: XmlNode): void;
  getReferences(): readonly XmlReference[];
  getSignedReferences(): readonly string[];
  checkSignature(xml: string): boolean;
}
