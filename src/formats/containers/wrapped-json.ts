import { FormatError, type ByteSource } from '../format.js';
import type { Materialize } from './attestation.js';
import { memberValueBytes, memberNames, findObjectRanges } from './json-bytes.js';

const wrapped = /^\s*\{\s*"(sbom|SPDX)"\s*:\s*\{/;
/** "linux/arm/v7", "windows(10.0.17763.1)/amd64" */
const ofPlatform = /^\s*\{\s*"([\w().-]{1,80}(?:\/[\w.-]{1,40}){1,2})"\s*:\s*\{\s*"SPDX"\s*:/;

/**
 * The member that holds the document in an answer of an API: GitHub's dependency graph has `{"sbom": {…}}`, Docker's
 * `buildx imagetools inspect` `{"SPDX": {…}}`, or, of an image for several platforms, `{"linux/amd64": {"SPDX": {…}}}`;
 * undefined for any other text.
 */
export const wrappingMember = (head: string): string | undefined => (wrapped.exec(head) ?? ofPlatform.exec(head))?.[1];

/**
 * @throws FormatError `truncated` where what is around the document does not end, `limit` where more follows,
 *   `ambiguous` where there are documents of several platforms
 */
export async function openWrapped(source: ByteSource, name: string, materialize: Materialize): Promise<ByteSource> {
  await findObjectRanges(source.stream(), 1);
  if (!name.includes('/')) return materialize(memberValueBytes(source.stream(), name));
  const platforms = await memberNames(source.stream());
  if (platforms.length > 1) {
    const named = platforms.slice(0, 5).map((platform) => platform.slice(0, 80));
    const message = `The file holds the bills of ${platforms.length} platforms (${named.join(', ')}); send one at a time`;
    throw new FormatError('ambiguous', message);
  }
  return materialize(memberValueBytes(memberValueBytes(source.stream(), name), 'SPDX'));
}
