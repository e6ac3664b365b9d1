import { createHash } from 'node:crypto';
import type { BomComponent, JsonObject } from '../../model/document.js';
import { CallerError } from '../../model/errors.js';
import type { Format } from '../../formats/format.js';
import { dsseEnvelope } from '../../formats/signatures/dsse.js';
import { jsfSignature, type DocumentKey } from '../../formats/signatures/jsf.js';

export const signatureForms = ['jsf', 'dsse'] as const;
export type SignatureForm = (typeof signatureForms)[number];

/** A signature is of the whole document, which is in memory for it. */
const maxSignedEntries = 20_000;
const maxSignedLength = 64 * 1024 * 1024;

const predicateTypes: Readonly<Record<string, string>> = {
  cyclonedx: 'https://cyclonedx.org/bom',
  spdx: 'https://spdx.dev/Document',
};

/** What is wrong with signing so; null: nothing. */
export function signatureFault(form: SignatureForm, sbomType: string, encoding: string): string | null {
  if (encoding !== 'JSON') return `${form} needs encoding JSON`;
  return form === 'jsf' && sbomType !== 'CycloneDX' ? 'jsf is of CycloneDX: use dsse' : null;
}

/** The format as it is shown of a signed document. */
export const signedFormat = (format: Format, form: SignatureForm): Format =>
  form === 'jsf'
    ? format
    : { ...format, mediaType: 'application/vnd.dsse.envelope.v1+json', extension: `${format.extension}.dsse` };

/** @throws CallerError 413 */
export function refuseLargeSigned(entryCount: number): void {
  if (entryCount > maxSignedEntries)
    throw new CallerError(
      413,
      `Documents of up to ${maxSignedEntries} entries are signed; this one has ${entryCount}: export it without a signature`,
    );
}

export interface Signing {
  readonly form: SignatureForm;
  readonly key: DocumentKey;
  readonly format: Format;
  readonly fileName: string;
  /** What the document is about. */
  readonly subject: BomComponent | null;
}

/** The document with its signature, or in its signed envelope. */
export async function* signedChunks(
  chunks: AsyncIterable<string | Uint8Array>,
  signing: Signing,
): AsyncIterable<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const piece = Buffer.from(chunk as string);
    length += piece.length;
    if (length > maxSignedLength)
      throw new CallerError(413, 'The document is too large to be signed; export it without a signature');
    pieces.push(piece);
  }
  const text = Buffer.concat(pieces).toString('utf8').trimEnd();
  yield signing.form === 'jsf' ? withSignature(text, signing.key) : envelopeOf(text, signing);
}

function withSignature(text: string, key: DocumentKey): string {
  const signature = jsfSignature(JSON.parse(text) as JsonObject, key);
  return `${text.slice(0, -1).trimEnd()},"signature":${JSON.stringify(signature)}}\n`;
}

/** The statement is about what the document describes, where its checksum is known; else about the document. */
function envelopeOf(predicate: string, { key, format, fileName, subject }: Signing): string {
  const known = subject?.hashes.find(({ algorithm }) => algorithm === 'SHA-256')?.value;
  const [name, sha256] =
    known === undefined ? [fileName, createHash('sha256').update(predicate).digest('hex')] : [subject!.name, known];
  const predicateType = predicateTypes[format.family]!;
  return `${dsseEnvelope({ subject: [{ name, digest: { sha256 } }], predicateType, predicate }, key)}\n`;
}
