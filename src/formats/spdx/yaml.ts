import type { BomWarning } from '../../model/document.js';
import type { BomSource, ByteSource, Format, ParseLimits, SerializeOptions } from '../format.js';
import { readYaml } from '../reading/yaml.js';
import { yamlItems, yamlMembers } from '../writing/yaml-text.js';
import { writeElements } from './document/document-writer.js';
import { ElementReader, spdxLists } from './document/element-reader.js';
import { listOfKind, type ElementKind, type SpdxElement } from './document/elements.js';
import { writtenSpdx2Versions } from './document/versions.js';
import { parseElements } from './document/parsing.js';
import { spdxYamlKinds } from './yaml-kinds.js';

/** SPDX 2.1–2.3 in YAML: the JSON form (SPDX 2.3, clause 4.4.1). */
export const spdxYaml: Format = {
  id: 'spdx-yaml',
  family: 'spdx',
  encoding: 'YAML',
  mediaType: 'application/spdx+yaml',
  extension: 'spdx.yaml',
  writes: writtenSpdx2Versions,
  detect,
  parse: parseElements(pieces),
  serialize,
};

/** True for a document with a member of SPDX at the left margin, which distinguishes it from JSON and tag-value. */
function detect(head: string): boolean {
  if (/^\s*[{<]/.test(head)) return false;
  if (/^Document:[ \t]*$/m.test(head))
    return /^[ \t]+["']?(?:specVersion|spdxVersion|documentDescribes)["']?[ \t]*:/m.test(head);
  return /^["']?(?:spdxVersion|documentNamespace|creationInfo|documentDescribes|SPDXID["']?:[ \t]*["']?SPDXRef-DOC)\b/m.test(
    head,
  );
}

async function* pieces(
  source: ByteSource,
  limits: ParseLimits,
  onWarning: (warning: BomWarning) => void,
): AsyncIterable<readonly SpdxElement[]> {
  const reader = new ElementReader(onWarning);
  for await (const items of readYaml(source, limits, { rules: spdxLists, kinds: spdxYamlKinds, onWarning }))
    yield items.flatMap((item) => reader.read(item));
  yield reader.end();
}

async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<string> {
  let open: ElementKind = 'document';
  for await (const batch of writeElements(bom, options)) {
    let text = '';
    for (const { kind, data } of batch) {
      if (kind === 'document') text += yamlMembers(data, '\n', '');
      else {
        if (kind !== open) text += `\n${listOfKind[kind as keyof typeof listOfKind]}:`;
        text += yamlItems([data], '\n');
      }
      open = kind;
    }
    yield text;
  }
  yield '\n';
}
