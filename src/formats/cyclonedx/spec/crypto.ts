import type { Json, JsonObject } from '../../../model/document.js';
import { hash } from './common.js';
import { ellipticCurves } from './elliptic-curves.js';
import { isObject } from '../../../model/json.js';
import {
  boolean,
  choice,
  exactlyOne,
  integer,
  list,
  mixedList,
  object,
  text,
  without,
  type ListSchema,
  type ObjectSchema,
  type SchemaField,
} from '../../schema/schema.js';
import { element, repeated } from './fields.js';
import { dateTime, ref } from './text-rules.js';

const algorithmFamilies =
  '3DES 3GPP-XOR A5/1 A5/2 AES ARIA Argon2 Ascon BLAKE2 BLAKE3 BLS Blowfish CAMELLIA CAST5 CAST6 CMAC CMEA CTR_DRBG ' +
  'ChaCha ChaCha20 DES DSA ECDH ECDSA ECIES EdDSA ElGamal FFDH Fortuna GOST HC HKDF HMAC HMAC_DRBG HPKE Hash_DRBG ' +
  'IDEA IKE-PRF J-PAKE LMS MD2 MD4 MD5 MILENAGE ML-DSA ML-KEM MQV OPAQUE PBES1 PBES2 PBKDF1 PBKDF2 PBMAC1 Poly1305 ' +
  'RABBIT RC2 RC4 RC5 RC6 RIPEMD RSAES-OAEP RSAES-PKCS1 RSASSA-PKCS1 RSASSA-PSS SEED SHA-1 SHA-2 SHA-3 SLH-DSA SM2 ' +
  'SM3 SM4 SM9 SNOW3G SP800-108 SPAKE2 SPAKE2PLUS SRP Salsa20 Serpent SipHash Skipjack TUAK Twofish UMAC Whirlpool ' +
  'X3DH XMSS Yarrow ZUC bcrypt scrypt yescrypt';

const levels = (scheme: string, ...steps: readonly string[]): string =>
  steps.map((step) => `${scheme}-${step}`).join(' ');
const certificationLevels = [
  'none',
  ...['fips140-1', 'fips140-2', 'fips140-3'].map((scheme) => levels(scheme, 'l1', 'l2', 'l3', 'l4')),
  levels('cc', ...['1', '2', '3', '4', '5', '6', '7'].flatMap((level) => [`eal${level}`, `eal${level}+`])),
  'other unknown',
].join(' ');

const algorithmProperties = object({
  primitive: element(
    choice(
      'drbg mac block-cipher stream-cipher signature hash pke xof kdf key-agree kem ae combiner other unknown',
      { '1.7': 'key-wrap' },
      'other',
    ),
  ),
  algorithmFamily: element(choice(algorithmFamilies), { since: '1.7' }),
  parameterSetIdentifier: element(text),
  curve: element(text),
  ellipticCurve: element(choice(ellipticCurves), { since: '1.7' }),
  executionEnvironment: element(
    choice('software-plain-ram software-encrypted-ram software-tee hardware other unknown', {}, 'other'),
  ),
  implementationPlatform: element(
    choice(
      'generic x86_32 x86_64 armv7-a armv7-m armv8-a armv8-m armv9-a armv9-m s390x ppc64 ppc64le other unknown',
      {},
      'other',
    ),
  ),
  certificationLevel: repeated(list(choice(certificationLevels, {}, 'other'), 'certificationLevel')),
  mode: element(choice('cbc ecb ccm gcm cfb ofb ctr other unknown', {}, 'other')),
  padding: element(choice('pkcs5 pkcs7 pkcs1v15 oaep raw other unknown', {}, 'other')),
  cryptoFunctions: element(
    list(
      choice(
        'generate keygen encrypt decrypt digest tag keyderive sign verify encapsulate decapsulate other unknown',
        {},
        'other',
      ),
      'cryptoFunction',
    ),
  ),
  classicalSecurityLevel: element(integer(0)),
  nistQuantumSecurityLevel: element(integer(0, 6)),
});

const relatedAssets = element(list(object({ type: element(text), ref: element(ref) }), 'relatedCryptographicAsset'), {
  since: '1.7',
});

const certificateState = mixedList([
  {
    element: 'certificateState',
    matches: isObject,
    schema: object(
      {
        state: element(choice('pre-activation active suspended deactivated revoked destroyed')),
        name: element(text),
        description: element(text),
        reason: element(text),
      },
      (value, target) =>
        exactlyOne('state', 'name')(value.state === undefined ? value : without(value, ['description']), target),
    ),
  },
]);

