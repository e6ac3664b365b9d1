import type { BomWarning } from '../../model/document.js';
import type { BomSource, ByteSource, Format, ParseLimits, SerializeOptions } from '../format.js';
import { readJson, topMembers } from '../reading/json.js';
import { writeElements } from './document/document-writer.js';
import { ElementReader, spdxLists } from './document/element-reader.js';
import { listOfKind, type ElementKind, type SpdxElement } from './document/elements.js';
import { textMembers } from './document/schema.js';
import { writtenSpdx2Versions } from './document/versions.js';
import { parseElements } from './document/parsing.js';

/** SPDX 2.1–2.3 in JSON (SPDX 2.3, clause 4.4.1, schemas/spdx-schema.json). */
export const spdxJson: Format = {
  id: 'spdx-json',
  family: 'spdx',
  encoding: 'JSON',
  mediaType: 'application/spdx+json',
  extension: 'spdx.json',
  writes: writtenSpdx2Versions,
  detect,
  parse: parseElements(pieces),
  serialize,
};

/** Members that identify a document whose `spdxVersion` comes late. */
const spdxMembers = ['spdxVersion', 'SPDXID', 'documentNamespace', 'dataLicense', 'creationInfo', 'documentDescribes'];

function detect(head: string): boolean {
  const members = topMembers(head);
  if (members.has('bomFormat') || members.has('@context')) return false;
  if (members.get('Document') === '{') return head.includes('"spdxVersion"') || head.includes('"SPDXRef-');
  return spdxMembers.some((name) => members.has(name)) || (members.has('packages') && head.includes('"SPDXID"'));
}

async function* pieces(
  source: ByteSource,
  limits: ParseLimits,
  onWarning: (warning: BomWarning) => void,
): AsyncIterable<readonly SpdxElement[]> {
  const reader = new ElementReader(onWarning);
  for await (const items of readJson(source, limits, { rules: spdxLists, textMembers, onWarning }))
    yield items.flatMap((item) => reader.read(item));
  yield reader.end();
}

/** One element on a line. */
async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<string> {
  let open: ElementKind = 'document';
  for await (const pieces of writeElements(bom, options)) {
    const lines: string[] = [];
    for (const { kind, data } of pieces) {
      const text = JSON.stringify(data);
      if (kind === 'document') lines.push(text.slice(0, -1));
      else if (kind === open) lines.push(`,\n${text}`);
      else
        lines.push(`${open === 'document' ? '' : '\n]'},\n"${listOfKind[kind as keyof typeof listOfKind]}":[\n${text}`);
      open = kind;
    }
    yield lines.join('');
  }
  yield open === 'document' ? '}\n' : '\n]}\n';
}
