import { defaultLimits } from '../../../../src/formats/format.js';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { openDocument } from '../../../../src/formats/open-document.js';
import { textSource } from '../../../../src/formats/reading/bytes.js';
import { canonicalJson } from '../../../../src/formats/signatures/canonical-json.js';
import { dsseEnvelope } from '../../../../src/formats/signatures/dsse.js';
import { jsfSignature } from '../../../../src/formats/signatures/jsf.js';
import { keyFingerprint, type TrustedKey } from '../../../../src/formats/signatures/keys.js';
import type { Bom, JsonObject } from '../../../../src/model/document.js';
import {
  cycloneDxXml,
  dsseSigned,
  ecKey,
  edKey,
  jsfSigned,
  rsaKey,
  trusted,
  xmlSigned,
} from '../../../support/signed-documents.js';

const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [{ type: 'library', name: 'a\u20ac', version: '1.0' }],
};

async function read(content: object | string, trustedKeys: readonly TrustedKey[] = []): Promise<Bom> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const spill = (): never => {
    throw new Error('not needed');
  };
  const opened = await openDocument(textSource(text), { limits: defaultLimits, spill, trustedKeys });
  return collectBom(opened.decode());
}

async function statusOf(content: object | string, keys: readonly TrustedKey[] = []): Promise<string[]> {
  const { signatures = [], warnings } = await read(content, keys);
  const invalid = signatures.filter(({ status }) => status !== 'valid');
  // What is no valid signature is among the warnings too.
  expect(warnings.filter(({ message }) => message.startsWith('The document is signed'))).toHaveLength(invalid.length);
  return signatures.map(({ kind, status }) => `${kind} ${status}`);
}

const jwkOf = ({ publicKey }: ReturnType<typeof edKey>): object => {
  const { kty, crv, x, y, n, e } = publicKey.export({ format: 'jwk' });
  return JSON.parse(JSON.stringify({ kty, crv, x, y, n, e })) as object;
};

test('JSON is canonicalized as the sample of RFC 8785', () => {
  const sample = JSON.parse(
    `{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
      "string":"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false],"\\ud83d\\ude00":1,"\\ufb33":2}`,
  ) as JsonObject;
  const text = String.raw`"€$\u000f\nA'B\"\\\\\"/"`;
  expect(canonicalJson(sample)).toBe(
    `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":${text},"\u{1f600}":1,"\ufb33":2}`,
  );
});

describe.each([
  ['Ed25519', edKey()],
  ['ECDSA', ecKey()],
  ['RSA', rsaKey()],
])('a document in JSON signed with %s', (_name, pair) => {
  const signed = jsfSigned(document, pair, { keyId: 'k1' });

  it('is valid where the key is trusted, by its id or any other', async () => {
    expect(await statusOf(signed, [trusted(pair, 'k1')])).toEqual(['jsf valid']);
    expect(await statusOf(signed, [trusted(edKey(), 'k2'), trusted(pair, 'other')])).toEqual(['jsf valid']);
  });

  it('is by nobody known where it is not', async () => {
    expect(await statusOf(signed)).toEqual(['jsf key_unknown']);
    expect(await statusOf(signed, [trusted(edKey(), 'k2')])).toEqual(['jsf key_unknown']);
    const withKey = jsfSigned(document, pair, { publicKey: jwkOf(pair) });
    expect(await statusOf(withKey)).toEqual(['jsf key_unknown']);
    const { signatures } = await read(withKey);
    expect(signatures![0]).toMatchObject({ key: keyFingerprint(pair.publicKey), signed_by: null });
  });

  it('is invalid once something has changed', async () => {
    const changed = { ...signed, components: [] };
    expect(await statusOf(changed, [trusted(pair, 'k1')])).toEqual(['jsf invalid']);
    const withKey = { ...jsfSigned(document, pair, { publicKey: jwkOf(pair) }), version: 2 };
    expect(await statusOf(withKey)).toEqual(['jsf invalid']);
    expect(await statusOf(withKey, [trusted(pair)])).toEqual(['jsf invalid']);
  });

  it('is unsupported with an algorithm that is none of ours, whatever key is trusted', async () => {
    for (const algorithm of ['HS256', 'none', 'https://example.org/own'])
      expect(await statusOf(jsfSigned(document, pair, { algorithm, keyId: 'k1' }), [trusted(pair, 'k1')])).toEqual([
        'jsf unsupported_algorithm',
      ]);
  });
});

