import { createGunzip } from 'node:zlib';
import { FormatError, type ByteSource, type ParseLimits } from '../format.js';
import { inflate } from '../reading/bytes.js';
import { decodeHead } from '../reading/text.js';
import { sheetNames } from '../reading/xlsx/workbook.js';
import { openZip, type ZipEntry } from '../reading/zip.js';
import { isAttestation, openAttestation, openWrapped, wrappingMember } from './json-wrappings.js';
import { checkText, fileKind, isWorkbook } from './file-kinds.js';
import { materializeBytes, type Spill } from './keeping.js';

/** A document out of its wrappings. */
export interface OpenedDocument {
  readonly source: ByteSource;
  /**
   * What `detectFormat` judges: the first characters of a text; of a workbook, on lines of their own, the names of its
   * parts and of its sheets ("sheet: Package Info").
   */
  readonly head: string;
  /** The wrappings from the outside in, for people: "gzip", "zip: bom.json", "attestation", the member of an answer. */
  readonly wrappings: readonly string[];
}

export interface OpenDocumentOptions {
  readonly limits: ParseLimits;
  readonly spill: Spill;
  /** Whether a document that starts so is an SBOM: picks it out of an archive of several files. */
  readonly isSbom: (head: string) => boolean;
}

const headLength = 64 * 1024;
const maxWrappings = 2;
/** What systems leave in archives beside the files. */
const systemFiles = /(?:^|\/)(?:__MACOSX\/.*|\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

/**
 * Takes an upload out of gzip, zip, attestations and answers of APIs, at most two of them in one another, judging by content alone.
 * Unpacked bytes are kept in memory up to 4 MiB, else given to `options.spill`; either way they have been checked
 * (sizes, checksums) to the end before the document is returned.
 *
 * @throws FormatError `unknown_format`, `encrypted`, `limit`, `ratio`, `malformed`, `truncated`, `ambiguous`, `invalid`
 */
export async function openDocument(upload: ByteSource, options: OpenDocumentOptions): Promise<OpenedDocument> {
  const wrappings: string[] = [];
  let source = upload;
  for (;;) {
    const opened = await unwrap(source, options);
    if (typeof opened === 'string') return { source, head: opened, wrappings };
    if (wrappings.length === maxWrappings) {
      throw new FormatError('limit', `The document is wrapped more than ${maxWrappings} times`);
    }
    wrappings.push(opened.wrapping);
    source = await opened.unpack();
  }
}

interface Wrapping {
  readonly wrapping: string;
  unpack(): Promise<ByteSource>;
}

/** The wrapping around `source`, or the head of the document that it is. */
async function unwrap(source: ByteSource, options: OpenDocumentOptions): Promise<Wrapping | string> {
  const { limits, spill } = options;
  const bytes = await source.read(0, headLength);
  const kind = fileKind(bytes);
  if (kind === 'gzip') {
    const inflated = () => inflate(source.stream(), createGunzip({ chunkSize: headLength }), limits);
    return { wrapping: 'gzip', unpack: () => materializeBytes(inflated(), spill) };
  }
  if (kind === 'zip') {
    const entries = await openZip(source, limits);
    if (isWorkbook(entries)) return workbookHead(entries, limits);
    const entry = await onlyDocument(entries, options);
    return { wrapping: `zip: ${entry.name}`, unpack: () => materializeBytes(entry.stream(), spill) };
  }
  const head = decodeHead(bytes);
  checkText(head);
  const member = wrappingMember(head);
  if (member !== undefined)
    return {
      wrapping: `"${member}"`,
      unpack: () => openWrapped(source, member, (inner) => materializeBytes(inner, spill)),
    };
  if (!isAttestation(head)) return head;
  return {
    wrapping: 'attestation',
    unpack: () => openAttestation(source, limits, (inner) => materializeBytes(inner, spill)),
  };
}

async function workbookHead(entries: ReadonlyMap<string, ZipEntry>, limits: ParseLimits): Promise<string> {
  const sheets = await sheetNames(entries, limits);
  return [...entries.keys(), ...sheets.map((name) => `sheet: ${name.replace(/\s+/g, ' ').trim()}`)].join('\n');
}

/** The one document in an archive: its only file, or the only one that is an SBOM. */
async function onlyDocument(entries: ReadonlyMap<string, ZipEntry>, options: OpenDocumentOptions): Promise<ZipEntry> {
  const files = [...entries.values()].filter((entry) => !systemFiles.test(entry.name));
  if (files.length === 0) throw new FormatError('unknown_format', 'The archive holds no file');
  const found: ZipEntry[] = [];
  for (const entry of files) if (files.length === 1 || (await mayBeSbom(entry, options))) found.push(entry);
  if (found.length === 0)
    throw new FormatError('unknown_format', `None of the ${files.length} files in the archive is an SBOM`);
  if (found.length > 1) {
    const names = found.slice(0, 3).map((entry) => entry.name.slice(0, 80));
    throw new FormatError(
      'ambiguous',
      `The archive holds ${found.length} SBOMs (${names.join(', ')}); send one at a time`,
    );
  }
  return found[0]!;
}

async function mayBeSbom(entry: ZipEntry, { isSbom: isKnown }: OpenDocumentOptions): Promise<boolean> {
  const bytes = await readHead(entry);
  try {
    if (fileKind(bytes) !== 'text') return true;
    const head = decodeHead(bytes);
    checkText(head);
    return isKnown(head) || isAttestation(head) || wrappingMember(head) !== undefined;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

async function readHead(entry: ZipEntry): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of entry.stream()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= headLength) break;
  }
  return Buffer.concat(chunks).subarray(0, headLength);
}
