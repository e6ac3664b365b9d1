import { createSign, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { TrustedKey } from '../../src/formats/signatures/keys.js';

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export const edKey = (): KeyPair => generateKeyPairSync('ed25519');
export const ecKey = (namedCurve = 'P-256'): KeyPair => generateKeyPairSync('ec', { namedCurve });
export const rsaKey = (modulusLength = 2048): KeyPair => generateKeyPairSync('rsa', { modulusLength });

export const pemOf = ({ publicKey }: KeyPair): string => publicKey.export({ type: 'spki', format: 'pem' }).toString();

export const trusted = (pair: KeyPair, keyId = '', name = 'supplier'): TrustedKey => ({
  name,
  keyId,
  pem: pemOf(pair),
});

/** Written apart from the code that it tests: members in order, with the replacer of JSON. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The document with a signature in JSON Signature Format. */
export function jsfSigned(document: object, { privateKey, publicKey }: KeyPair, core: object = {}): object {
  const algorithm = publicKey.asymmetricKeyType === 'ec' ? 'ES256' : publicKey.asymmetricKeyType === 'rsa' ? 'RS256' : 'Ed25519'; // prettier-ignore
  const signature = { algorithm, ...core };
  const data = Buffer.from(sorted({ ...document, signature }));
  const hash = algorithm === 'Ed25519' ? null : 'sha256';
  const value = sign(hash, data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return { ...document, signature: { ...signature, value: value.toString('base64url') } };
}

/** A DSSE envelope around an in-toto statement with the document. */
export function dsseSigned(predicate: object, { privateKey }: KeyPair, keyid = ''): object {
  const payloadType = 'application/vnd.in-toto+json';
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'app', digest: { sha256: '0'.repeat(64) } }],
    predicateType: 'https://cyclonedx.org/bom',
    predicate,
  };
  const payload = Buffer.from(JSON.stringify(statement));
  const data = Buffer.concat([Buffer.from(`DSSEv1 28 ${payloadType} ${payload.length} `), payload]);
  const sig = sign(privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, privateKey);
  return { payloadType, payload: payload.toString('base64'), signatures: [{ keyid, sig: sig.toString('base64') }] };
}

export const cycloneDxXml = (name = 'a'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<bom xmlns="http://cyclonedx.org/schema/bom/1.5" version="1">
  <components><component type="library"><name>${name}</name><version>1.0</version></component></components>
</bom>`;

class EcdsaSha256 {
  getSignature(text: string, key: KeyObject): string {
    return createSign('sha256').update(text).sign({ key, dsaEncoding: 'ieee-p1363' }, 'base64');
  }
  getAlgorithmName(): string {
    return 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
  }
}

interface Signer {
  SignatureAlgorithms: Record<string, unknown>;
  addReference(reference: object): void;
  computeSignature(xml: string): void;
  getSignedXml(): string;
}

/** The document with an enveloped XML Signature. */
export function xmlSigned(
  xml: string,
  { privateKey, publicKey }: KeyPair,
  { digest = 'http://www.w3.org/2001/04/xmlenc#sha256', xpath = '/*', isEmptyUri = true } = {},
): string {
  const Signed = SignedXml as unknown as new (options: object) => Signer;
  const isEc = publicKey.asymmetricKeyType === 'ec';
  const signer = new Signed({
    privateKey,
    signatureAlgorithm: `http://www.w3.org/2001/04/xmldsig-more#${isEc ? 'ecdsa' : 'rsa'}-sha256`,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signer.SignatureAlgorithms['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'] = EcdsaSha256;
  signer.addReference({
    xpath,
    isEmptyUri,
    digestAlgorithm: digest,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  });
  signer.computeSignature(xml);
  return signer.getSignedXml();
}
