import { FormatError, type ByteSource, type ParseLimits } from '../format.js';
import { topMembers } from '../reading/json.js';
import { decodeHead } from '../reading/text.js';
import { decodeBase64, memberValueBytes, findObjectRanges, decodeJsonString, memberNames } from './json-bytes.js';

/** Puts bytes where they can be read as often as needed, in memory or in a file. */
export type Materialize = (bytes: AsyncIterable<Uint8Array>) => Promise<ByteSource>;

const headLength = 64 * 1024;
/** Bundle, envelope, statement, predicate, and the "Data" that older cosign puts around it. */
const maxLayers = 6;

type Layer = 'bundle' | 'envelope' | 'statement' | 'cosign';

/**
 * Whether a document is an attestation: a DSSE envelope (https://github.com/secure-systems-lab/dsse), a Sigstore bundle
 * with one, or a bare in-toto statement, one or several as JSON lines.
 */
export const isAttestation = (head: string): boolean => layerOf(head) !== undefined;

function layerOf(head: string): Layer | undefined {
  const members = topMembers(head);
  if (members.has('payloadType') || /^\s*\{\s*"payload"\s*:\s*"/.test(head)) return 'envelope';
  if (members.has('dsseEnvelope') || members.get('mediaType')?.includes('sigstore.bundle')) return 'bundle';
  if (members.get('_type')?.startsWith('https://in-toto.io/Statement') && members.has('predicateType')) {
    return 'statement';
  }
  return undefined;
}

/** Older cosign: `{"Data": <the document, or its text>, "Timestamp": …}`. */
const isCosignPredicate = (head: string): boolean => /^\s*\{\s*"Data"\s*:/.test(head);

/**
 * The document inside an attestation: the predicate of the one statement whose type is an SBOM's. Signatures are not
 * verified: whoever trusts the upload trusts its content.
 *
 * @throws FormatError `unknown_format`: no SBOM in it; `ambiguous`: several; `malformed`, `truncated`, `limit`
 */
export async function openAttestation(
  source: ByteSource,
  limits: ParseLimits,
  materialize: Materialize,
): Promise<ByteSource> {
  const ranges = await findObjectRanges(source.stream(), limits.maxArchiveEntries);
  const found: ByteSource[] = [];
  for (const { start, end } of ranges) {
    const statement = await openStatement(part(source, start, end), materialize);
    if (ranges.length === 1 || isSbom(await headOf(statement))) found.push(statement);
  }
  if (found.length > 1) throw new FormatError('ambiguous', `The file holds ${found.length} attestations of SBOMs`);
  if (found.length === 0) throw new FormatError('unknown_format', 'None of the attestations in the file is of an SBOM');
  const predicate = await member(found[0]!, 'predicate', materialize);
  return isCosignPredicate(await headOf(predicate))
    ? decodeStringValue(await member(predicate, 'Data', materialize), materialize)
    : predicate;
}

async function openStatement(source: ByteSource, materialize: Materialize): Promise<ByteSource> {
  let inner = source;
  for (let layers = 0; layers < maxLayers; layers++) {
    const layer = layerOf(await headOf(inner));
    if (layer === 'bundle') inner = await member(inner, 'dsseEnvelope', materialize);
    else if (layer === 'envelope')
      inner = await materialize(decodeBase64(decodeJsonString(memberValueBytes(inner.stream(), 'payload'))));
    else break;
  }
  return inner;
}

const isSbom = (head: string): boolean => /cyclonedx|spdx/i.test(topMembers(head).get('predicateType') ?? '');

async function member(source: ByteSource, name: string, materialize: Materialize): Promise<ByteSource> {
  const value = await materialize(memberValueBytes(source.stream(), name));
  if (value.size === 0) throw new FormatError('unknown_format', `The attestation has no "${name}", so no SBOM`);
  return value;
}

/** A document may stand in the attestation as text. */
async function decodeStringValue(value: ByteSource, materialize: Materialize): Promise<ByteSource> {
  return /^\s*"/.test(await headOf(value)) ? materialize(decodeJsonString(value.stream())) : value;
}

async function headOf(source: ByteSource): Promise<string> {
  return decodeHead(await source.read(0, headLength));
}

/** The bytes of `source` from `start` to before `end`. */
function part(source: ByteSource, start: number, end: number): ByteSource {
  const size = end - start;
  const read = (offset: number, length: number): Promise<Uint8Array> =>
    source.read(start + offset, Math.max(0, Math.min(length, size - offset)));
  return {
    size,
    read,
    async *stream() {
      for (let offset = 0; offset < size; offset += headLength) yield await read(offset, headLength);
    },
  };
}

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