const certificateExtension = object(
  {
    commonExtensionName: element(
      choice(
        'basicConstraints keyUsage extendedKeyUsage subjectAlternativeName authorityKeyIdentifier ' +
          'subjectKeyIdentifier authorityInformationAccess certificatePolicies crlDistributionPoints ' +
          'signedCertificateTimestamp',
      ),
    ),
    commonExtensionValue: element(text),
    customExtensionName: element(text),
    customExtensionValue: element(text),
  },
  (value): JsonObject | null => {
    const { commonExtensionName, commonExtensionValue, customExtensionName, ...rest } = value;
    if (commonExtensionName !== undefined) {
      return commonExtensionValue === undefined ? null : { commonExtensionName, commonExtensionValue };
    }
    return customExtensionName === undefined ? null : { customExtensionName, ...rest };
  },
);

const certificateProperties = object({
  serialNumber: element(text, { since: '1.7' }),
  subjectName: element(text),
  issuerName: element(text),
  notValidBefore: element(dateTime),
  notValidAfter: element(dateTime),
  signatureAlgorithmRef: element(ref),
  subjectPublicKeyRef: element(ref),
  certificateFormat: element(text),
  certificateExtension: element(text),
  certificateFileExtension: element(text, { since: '1.7' }),
  fingerprint: element(hash, { since: '1.7' }),
  certificateState: repeated(certificateState, { since: '1.7' }),
  creationDate: element(dateTime, { since: '1.7' }),
  activationDate: element(dateTime, { since: '1.7' }),
  deactivationDate: element(dateTime, { since: '1.7' }),
  revocationDate: element(dateTime, { since: '1.7' }),
  destructionDate: element(dateTime, { since: '1.7' }),
  certificateExtensions: element(list(certificateExtension, 'certificateExtension'), { since: '1.7' }),
  relatedCryptographicAssets: relatedAssets,
});

const materialProperties = object({
  type: element(
    choice(
      'private-key public-key secret-key key ciphertext signature digest initialization-vector nonce seed salt ' +
        'shared-secret tag additional-data password credential token other unknown',
      {},
      'other',
    ),
  ),
  id: element(text),
  state: element(choice('pre-activation active suspended deactivated compromised destroyed')),
  algorithmRef: element(ref),
  creationDate: element(dateTime),
  activationDate: element(dateTime),
  updateDate: element(dateTime),
  expirationDate: element(dateTime),
  value: element(text),
  size: element(integer()),
  format: element(text),
  securedBy: element(object({ mechanism: element(text), algorithmRef: element(ref) })),
  fingerprint: element(hash, { since: '1.7' }),
  relatedCryptographicAssets: relatedAssets,
});

const cipherSuite = object({
  name: element(text),
  algorithms: element(list(ref, 'algorithm')),
  identifiers: element(list(text, 'identifier')),
  tlsGroups: element(list(text, 'group'), { since: '1.7' }),
  tlsSignatureSchemes: element(list(text, 'signatureScheme'), { since: '1.7' }),
});

/** An object since 1.7, before that the reference to the algorithm. XML 1.7 has only the object. */
const transform = (name: string, fields: Record<string, SchemaField>): SchemaField => {
  const schema: ObjectSchema = object({ ...fields, algorithm: element(ref) });
  const asObject = (value: Json): Json => (typeof value === 'string' ? { algorithm: value } : value);
  const asRef = (value: Json): Json => (isObject(value) ? (value.algorithm ?? null) : value);
  const transforms: ListSchema = mixedList(
    [
      { element: name, since: '1.7', matches: isObject, schema },
      { element: name, matches: (value) => typeof value === 'string', schema: ref },
    ],
    { rule: (items, { version }) => items.map(version === '1.7' ? asObject : asRef) },
  );
  return repeated(transforms);
};

const protocolProperties = object({
  type: element(
    choice(
      'tls ssh ipsec ike sstp wpa other unknown',
      { '1.7': 'dtls quic eap-aka eap-aka-prime prins 5g-aka' },
      'other',
    ),
  ),
  version: element(text),
  cipherSuites: element(list(cipherSuite, 'cipherSuite')),
  ikev2TransformTypes: element(
    object({
      encr: transform('encr', { name: element(text), keyLength: element(integer()) }),
      prf: transform('prf', { name: element(text) }),
      integ: transform('integ', { name: element(text) }),
      ke: transform('ke', { group: element(integer()) }),
      esn: element(boolean),
      auth: transform('auth', { name: element(text) }),
    }),
  ),
  cryptoRefArray: repeated(list(ref, 'cryptoRef')),
  relatedCryptographicAssets: { ...relatedAssets, xml: 'none' },
});

export const cryptoProperties = object({
  assetType: element(choice('algorithm certificate protocol related-crypto-material'), { required: true }),
  algorithmProperties: element(algorithmProperties),
  certificateProperties: element(certificateProperties),
  relatedCryptoMaterialProperties: element(materialProperties),
  protocolProperties: element(protocolProperties),
  oid: element(text),
});
