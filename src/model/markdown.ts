import { beginningOf } from './text.js';

/**
 * Foreign text in Markdown as one line that is text, in a cell of a table too: no markup or HTML, and nobody and nothing
 * is referred to (`@types/node` is nobody, and neither is `&commat;types`).
 */
export function markdownText(text: string, maxLength = 300): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const short = line.length > maxLength ? `${beginningOf(line, maxLength)}…` : line;
  return short
    .replaceAll('&', '&amp;')
    .replace(/[\\`*_{}[\]<>|~]/g, '\\$&')
    .replace(/[@#]|:\/\/|www\.|^[-+](?=\s)|^\d{1,9}(?=[.)](?:\s|$))/gi, '$&\u200b');
}
