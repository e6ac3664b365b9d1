import { FormatError, type ByteSource, type ParseLimits } from '../format.js';
import { topMembers } from '../reading/json.js';
import { decodeHead } from '../reading/text.js';
import { decodeBase64, decodeJsonString, findObjectRanges, memberNames, memberValueBytes } from './json-bytes.js';

/** Puts bytes where they can be read as often as needed, in memory or in a file. */
type Keep = (bytes: AsyncIterable<Uint8Array>) => Promise<ByteSource>;

/** Signed JSON, with the bytes that were taken out of it: what it says elsewhere in itself does not count. */
export interface SignedEnvelope {
  readonly source: ByteSource;
  readonly payload: ByteSource;
}

/** Something around a document. */
export interface Wrapping {
  readonly name: string;
  /** Names of what else is in it and was not read. */
  readonly unread?: readonly string[];
  /** The bytes inside. @param onEnvelope called with signed JSON around them */
  open(keep: Keep, onEnvelope: (envelope: SignedEnvelope) => void): Promise<ByteSource>;
}

const headLength = 64 * 1024;
/** Bundle, envelope, statement, predicate, and the "Data" that older cosign puts around it. */
const maxLayers = 6;

/** Whether a text that starts with `head` is JSON around a document. */
export const hasJsonWrapping = (head: string): boolean => wrappingMember(head) !== undefined || isAttestation(head);

/** The JSON around a document: an attestation, or the response of an API; undefined for any other text. */
export function jsonWrapping(source: ByteSource, head: string, limits: ParseLimits): Wrapping | undefined {
  const member = wrappingMember(head);
  if (member !== undefined) return { name: `"${member}"`, open: (keep) => openResponse(source, member, keep) };
  if (!isAttestation(head)) return undefined;
  return { name: 'attestation', open: (...to) => openAttestation(source, limits, ...to) };
}

const documentMember =
  /^\s*\{\s*"(sbom|SPDX|data(?="\s*:\s*\{\s*"(?:\$schema|bomFormat|specVersion|spdxVersion|SPDXID|@context)"\s*:))"\s*:\s*\{/;
/** "linux/arm/v7", "windows(10.0.17763.1)/amd64" */
const platformMember = /^\s*\{\s*"([\w().-]{1,80}(?:\/[\w.-]{1,40}){1,2})"\s*:\s*\{\s*"SPDX"\s*:/;

/**
 * The member of an API response that holds the document: GitHub's dependency graph has `{"sbom": {…}}`, Docker's
 * `buildx imagetools inspect` has `{"SPDX": {…}}` or, for an image of several platforms,
 * `{"linux/amd64": {"SPDX": {…}}}`. This service answers getSBOM with `{"data": {…}}`, as others do.
 */
const wrappingMember = (head: string): string | undefined =>
  (documentMember.exec(head) ?? platformMember.exec(head))?.[1];

/** @throws FormatError `truncated`, `limit` where a second object follows, `ambiguous` where there are several platforms */
async function openResponse(source: ByteSource, name: string, keep: Keep): Promise<ByteSource> {
  await findObjectRanges(source.stream(), 1);
  if (!name.includes('/')) return keep(memberValueBytes(source.stream(), name));
  const platforms = await memberNames(source.stream());
  if (platforms.length > 1) {
    const named = platforms.slice(0, 5).map((platform) => platform.slice(0, 80));
    const message = `The file holds the SBOMs of ${platforms.length} platforms (${named.join(', ')}); send one at a time`;
    throw new FormatError('ambiguous', message);
  }
  return keep(memberValueBytes(memberValueBytes(source.stream(), name), 'SPDX'));
}

type AttestationLayer = 'bundle' | 'envelope' | 'statement';

/**
 * A DSSE envelope (https://github.com/secure-systems-lab/dsse), a Sigstore bundle with one, or a bare in-toto
 * statement; one, or several as JSON lines.
 */
const isAttestation = (head: string): boolean => layerOf(head) !== undefined;

function layerOf(head: string): AttestationLayer | undefined {
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
 * The predicate of the one statement whose type is an SBOM's.
 *
 * @throws FormatError `unknown_format`: no SBOM in it; `ambiguous`: several; `malformed`, `truncated`, `limit`
 */
async function openAttestation(
  source: ByteSource,
  limits: ParseLimits,
  keep: Keep,
  onEnvelope: (envelope: SignedEnvelope) => void,
): Promise<ByteSource> {
  const ranges = await findObjectRanges(source.stream(), limits.maxArchiveEntries);
  const found: ByteSource[] = [];
  let signed: SignedEnvelope | undefined;
  for (const { start, end } of ranges) {
    const outer = slice(source, start, end);
    const { statement, payload } = await openStatement(outer, keep);
    if (ranges.length > 1 && !isSbomStatement(await headOf(statement))) continue;
    found.push(statement);
    signed = statement === outer ? undefined : { source: outer, payload };
  }
  if (found.length > 1) throw new FormatError('ambiguous', `The file holds ${found.length} attestations of SBOMs`);
  if (found.length === 0) throw new FormatError('unknown_format', 'None of the attestations in the file is of an SBOM');
  if (signed) onEnvelope(signed);
  const predicate = await openMember(found[0]!, 'predicate', keep);
  if (!isCosignPredicate(await headOf(predicate))) return predicate;
  return decodeStringValue(await openMember(predicate, 'Data', keep), keep);
}

/** The statement, and what the outermost envelope around it holds: where there is none, the statement itself. */
async function openStatement(source: ByteSource, keep: Keep): Promise<{ statement: ByteSource; payload: ByteSource }> {
  let inner = source;
  let payload: ByteSource | undefined;
  for (let layers = 0; layers < maxLayers; layers++) {
    const layer = layerOf(await headOf(inner));
    if (layer === 'bundle') inner = await openMember(inner, 'dsseEnvelope', keep);
    else if (layer === 'envelope') {
      inner = await keep(decodeBase64(decodeJsonString(memberValueBytes(inner.stream(), 'payload'))));
      payload ??= inner;
    } else break;
  }
  return { statement: inner, payload: payload ?? inner };
}

const isSbomStatement = (head: string): boolean => /cyclonedx|spdx/i.test(topMembers(head).get('predicateType') ?? '');

async function openMember(source: ByteSource, name: string, keep: Keep): Promise<ByteSource> {
  const value = await keep(memberValueBytes(source.stream(), name));
  if (value.size === 0) throw new FormatError('unknown_format', `The attestation has no "${name}", so no SBOM`);
  return value;
}

/** The document may be a string in the attestation. */
async function decodeStringValue(value: ByteSource, keep: Keep): Promise<ByteSource> {
  return /^\s*"/.test(await headOf(value)) ? keep(decodeJsonString(value.stream())) : value;
}

async function headOf(source: ByteSource): Promise<string> {
  return decodeHead(await source.read(0, headLength));
}

/** The bytes of `source` from `start` to before `end`. */
function slice(source: ByteSource, start: number, end: number): ByteSource {
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
