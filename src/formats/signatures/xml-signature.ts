import type { BomSignature } from '../../model/document.js';
import { joined, pkcs1, pss, verifyWith, type Algorithm } from './algorithms.js';
import { assessSignature, unverified } from './assess.js';
import { publicKeyFromCertificate, type TrustedKey } from './keys.js';

type XmlCrypto = typeof import('xml-crypto');
type Signed = InstanceType<XmlCrypto['SignedXml']>;
type XmlNode = ReturnType<
  InstanceType<(typeof import('@xmldom/xmldom'))['DOMParser']>['parseFromString']
>['documentElement'];

const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const envelopedTransform = `${dsig}enveloped-signature`;
const canonicalizations: ReadonlySet<string> = new Set([
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
]);
const digests: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
/** The whole document is canonicalized once for each of them. */
const maxSignatures = 20;

/** SHA-1 is left out: its collisions make two documents of one signature. */
const algorithms: ReadonlyMap<string, Algorithm> = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', { hash: 'sha256', keyType: 'rsa', options: pkcs1 }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', { hash: 'sha512', keyType: 'rsa', options: pkcs1 }],
  ['http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1', { hash: 'sha256', keyType: 'rsa', options: pss }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', { hash: 'sha256', keyType: 'ec', options: joined }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384', { hash: 'sha384', keyType: 'ec', options: joined }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512', { hash: 'sha512', keyType: 'ec', options: joined }],
]);

/** What is signed, in canonical form, with the value of its signature. */
interface SignedText {
  readonly text: Buffer;
  readonly value: Buffer;
}

/** The enveloped XML Signature of a document. @param text whole document, which is well-formed and has no DTD */
export async function verifyXmlSignature(text: string, trusted: readonly TrustedKey[]): Promise<BomSignature[]> {
  const library = await import('xml-crypto');
  const { DOMParser } = await import('@xmldom/xmldom');
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  const nodes = Array.from(root.childNodes).filter(
    ({ localName, namespaceURI }) => localName === 'Signature' && namespaceURI === dsig,
  );
  if (nodes.length > maxSignatures)
    return [unverified('xml', `The document has ${nodes.length} signatures; up to ${maxSignatures} are verified`)];
  return nodes.map((node) => verifyNode(library, text, node, trusted));
}

function verifyNode(library: XmlCrypto, text: string, node: XmlNode, trusted: readonly TrustedKey[]): BomSignature {
  const signed = load(library, node);
  if (typeof signed === 'string') return unverified('xml', signed);
  const algorithm = signed.signatureAlgorithm ?? '';
  const scope = scopeFault(signed);
  if (scope !== null) return unverified('xml', scope, { algorithm });
  const [reference] = signed.getReferences();
  const supported = digests.has(reference!.digestAlgorithm) ? algorithms.get(algorithm) : undefined;
  let found: SignedText | null | undefined;
  const signedInfo = (): SignedText | null =>
    found === undefined ? (found = signedText(library, text, { node, algorithm })) : found;
  return assessSignature(
    {
      kind: 'xml',
      algorithm: algorithms.has(algorithm) && !supported ? reference!.digestAlgorithm : algorithm,
      keyId: childText(node, 'KeyName'),
      ownKey: publicKeyFromCertificate(childText(node, 'X509Certificate').replace(/\s/g, '') || undefined),
      verify: supported
        ? (key) => {
            const info = signedInfo();
            return info !== null && verifyWith(supported, key, info.text, info.value);
          }
        : null,
      isOfDocument: () => signedInfo() !== null,
    },
    trusted,
  );
}

/**
 * The library compares the digest of the document, once: every key is then tried on the short text that has the digest.
 * Null: the document has another digest.
 */
function signedText(
  library: XmlCrypto,
  text: string,
  { node, algorithm }: { node: XmlNode; algorithm: string },
): SignedText | null {
  let captured: SignedText | null = null;
  const signed = load(library, node) as Signed;
  signed.SignatureAlgorithms[algorithm] = class {
    verifySignature(signedInfo: string, _key: unknown, value: string): boolean {
      captured = { text: Buffer.from(signedInfo), value: Buffer.from(value, 'base64') };
      return true;
    }
  };
  try {
    return signed.checkSignature(text) && signed.getSignedReferences().length === 1 ? captured : null;
  } catch {
    return null;
  }
}

function load(library: XmlCrypto, node: XmlNode): Signed | string {
  const signed = new library.SignedXml({ publicCert: 'of nobody', getCertFromKeyInfo: () => null });
  try {
    signed.loadSignature(node);
    return signed;
  } catch (error) {
    return `The signature cannot be read: ${(error as Error).message.slice(0, 200)}`;
  }
}

/** Only a signature of the whole document, without itself, vouches for the document: others can be moved about. */
function scopeFault(signed: Signed): string | null {
  const references = signed.getReferences();
  const [reference] = references;
  if (references.length !== 1 || (reference!.uri ?? '') !== '')
    return 'The signature is of a part of the document, or of something outside it';
  const others = reference!.transforms.filter((name) => name !== envelopedTransform && !canonicalizations.has(name));
  return others.length === 0 ? null : `The transform ${others[0]!.slice(0, 200)} is not supported`;
}

function childText(node: XmlNode, name: string): string {
  const found = node.getElementsByTagNameNS(dsig, name)[0];
  return (found?.textContent ?? '').trim();
}