describe('signatures in JSON', () => {
  const pair = edKey();

  it('that leave something out do not vouch for the document', async () => {
    const signed = jsfSigned(document, pair, { keyId: 'k', excludes: ['components'] });
    expect(await statusOf(signed, [trusted(pair, 'k')])).toEqual(['jsf not_verified']);
  });

  it('are each verified where there are several', async () => {
    const other = ecKey();
    const one = (jsfSigned(document, pair) as { signature: object }).signature;
    expect(await statusOf({ ...document, signature: { signers: [one] } }, [trusted(pair)])).toEqual([
      'jsf key_unknown',
    ]);
    const list = (kind: string, core: object[]) => ({ ...document, signature: { [kind]: core } });
    const signIn = (kind: string, before: object[], by: typeof pair): object => {
      const algorithm = by === pair ? 'Ed25519' : 'ES256';
      const { value } = (
        jsfSigned({ ...document, signature: null }, by, {
          algorithm: undefined,
          [kind]: [...before, { algorithm }],
        }) as {
          signature: { value: string };
        }
      ).signature;
      return { algorithm, value };
    };
    const signers = [signIn('signers', [], pair), signIn('signers', [], other)];
    expect(await statusOf(list('signers', signers), [trusted(pair), trusted(other)])).toEqual([
      'jsf valid',
      'jsf valid',
    ]);
    const first = signIn('chain', [], pair);
    const chain = [first, signIn('chain', [first], other)];
    expect(await statusOf(list('chain', chain), [trusted(pair), trusted(other)])).toEqual(['jsf valid', 'jsf valid']);
    expect(await statusOf(list('chain', chain.toReversed()), [trusted(pair), trusted(other)])).not.toContain(
      'jsf valid',
    );
  });

  it.each([[null], ['x'], [{}], [{ algorithm: 'ES256' }], [{ signers: [] }], [{ algorithm: 1, value: [] }]])(
    'of the wrong shape are never valid: %j',
    async (signature) => {
      const found = await statusOf({ ...document, signature }, [trusted(pair)]);
      expect(found).toHaveLength(1);
      expect(found).not.toContain('jsf valid');
    },
  );

  it('do not count with a key that is too short', async () => {
    const short = rsaKey(1024);
    expect(await statusOf(jsfSigned(document, short), [trusted(short)])).toEqual(['jsf key_unknown']);
  });
});

