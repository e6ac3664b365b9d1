import { FormatError } from '../../formats/format.js';
import { bytesSource } from '../../formats/reading/bytes.js';
import type { XmlElement } from '../../formats/reading/xml-elements.js';
import { readXml } from '../../formats/reading/xml.js';
import { manifestLimits } from '../limits.js';

/** Root element of an XML manifest; elements have line numbers. @throws FormatError as `readXml` */
export async function readXmlFile(bytes: Uint8Array): Promise<XmlElement> {
  let root: XmlElement | undefined;
  for await (const items of readXml(bytesSource(bytes), manifestLimits, {}))
    for (const item of items) {
      if (item.kind === 'root') root = item.value;
      else if (item.kind === 'member') root?.appendChild(item.value);
    }
  if (!root) throw new FormatError('malformed', 'This XML has no root element');
  return root;
}

export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** Trimmed text of a child element; may be empty. */
export const childText = (element: XmlElement | undefined, name: string): string =>
  element?.child(name)?.text.trim() ?? '';
