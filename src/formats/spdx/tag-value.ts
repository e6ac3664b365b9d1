import { elementLabel } from '../losses.js';
import type { BomWarning } from '../../model/document.js';
import type { BomSource, ByteSource, Format, ParseLimits, SerializeOptions } from '../format.js';
import { readText } from '../reading/text.js';
import { writeElements } from './document/document-writer.js';
import type { SpdxElement } from './document/elements.js';
import { TagLineSplitter } from './tag-value/lines.js';
import { TagValueReader } from './tag-value/reader.js';
import { heading, writeTags } from './tag-value/writer.js';
import { writtenSpdx2Versions } from './document/versions.js';
import { parseElements } from './document/parsing.js';

/** SPDX 2.1–2.3 as tag-value text (SPDX 2.3, clause 4.4.2). */
export const spdxTagValue: Format = {
  id: 'spdx-tag-value',
  family: 'spdx',
  encoding: 'tag-value',
  mediaType: 'text/spdx',
  extension: 'spdx',
  writes: writtenSpdx2Versions,
  detect: (head) => /^[ \t]*SPDXVersion[ \t]*:/m.test(head) && !/^\s*[{<]/.test(head),
  parse: parseElements(pieces),
  serialize,
};

async function* pieces(
  source: ByteSource,
  limits: ParseLimits,
  onWarning: (warning: BomWarning) => void,
): AsyncIterable<readonly SpdxElement[]> {
  const splitter = new TagLineSplitter(limits, (line) =>
    onWarning({ place: `line ${line}`, message: 'This line is not a tag with a value; it was skipped' }),
  );
  const reader = new TagValueReader(onWarning);
  for await (const text of readText(source, limits)) {
    for (const line of splitter.write(text)) reader.read(line);
    yield reader.take();
  }
  for (const line of splitter.end()) reader.read(line);
  yield reader.end();
}

/** References to other documents come before the creation information (SPDX 2.3, clause 6). */
async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<string> {
  let last: SpdxElement['kind'] = 'document';
  let creation = '';
  for await (const batch of writeElements(bom, options)) {
    let text = '';
    for (const piece of batch) {
      options.onElement?.(piece.kind === 'document' ? '' : elementLabel(piece.kind, piece.data));
      if (piece.kind === 'document') {
        const { creationInfo, ...data } = piece.data;
        text += writeTags({ ...piece, data }, options.onLoss);
        if (creationInfo !== undefined) creation = writeTags({ ...piece, data: { creationInfo } }, options.onLoss);
        continue;
      }
      if (piece.kind !== 'external-document') {
        text += creation;
        creation = '';
      }
      text += (piece.kind === last ? '' : heading(piece.kind)) + writeTags(piece, options.onLoss);
      last = piece.kind;
    }
    options.onElement?.('');
    yield text;
  }
  yield creation;
}
