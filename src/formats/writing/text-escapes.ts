/** The common text, with nothing to escape. */
const plainJson = /^[ !#-[\]-~]*$/;

/** A text as `JSON.stringify` writes it, in a third of the time. */
export const jsonString = (text: string): string => (plainJson.test(text) ? `"${text}"` : JSON.stringify(text));

/** What XML 1.0 cannot hold, even escaped (clause 2.2); with the `u` flag half a surrogate pair is one of them. */
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const special = /[&<>\r]/g;

/** The common text, with nothing to escape or replace. */
const plainXml = /^[\t\n\u0020-%'-;=?-~]*$/;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/**
 * Text as the content of an XML element. A carriage return is written as a reference, for a reader would make it a line
 * feed; characters that XML cannot hold are replaced by U+FFFD.
 *
 * @param onLoss called once for a text with such characters
 */
export function escapeXmlText(text: string, onLoss: (what: string) => void): string {
  if (plainXml.test(text)) return text;
  const legal = text.replace(illegal, '\ufffd');
  if (legal !== text) onLoss('control character');
  return legal.replace(special, (character) => escapes[character]!);
}
