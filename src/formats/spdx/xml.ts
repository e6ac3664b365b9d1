import { elementLabel } from '../losses.js';
import type { BomWarning, Json, JsonObject } from '../../model/document.js';
import {
  type BomSource,
  type ByteSource,
  type Format,
  type ParseLimits,
  type SerializeOptions,
  FormatError,
} from '../format.js';
import { readXml } from '../reading/xml.js';
import { escapeXmlText } from '../writing/text-escapes.js';
import { writeElements } from './document/document-writer.js';
import { legacyRoot } from './document/legacy-layout.js';
import { ElementReader } from './document/element-reader.js';
import { listOfKind, type SpdxElement } from './document/elements.js';
import { documentSchema } from './document/schema.js';
import { writtenSpdx2Versions } from './document/versions.js';
import { parseElements } from './document/parsing.js';
import { readElement } from './xml-values.js';

/** SPDX 2.1–2.3 in XML: the JSON form, each item of a list an element of the list's name in `<Document>`. */
export const spdxXml: Format = {
  id: 'spdx-xml',
  family: 'spdx',
  encoding: 'XML',
  mediaType: 'application/spdx+xml',
  extension: 'spdx.xml',
  writes: writtenSpdx2Versions,
  detect: (head) => /^\s*</.test(head) && /<Document[\s>]/.test(head) && /<(?:spdxVersion|SPDXID|packages)>/.test(head),
  parse: parseElements(pieces),
  serialize,
};

async function* pieces(
  source: ByteSource,
  limits: ParseLimits,
  onWarning: (warning: BomWarning) => void,
): AsyncIterable<readonly SpdxElement[]> {
  const reader = new ElementReader(onWarning);
  const seen = new Set<string>();
  let schema = documentSchema;
  for await (const items of readXml(source, limits, {})) {
    yield items.flatMap(({ kind, name, place, value }) => {
      if (kind === 'root' && value.name === legacyRoot.name) schema = legacyRoot.schema;
      else if (kind === 'root' && value.name !== 'Document')
        throw new FormatError('invalid', `The root element is <${value.name.slice(0, 80)}>, not <Document>`, place);
      if (kind !== 'member') return [];
      const own = schema.fields.get(name)?.schema();
      const isList = own?.kind === 'list';
      if (!isList && seen.has(name)) throw new FormatError('duplicate_key', `<${name}> occurs twice`, place);
      seen.add(name);
      const read = readElement(value, own, onWarning);
      return reader.read({ kind: isList ? 'element' : 'member', name, place, value: read });
    });
  }
  yield reader.end();
}

async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<Document>\n';
  for await (const batch of writeElements(bom, options))
    yield batch.map((piece) => writePiece(piece, options)).join('');
  yield '</Document>\n';
}

function writePiece({ kind, data }: SpdxElement, { onLoss, onElement }: SerializeOptions): string {
  onElement?.(kind === 'document' ? '' : elementLabel(kind, data));
  if (kind === 'document') return members(data, top, onLoss);
  return element(listOfKind[kind as keyof typeof listOfKind], data, top, onLoss);
}

type OnLoss = (what: string) => void;

function members(data: JsonObject, level: Level, onLoss: OnLoss): string {
  let text = '';
  for (const name in data) {
    const value = data[name]!;
    if (Array.isArray(value)) for (const item of value) text += element(name, item, level, onLoss);
    else text += element(name, value, level, onLoss);
  }
  return text;
}

function element(name: string, value: Json, level: Level, onLoss: OnLoss): string {
  const { start, end } = level.tagsOf(name);
  if (value !== null && typeof value === 'object')
    return `${start}\n${members(value as JsonObject, level.below, onLoss)}${level.indent}${end}`;
  return start + escapeXmlText(String(value), onLoss) + end;
}

interface Tags {
  readonly start: string;
  readonly end: string;
}

/** The tags of one depth, which are the same few names for all elements. */
class Level {
  private readonly tags = new Map<string, Tags>();
  private next: Level | undefined;

  constructor(readonly indent: string) {}

  get below(): Level {
    return (this.next ??= new Level(`${this.indent}  `));
  }

  tagsOf(name: string): Tags {
    let tags = this.tags.get(name);
    if (tags === undefined) this.tags.set(name, (tags = { start: `${this.indent}<${name}>`, end: `</${name}>\n` }));
    return tags;
  }
}

const top = new Level('  ');
