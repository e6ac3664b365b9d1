import { createGunzip } from 'node:zlib';
import { FormatError, type ByteSource, type ParseLimits } from '../format.js';
import { inflate, materialize, type Spill } from '../reading/bytes.js';
import type { LegacyCharset } from '../reading/charset.js';
import { decodeHead, legacyCharsetOfHead } from '../reading/text.js';
import { oldSheetNames } from '../reading/xls/workbook.js';
import { sheetNames } from '../reading/xlsx/workbook.js';
import { openZip, type ZipEntry } from '../reading/zip.js';
import { checkText, fileKind, isWorkbook } from './file-kinds.js';
import { hasJsonWrapping, jsonWrapping, type SignedEnvelope, type Wrapping } from './json-wrappings.js';

export interface UnwrapOptions {
  readonly limits: ParseLimits;
  readonly spill: Spill;
  /** Whether a document with this head is an SBOM: selects it in an archive of several files. */
  readonly isSbom: (head: string) => boolean;
}

/** A document without its wrappings. */
export interface UnwrappedDocument extends DocumentHead {
  readonly source: ByteSource;
  /** From the outside in: "gzip", "zip: bom.json", "attestation", `"sbom"`. */
  readonly wrappings: readonly string[];
  /** Files of the archives around it that were not read, those of operating systems aside. */
  readonly unread: readonly string[];
  /** The signed envelope around the document. */
  readonly envelope?: SignedEnvelope;
}

interface DocumentHead {
  /**
   * What identifies the format: the first characters of a text; of a workbook the names of its parts
   * ("workbook.xls" for XLS) and sheets ("sheet: Package Info"), one on each line.
   */
  readonly head: string;
  /** The set from before Unicode that it was decoded from. */
  readonly charset?: LegacyCharset;
}

const headLength = 64 * 1024;
const maxWrappings = 2;
/** Files that operating systems add to archives. */
const systemFiles = /(?:^|\/)(?:__MACOSX\/.*|\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

/**
 * Takes a document out of gzip, zip, attestations and API responses, at most two of them nested, by content alone.
 * Unpacked bytes stay in memory up to 4 MiB, larger ones go to `spill`. Sizes and checksums are verified to the end
 * before this returns.
 *
 * @throws FormatError `unknown_format`, `encrypted`, `limit`, `ratio`, `malformed`, `truncated`, `ambiguous`, `invalid`
 */
export async function unwrap(upload: ByteSource, options: UnwrapOptions): Promise<UnwrappedDocument> {
  const wrappings: string[] = [];
  const unread: string[] = [];
  let source = upload;
  let envelope: SignedEnvelope | undefined;
  for (;;) {
    const layer = await identifyLayer(source, options);
    if ('head' in layer) return { source, ...layer, wrappings, unread, ...(envelope && { envelope }) };
    if (wrappings.length === maxWrappings) {
      throw new FormatError('limit', `The document is wrapped more than ${maxWrappings} times`);
    }
    wrappings.push(layer.name);
    unread.push(...(layer.unread ?? []));
    source = await layer.open(
      (bytes) => materialize(bytes, options.spill),
      (signed) => (envelope ??= signed),
    );
  }
}

async function identifyLayer(source: ByteSource, options: UnwrapOptions): Promise<Wrapping | DocumentHead> {
  const bytes = await source.read(0, headLength);
  switch (fileKind(bytes)) {
    case 'gzip':
      return gzipWrapping(source, options.limits);
    case 'zip':
      return identifyArchive(source, options);
    case 'compound':
      return { head: workbookHead(['workbook.xls'], await oldSheetNames(source, options.limits)) };
    case 'text': {
      const head = decodeHead(bytes);
      checkText(head);
      const charset = legacyCharsetOfHead(bytes);
      return jsonWrapping(source, head, options.limits) ?? { head, ...(charset && { charset }) };
    }
  }
}

const gzipWrapping = (source: ByteSource, limits: ParseLimits): Wrapping => ({
  name: 'gzip',
  open: (keep) => keep(inflate(source.stream(), createGunzip({ chunkSize: headLength }), limits)),
});

/** A workbook is a document; any other archive wraps one. */
async function identifyArchive(source: ByteSource, options: UnwrapOptions): Promise<Wrapping | DocumentHead> {
  const entries = await openZip(source, options.limits);
  if (isWorkbook(entries))
    return { head: workbookHead([...entries.keys()], await sheetNames(entries, options.limits)) };
  const files = [...entries.values()].filter(({ name }) => !systemFiles.test(name));
  const entry = await findDocument(files, options.isSbom);
  const unread = files.filter((file) => file !== entry).map(({ name }) => name);
  return { name: `zip: ${entry.name}`, unread, open: (keep) => keep(entry.stream()) };
}

const workbookHead = (parts: readonly string[], sheets: readonly string[]): string =>
  [...parts, ...sheets.map((name) => `sheet: ${name.replace(/\s+/g, ' ').trim()}`)].join('\n');

/** The one document in an archive: its only file, or the only one that is an SBOM. */
async function findDocument(files: readonly ZipEntry[], isSbom: UnwrapOptions['isSbom']): Promise<ZipEntry> {
  if (files.length === 0) throw new FormatError('unknown_format', 'The archive holds no file');
  const found: ZipEntry[] = [];
  for (const entry of files) if (files.length === 1 || (await mayBeSbom(entry, isSbom))) found.push(entry);
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

async function mayBeSbom(entry: ZipEntry, isSbom: UnwrapOptions['isSbom']): Promise<boolean> {
  const bytes = await readHead(entry);
  try {
    const kind = fileKind(bytes);
    // What such a file is stands anywhere in it: among other files its name decides.
    if (kind === 'compound') return /\.xls$/i.test(entry.name);
    if (kind !== 'text') return true;
    const head = decodeHead(bytes);
    checkText(head);
    return isSbom(head) || hasJsonWrapping(head);
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
