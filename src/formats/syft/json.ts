import type { BomEvent, Json } from '../../model/document.js';
import type { ByteSource, Format, ParseLimits } from '../format.js';
import { readJson, topMembers } from '../reading/json.js';
import type { StreamItem, StreamRules } from '../reading/stream-items.js';
import { SyftReader } from './read-document.js';

/** Syft's own JSON (github.com/anchore/syft, schema/json), versions 1 to 16. Only read. */
export const syftJson: Format = {
  id: 'syft-json',
  family: 'cyclonedx',
  encoding: 'JSON',
  mediaType: 'application/vnd.syft+json',
  extension: 'syft.json',
  detect,
  parse,
};

function detect(head: string): boolean {
  const members = topMembers(head);
  return members.has('artifacts') && !members.has('bomFormat') && /anchore\/syft|"artifactRelationships"/.test(head);
}

const rules: StreamRules = { artifacts: {}, artifactRelationships: {}, files: {} };
const textMembers: ReadonlySet<string> = new Set(['name', 'version', 'versionID']);

async function* parse(source: ByteSource, limits: ParseLimits): AsyncIterable<readonly BomEvent[]> {
  const reader = new SyftReader(limits);
  for await (const items of readJson(source, limits, { rules, textMembers, onWarning: reader.warn })) {
    for (const item of items) read(reader, item);
    yield reader.take();
  }
  reader.end();
  yield reader.take();
}

function read(reader: SyftReader, { kind, name, place, value }: StreamItem<Json>): void {
  if (kind === 'member') reader.member(name, value, place);
  else if (kind === 'element' && name === 'artifacts') reader.artifact(value, place);
  else if (kind === 'element' && name === 'artifactRelationships') reader.relationship(value, place);
  else if (kind === 'element') reader.file();
}
