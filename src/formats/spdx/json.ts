import type { BomWarning } from '../../model/document.js';
import type { BomSource, ByteSource, Format, ParseLimits, SerializeOptions } from '../format.js';
import { readJson, topMembers } from '../reading/json.js';
import { writePieces } from './document/document-writer.js';
import { PieceReader, spdxLists } from './document/piece-reader.js';
import { listOfKind, type PieceKind, type SpdxPiece } from './document/pieces.js';
import { textMembers } from './document/shape.js';
import { writtenVersions } from './document/versions.js';
import { parsePieces } from './document/parsing.js';

/** SPDX 2.1–2.3 in JSON (SPDX 2.3, clause 4.4.1, schemas/spdx-schema.json). */
export const spdxJson: Format = {
  id: 'spdx-json',
  family: 'spdx',
  encoding: 'JSON',
  mediaType: 'application/spdx+json',
  extension: 'spdx.json',
  writes: writtenVersions,
  detect,
  parse: parsePieces(pieces),
  serialize,
};

/** Members at the top that no other document has, for one whose `spdxVersion` stands far behind. */
const telling = ['spdxVersion', 'SPDXID', 'documentNamespace', 'dataLicense', 'creationInfo', 'documentDescribes'];

function detect(head: string): boolean {
  const members = topMembers(head);
  if (members.has('bomFormat') || members.has('@context')) return false;
  if (members.get('Document') === '{') return head.includes('"spdxVersion"') || head.includes('"SPDXRef-');
  return telling.some((name) => members.has(name)) || (members.has('packages') && head.includes('"SPDXID"'));
}

async function* pieces(
  source: ByteSource,
  limits: ParseLimits,
  onWarning: (warning: BomWarning) => void,
): AsyncIterable<readonly SpdxPiece[]> {
  const reader = new PieceReader(onWarning);
  for await (const items of readJson(source, limits, { rules: spdxLists, textMembers, onWarning }))
    yield items.flatMap((item) => reader.read(item));
  yield reader.end();
}

/** One element on a line. */
async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<string> {
  let open: PieceKind = 'document';
  for await (const pieces of writePieces(bom, options)) {
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
