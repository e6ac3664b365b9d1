import type { BomSignature, Json, JsonObject } from '../../model/document.js';
import { isObject, listOf, objectOf, objectsOf, textOf } from '../../model/json.js';
import { signEd25519, verifyByKey } from './algorithms.js';
import { assessSignature, unverified } from './assess.js';
import type { DocumentKey } from './jsf.js';
import { publicKeyFromCertificate, type TrustedKey } from './keys.js';

const maxSignatures = 20;
const statementType = 'application/vnd.in-toto+json';

/** Pre-authentication encoding: what an envelope's signatures are of. */
function encoded(payloadType: string, payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/**
 * The signatures of a DSSE envelope, or of the one in a Sigstore bundle, over the payload that was read: the envelope may
 * name others, in members that stand twice or beside the bundle's.
 */
export function verifyDsse(
  document: JsonObject,
  { payload, trusted }: { readonly payload: Buffer; readonly trusted: readonly TrustedKey[] },
): BomSignature[] {
  const envelope = isObject(document.dsseEnvelope) ? document.dsseEnvelope : document;
  const signatures = objectsOf(envelope.signatures);
  if (signatures.length === 0) return [unverified('dsse', 'The envelope has no signature', { algorithm: 'DSSE' })];
  const data = encoded(textOf(envelope.payloadType), payload);
  const ownKey = bundleKey(document);
  return signatures.slice(0, maxSignatures).map(({ keyid, sig, cert }) =>
    assessSignature(
      {
        kind: 'dsse',
        algorithm: 'DSSE',
        keyId: textOf(keyid),
        ownKey: ownKey ?? publicKeyFromCertificate(pemContent(cert)),
        verify: (key) => verifyByKey(key, data, Buffer.from(textOf(sig), 'base64')),
      },
      trusted,
    ),
  );
}

/** Bundles have the certificate of the key beside the envelope. */
function bundleKey(document: JsonObject) {
  const { certificate, x509CertificateChain } = objectOf(document.verificationMaterial);
  const [first] = listOf(objectOf(x509CertificateChain).certificates);
  return publicKeyFromCertificate(objectOf(certificate ?? first).rawBytes);
}

const pemContent = (pem: Json | undefined): string | undefined =>
  typeof pem === 'string' ? pem.replace(/-----[A-Z ]+-----/g, '') : undefined;

/** What an in-toto statement says: that this document is of these things. */
export interface SignedStatement {
  readonly subject: readonly { readonly name: string; readonly digest: Readonly<Record<string, string>> }[];
  readonly predicateType: string;
  /** JSON. */
  readonly predicate: string;
}

/** A DSSE envelope around an in-toto statement, as text. */
export function dsseEnvelope({ subject, predicateType, predicate }: SignedStatement, key: DocumentKey): string {
  const head = JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', subject, predicateType });
  const payload = Buffer.from(`${head.slice(0, -1)},"predicate":${predicate}}`);
  const sig = signEd25519(encoded(statementType, payload), key.privateKey).toString('base64');
  return JSON.stringify({
    payloadType: statementType,
    payload: payload.toString('base64'),
    signatures: [{ keyid: key.keyId, sig }],
  });
}
