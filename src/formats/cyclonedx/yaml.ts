import type { BomEvent } from '../../model/document.js';
import type { ByteSource, Format, ParseLimits } from '../format.js';
import { readYaml } from '../reading/yaml.js';
import { checkTopMembers } from './json.js';
import { CycloneDxReader, streamRules } from './read-document.js';
import { serializeWith, writtenCycloneDxVersions } from './serialize.js';
import { YamlEncoder } from './yaml-encoder.js';
import { cyclonedxYamlKinds } from './yaml-kinds.js';

/** The JSON form of CycloneDX as YAML. There is no official YAML form. */
export const cycloneDxYaml: Format = {
  id: 'cyclonedx-yaml',
  family: 'cyclonedx',
  encoding: 'YAML',
  mediaType: 'application/vnd.cyclonedx+yaml',
  extension: 'cdx.yaml',
  detect,
  parse,
  writes: writtenCycloneDxVersions,
  serialize: serializeWith('JSON', (target) => new YamlEncoder(target.version)),
};

/** True for a document with a member of CycloneDX at the left margin. */
function detect(head: string): boolean {
  if (/^\s*[{<]/.test(head)) return false;
  return /^["']?(?:bomFormat["']?:[ \t]*["']?CycloneDX|specVersion["']?:[ \t]*["']?1\.\d)/m.test(head);
}

async function* parse(source: ByteSource, limits: ParseLimits): AsyncIterable<readonly BomEvent[]> {
  const reader = new CycloneDxReader(limits);
  const options = { rules: streamRules, kinds: cyclonedxYamlKinds, onWarning: reader.warn };
  for await (const items of readYaml(source, limits, options)) {
    checkTopMembers(items);
    const events = reader.read(items);
    if (events.length > 0) yield events;
  }
  yield reader.end();
}