describe('an envelope', () => {
  it.each([
    ['Ed25519', edKey()],
    ['ECDSA', ecKey()],
    ['RSA', rsaKey()],
  ])('with %s is verified, and what is in it is read', async (_name, pair) => {
    const signed = dsseSigned(document, pair, 'k');
    const bom = await read(signed, [trusted(pair)]);
    expect(bom.components.map(({ name }) => name)).toEqual(['a\u20ac']);
    expect(bom.signatures).toMatchObject([{ kind: 'dsse', status: 'valid', signed_by: 'supplier' }]);
    expect(await statusOf(signed)).toEqual(['dsse key_unknown']);
    const { payload } = dsseSigned({ ...document, version: 2 }, pair) as { payload: string };
    expect(await statusOf({ ...signed, payload }, [trusted(pair, 'k')])).toEqual(['dsse invalid']);
    expect(await statusOf({ mediaType: 'application/vnd.dev.sigstore.bundle+json;version=0.2', dsseEnvelope: signed }, [trusted(pair)])).toEqual(['dsse valid']); // prettier-ignore
  });

  it('is not valid with anything but what was read', async () => {
    const pair = edKey();
    const good = dsseSigned(document, pair, 'k') as { payload: string; payloadType: string; signatures: object[] };
    const { payload } = dsseSigned(
      { ...document, components: [{ type: 'library', name: 'evil' }] },
      pair,
    ) as typeof good;
    const statement = Buffer.from(payload, 'base64').toString();
    const text = JSON.stringify(good);
    const far = ' '.repeat(70_000);
    const hostile = {
      'payload twice': text.replace('"payload":', `"payload":"${payload}","payload":`),
      'payload in escapes': text.replace('"payload":', `"payload":"${payload}","p\\u0061yload":`),
      'payload beside a bundle': `{"payloadType":"${good.payloadType}","payload":"${payload}","dsseEnvelope":${text}}`,
      'bundle in a bundle': `{"dsseEnvelope":{"dsseEnvelope":${text.replace(good.payload, payload)},${far}${text.slice(1)}}`,
      'statement as the envelope of a bundle': `{"dsseEnvelope":${statement.slice(0, -1)},${far}${text.slice(1)}}`,
    };
    for (const [what, content] of Object.entries(hostile)) {
      const { components, signatures } = await read(content, [trusted(pair, 'k')]);
      expect([what, components[0]!.name, signatures![0]!.status]).toEqual([what, 'evil', 'invalid']);
    }
    expect(await statusOf(text, [trusted(pair)])).toEqual(['dsse valid']);
  });

  it('without signatures is not verified', async () => {
    expect(await statusOf({ ...dsseSigned(document, edKey()), signatures: [] })).toEqual(['dsse not_verified']);
  });
});

describe.each([
  ['ECDSA', ecKey()],
  ['RSA', rsaKey()],
])('a document in XML signed with %s', (_name, pair) => {
  const signed = xmlSigned(cycloneDxXml(), pair);

  it('is valid, by nobody known, or invalid', async () => {
    expect(await statusOf(signed, [trusted(pair)])).toEqual(['xml valid']);
    expect(await statusOf(signed, [trusted(pair === undefined ? edKey() : ecKey())])).toEqual(['xml key_unknown']);
    const changed = signed.replace('<name>a</name>', '<name>b</name>');
    // The signature holds the digest of the document: no key is needed to see that it is of another one.
    for (const keys of [[trusted(pair)], [trusted(edKey())], []])
      expect(await statusOf(changed, keys)).toEqual(['xml invalid']);
  });

  it('is not verified where it has many: each costs time', async () => {
    const [signature] = /<Signature.*<\/Signature>/s.exec(signed)!;
    const many = signed.replace('</bom>', `${signature.repeat(20)}</bom>`);
    const { signatures } = await read(many, [trusted(pair)]);
    expect(signatures!.map(({ status, message }) => [status, message])).toEqual([
      ['not_verified', 'The document has 21 signatures; up to 20 are verified'],
    ]);
  });

  it('is not verified with SHA-1, or where it is of a part', async () => {
    const sha1 = xmlSigned(cycloneDxXml(), pair, { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' });
    expect(await statusOf(sha1, [trusted(pair)])).toEqual(['xml unsupported_algorithm']);
    const part = xmlSigned(cycloneDxXml(), pair, { xpath: "//*[local-name(.)='component']", isEmptyUri: false });
    expect(await statusOf(part, [trusted(pair)])).toEqual(['xml not_verified']);
  });
});

test('what this service signs is verified by it', async () => {
  const pair = edKey();
  const key = { keyId: 'own', privateKey: pair.privateKey };
  const signed = { ...document, signature: jsfSignature(document, key) };
  expect(await statusOf(signed, [trusted(pair)])).toEqual(['jsf valid']);
  const envelope = dsseEnvelope(
    { subject: [], predicateType: 'https://cyclonedx.org/bom', predicate: JSON.stringify(document) },
    key,
  );
  expect(await statusOf(envelope, [trusted(pair)])).toEqual(['dsse valid']);
});
