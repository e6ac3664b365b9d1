import type { ByteSource } from '../format.js';
import type { Keep } from './attestation.js';
import { memberBytes, objectRanges } from './json-bytes.js';

const wrapped = /^\s*\{\s*"(sbom|SPDX)"\s*:\s*\{/;

/**
 * The member that holds the document in an answer of an API: GitHub's dependency graph has `{"sbom": {…}}`, Docker's
 * `buildx imagetools inspect` `{"SPDX": {…}}`; undefined for any other text.
 */
export const wrappingMember = (head: string): string | undefined => wrapped.exec(head)?.[1];

/** @throws FormatError `truncated` where what is around the document does not end, `limit` where more follows */
export async function openWrapped(source: ByteSource, name: string, keep: Keep): Promise<ByteSource> {
  await objectRanges(source.stream(), 1);
  return keep(memberBytes(source.stream(), name));
}
