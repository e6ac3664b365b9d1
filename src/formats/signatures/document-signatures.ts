import type { BomEvent, BomSignature, Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/json.js';
import type { SignedEnvelope } from '../containers/json-wrappings.js';
import type { ByteSource } from '../format.js';
import { unverified } from './assess.js';
import { verifyDsse } from './dsse.js';
import { verifyJsf } from './jsf.js';
import type { TrustedKey } from './keys.js';
import { verifyXmlSignature } from './xml-signature.js';

/** A signature is of the whole document, which is in memory for it: and in XML the time grows with the square. */
const maxBytes = { jsf: 32 * 1024 * 1024, dsse: 32 * 1024 * 1024, xml: 1024 * 1024 };

type Kind = BomSignature['kind'];

/** Verifies the signatures in a document. */
export const verifySignatures = (
  kind: 'jsf' | 'xml',
  source: ByteSource,
  trusted: readonly TrustedKey[],
): Promise<BomSignature[]> =>
  verified(kind, source, async (text) =>
    kind === 'xml' ? verifyXmlSignature(text, trusted) : verifyJsf(readObject(text), trusted),
  );

/** Verifies the signatures of the envelope around a document, over the very bytes that the document was read from. */
export const verifyEnvelope = (
  { source, payload }: SignedEnvelope,
  trusted: readonly TrustedKey[],
): Promise<BomSignature[]> =>
  verified('dsse', source, async (text) => {
    const read = Buffer.from(await payload.read(0, payload.size));
    return verifyDsse(readObject(text), { payload: read, trusted });
  });

async function verified(
  kind: Kind,
  source: ByteSource,
  verify: (text: string) => Promise<BomSignature[]>,
): Promise<BomSignature[]> {
  if (source.size > maxBytes[kind])
    return [unverified(kind, `Signatures are verified in files of up to ${maxBytes[kind] / 1024 / 1024} MiB`)];
  const bytes = Buffer.from(await source.read(0, source.size));
  try {
    const found = await verify(bytes.toString('utf8').replace(/^\ufeff/, ''));
    return found.length > 0 ? found : [unverified(kind, 'The signature is not one of the document as a whole')];
  } catch (error) {
    return [unverified(kind, `The signature cannot be read: ${(error as Error).message.slice(0, 200)}`)];
  }
}

/** @throws Error for what is no object in JSON */
function readObject(text: string): JsonObject {
  if (!/^\s*\{/.test(text)) throw new Error('it is verified in JSON only');
  const document = JSON.parse(text) as Json;
  if (!isObject(document)) throw new Error('it is in no object');
  return document;
}

const names: Readonly<Record<Kind, string>> = { jsf: 'JSON Signature Format', xml: 'XML Signature', dsse: 'DSSE' };
const advice = 'Exports leave it out, for they are other documents: keep the original file';

/** What a reader that cannot verify says of a signature. */
export const unverifiedWarning = (kind: Kind, place: string): Extract<BomEvent, { type: 'warning' }> => ({
  type: 'warning',
  warning: { place, message: `The document is signed (${names[kind]}). The signature was not verified. ${advice}` },
});

/** What was found; where it is no valid signature, a warning too. */
export function signatureEvents(signature: BomSignature, place: string): BomEvent[] {
  const event: BomEvent = { type: 'signature', signature };
  if (signature.status === 'valid') return [event];
  const state = signature.status.replace('_', ' ');
  const message = `The document is signed (${names[signature.kind]}); signature: ${state}. ${signature.message}. ${advice}`;
  return [event, { type: 'warning', warning: { place, message } }];
}
