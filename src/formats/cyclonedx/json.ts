import type { BomEvent, Json } from '../../model/document.js';
import { FormatError, type ByteSource, type Format, type ParseLimits } from '../format.js';
import { readJson, topMembers } from '../reading/json.js';
import type { StreamItem } from '../reading/stream-items.js';
import { CycloneDxReader, streamRules } from './read-document.js';
import { serializeWith, writtenCycloneDxVersions } from './serialize.js';
import { JsonEncoder } from './json-encoder.js';
import { checkSpecVersion } from './read-header.js';

export const cycloneDxJson: Format = {
  id: 'cyclonedx-json',
  family: 'cyclonedx',
  encoding: 'JSON',
  mediaType: 'application/vnd.cyclonedx+json',
  extension: 'cdx.json',
  detect: (head) => looksLikeCycloneDx(topMembers(head)),
  parse,
  writes: writtenCycloneDxVersions,
  serialize: serializeWith('JSON', (target) => new JsonEncoder(target.version)),
};

/** Members that are text, even where a file has a number. */
const textMembers: ReadonlySet<string> = new Set(['specVersion', 'version', 'name', 'group', 'value', 'id']);

/** True for a document that declares itself CycloneDX, or has its members. */
function looksLikeCycloneDx(members: ReadonlyMap<string, string>): boolean {
  if (members.get('bomFormat') === 'CycloneDX') return true;
  if (/cyclonedx/i.test(members.get('$schema') ?? '')) return true;
  return members.has('specVersion') && ['components', 'metadata', 'bomFormat'].some((name) => members.has(name));
}

/** @throws FormatError (see `readJson`, `DocumentReader`) */
async function* parse(source: ByteSource, limits: ParseLimits): AsyncIterable<readonly BomEvent[]> {
  const reader = new CycloneDxReader(limits);
  const options = { rules: streamRules, textMembers, onWarning: reader.warn };
  for await (const items of readJson(source, limits, options)) {
    checkTopMembers(items);
    const events = reader.read(items);
    if (events.length > 0) yield events;
  }
  yield reader.end();
}

/** Refuses a document of another kind or version as early as possible. */
export function checkTopMembers(items: readonly StreamItem<Json>[]): void {
  for (const { kind, name, place, value } of items) {
    if (kind !== 'member') continue;
    if (name === 'specVersion') checkSpecVersion(String(value), 'JSON', place);
    else if (name === 'bomFormat' && value !== 'CycloneDX')
      throw new FormatError('invalid', '"bomFormat" must be "CycloneDX"', place);
  }
}
