import { createVerify, type KeyObject } from 'node:crypto';
import type { BomSignature } from '../../model/document.js';
import { assessSignature } from './assess.js';
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
/** SHA-1 is left out: its collisions make two documents of one signature. */
const algorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512',
]);

/** The library has no ECDSA. XML Signature 1.1 has r and s one after the other. */
const ecdsa = (hash: string) =>
  class {
    getSignature(): never {
      throw new Error('Only signatures of others are verified');
    }
    verifySignature(text: string, key: unknown, value: string): boolean {
      return createVerify(hash)
        .update(text)
        .verify({ key: key as KeyObject, dsaEncoding: 'ieee-p1363' }, value, 'base64');
    }
    getAlgorithmName(): string {
      return `http://www.w3.org/2001/04/xmldsig-more#ecdsa-${hash}`;
    }
  };

/** The enveloped XML Signature of a document. @param text whole document, which is well-formed and has no DTD */
export async function verifyXmlSignature(text: string, trusted: readonly TrustedKey[]): Promise<BomSignature[]> {
  const library = await import('xml-crypto');
  const { DOMParser } = await import('@xmldom/xmldom');
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  const nodes = Array.from(root.childNodes).filter(
    ({ localName, namespaceURI }) => localName === 'Signature' && namespaceURI === dsig,
  );
  return nodes.map((node) => verifyNode(library, text, node, trusted));
}

function verifyNode(library: XmlCrypto, text: string, node: XmlNode, trusted: readonly TrustedKey[]): BomSignature {
  const signed = load(library, node);
  if (typeof signed === 'string') return unverified('', signed);
  const algorithm = signed.signatureAlgorithm ?? '';
  const scope = scopeFault(signed);
  if (scope !== null) return unverified(algorithm, scope);
  const [reference] = signed.getReferences();
  const isSupported = algorithms.has(algorithm) && digests.has(reference!.digestAlgorithm);
  return assessSignature(
    {
      kind: 'xml',
      algorithm: isSupported || !algorithms.has(algorithm) ? algorithm : reference!.digestAlgorithm,
      keyId: childText(node, 'KeyName'),
      ownKey: publicKeyFromCertificate(childText(node, 'X509Certificate').replace(/\s/g, '') || undefined),
      verify: isSupported ? (key) => check(library, text, node, key) : null,
    },
    trusted,
  );
}

/** A key from outside: whoever signs can put any certificate beside the signature. */
function check(library: XmlCrypto, text: string, node: XmlNode, key: KeyObject): boolean {
  const isEcdsa = (load(library, node) as Signed).signatureAlgorithm!.includes('#ecdsa-');
  if ((key.asymmetricKeyType === 'ec') !== isEcdsa || !['ec', 'rsa'].includes(key.asymmetricKeyType!)) return false;
  const signed = load(library, node, key) as Signed;
  return signed.checkSignature(text) && signed.getSignedReferences().length === 1;
}

function load(library: XmlCrypto, node: XmlNode, key?: KeyObject): Signed | string {
  const signed = new library.SignedXml({ ...(key && { publicCert: key }), getCertFromKeyInfo: () => null });
  for (const hash of ['sha256', 'sha384', 'sha512'])
    signed.SignatureAlgorithms[`http://www.w3.org/2001/04/xmldsig-more#ecdsa-${hash}`] = ecdsa(hash);
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

const unverified = (algorithm: string, message: string): BomSignature => ({
  kind: 'xml',
  status: 'not_verified',
  algorithm: algorithm.slice(0, 200),
  key: '',
  signed_by: null,
  message,
});
