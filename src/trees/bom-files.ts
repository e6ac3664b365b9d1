import { checkText, fileKind } from '../formats/containers/file-kinds.js';
import { FormatError, type Format } from '../formats/format.js';
import { detectFormat } from '../formats/index.js';
import { decodeHead } from '../formats/reading/text.js';
import type { SourceFiles } from './source-files.js';

export const bomKind = { id: 'sbom', ecosystem: '' };

/** Format of a file that is named like an SBOM, detected from its content; null if it is not one. */
export async function bomFormat(files: SourceFiles, path: string): Promise<Format | null> {
  const bytes = await files.read(path);
  return bytes && formatOfText(bytes.subarray(0, 64 * 1024));
}

function formatOfText(bytes: Uint8Array): Format | null {
  try {
    if (fileKind(bytes) !== 'text') return null;
    const head = decodeHead(bytes);
    checkText(head);
    return detectFormat(head) ?? null;
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
