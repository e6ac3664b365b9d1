import { isNameless, type BomEvent, type BomSignature, type BomWarning } from '../model/document.js';
import { unwrap } from './containers/unwrap.js';
import { FormatError, type ByteSource, type ColumnMappings, type Format, type ParseLimits } from './format.js';
import { identifyFormat, isSbomAmongFiles } from './index.js';
import type { Spill } from './reading/bytes.js';
import { signatureEvents, verifyEnvelope, verifySignatures } from './signatures/document-signatures.js';
import type { TrustedKey } from './signatures/keys.js';

/** What reads a document that is no SBOM, but names components. */
export type DocumentReader = Pick<Format, 'id' | 'parse'>;

/**
 * Finds it by the head of a document and the name of its file, which may be empty; undefined where the formats decide.
 *
 * @throws FormatError `unknown_format` for what is known, and not read
 */
export type FindReader = (head: string, fileName: string) => Promise<DocumentReader | undefined>;

export interface OpenedDocument {
  readonly format: DocumentReader;
  /** The bytes of the document itself. */
  readonly source: ByteSource;
  /** The wrappings from the outside in, for display: "gzip", "zip: bom.json", "attestation". */
  readonly wrappings: readonly string[];
  /** Reads the document from its start; may be called more than once. Signatures are not verified. */
  read(): AsyncIterable<readonly BomEvent[]>;
  /** The same with the signatures, verified. */
  decode(): AsyncIterable<readonly BomEvent[]>;
}

/**
 * An upload on its way to components, by its content alone: unwrap, identify, decode.
 *
 * @throws FormatError as `unwrap` does, and `unknown_format` where no format claims the document
 */
export async function openDocument(
  upload: ByteSource,
  {
    limits,
    spill,
    mappings,
    others,
    fileName = '',
    trustedKeys = [],
  }: {
    readonly limits: ParseLimits;
    readonly spill: Spill;
    readonly mappings?: ColumnMappings;
    readonly others?: FindReader;
    readonly fileName?: string;
    /** Those whose signatures are valid. */
    readonly trustedKeys?: readonly TrustedKey[];
  },
): Promise<OpenedDocument> {
  const { source, head, charset, wrappings, unread, envelope } = await unwrap(upload, {
    limits,
    spill,
    isSbom: isSbomAmongFiles,
  });
  const name = wrappings.reduce(nameWithin, fileName);
  const format = (mappings?.given ? undefined : await others?.(head, name)) ?? identifyFormat(head, mappings, charset);
  const read = (): AsyncIterable<readonly BomEvent[]> =>
    watched(format.parse(source, limits, mappings), unread, upload.size, limits);
  return {
    format,
    source,
    wrappings,
    read,
    decode: () =>
      verified(read(), (kind) =>
        kind === 'dsse'
          ? envelope && verifyEnvelope(envelope, trustedKeys)
          : verifySignatures(kind, source, trustedKeys),
      ),
  };
}

/** The name of what is in a wrapping: that of the archive's file, or the name without the ending of the compression. */
const nameWithin = (name: string, wrapping: string): string =>
  wrapping.startsWith('zip: ') ? wrapping.slice(5) : name.replace(/\.gz$/i, '');

/**
 * One warning stands for all components that nothing is said of.
 *
 * @throws FormatError `ratio` where there are more components than the bytes of the upload can tell of
 */
async function* watched(
  events: AsyncIterable<readonly BomEvent[]>,
  unread: readonly string[],
  uploadSize: number,
  { maxComponentsPerByte }: ParseLimits,
): AsyncIterable<readonly BomEvent[]> {
  let components = 0;
  let nameless = 0;
  let firstPlace = '';
  for await (const batch of events) {
    for (const event of batch) {
      if (event.type !== 'component') continue;
      components += 1;
      if (!isNameless(event.component)) continue;
      nameless += 1;
      firstPlace ||= event.component.place;
    }
    if (components > uploadSize * maxComponentsPerByte)
      throw new FormatError('ratio', `The file of ${uploadSize} bytes lists more than ${components - 1} components`);
    yield batch;
  }
  if (unread.length > 0) yield [{ type: 'warning', warning: unreadWarning(unread) }];
  if (nameless > 0) yield [{ type: 'warning', warning: { place: firstPlace, message: namelessWarning(nameless), isLoss: true } }]; // prettier-ignore
}

/** What says something about the document beside it, and lists no components. */
const aboutDocument =
  /(?:^|\/)(?:readme|licen[cs]e|notice|copying)[^/]*$|\.(?:md|pdf|sig|asc|pem|cer|crt|md5|sha\d+)$/i;
const maxNamed = 3;

/** Files of an archive beside its document: each may list components that nothing else says are missing. */
function unreadWarning(unread: readonly string[]): BomWarning {
  const named = unread.slice(0, maxNamed).map((name) => name.slice(0, 80));
  const more = unread.length > maxNamed ? ` and ${unread.length - maxNamed} more` : '';
  return {
    place: unread[0]!.slice(0, 200),
    message: `Of the archive ${unread.length === 1 ? 'one file was' : `${unread.length} files were`} not read: ${named.join(', ')}${more}. Import those that list components by themselves`,
    ...(unread.some((name) => !aboutDocument.test(name)) && { isLoss: true as const }),
  };
}

/** Adds at the end what was found of the signatures in and around the document. */
async function* verified(
  events: AsyncIterable<readonly BomEvent[]>,
  verify: (kind: BomSignature['kind']) => Promise<BomSignature[]> | undefined,
): AsyncIterable<readonly BomEvent[]> {
  const signed = new Map<BomSignature['kind'], string>([['dsse', '']]);
  for await (const batch of events) {
    for (const event of batch) if (event.type === 'signed') signed.set(event.kind, event.place);
    yield batch.some(({ type }) => type === 'signed') ? batch.filter(({ type }) => type !== 'signed') : batch;
  }
  for (const [kind, place] of signed) {
    const signatures = await verify(kind);
    if (signatures) yield signatures.flatMap((signature) => signatureEvents(signature, place));
  }
}

const namelessWarning = (count: number): string =>
  count === 1
    ? 'A component has neither a name nor an identifier; it is no entry'
    : `${count} components have neither a name nor an identifier; they are no entries`;
