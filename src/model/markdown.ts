import { beginningOf } from './text.js';

/**
 * Where GitLab refers to something (docs.gitlab.com, "GitLab-specific references"), after the sign: a merge request, a
 * milestone, a label, an epic, a snippet, a project, an iteration, `[issue:1]`. It looks for them in the page, so that an
 * escaped sign is one, too.
 */
const gitlabReference =
  /[!&$](?=\d)|[%~](?=["\p{L}\p{N}_])|(?<=[\w.-]\/[\w.-]{1,255})(?=>)|\*(?=iteration:)|\[(?=[a-z_]+:)/gu;

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
    .replace(gitlabReference, '$&\u200b')
    .replaceAll('&', '&amp;')
    .replace(/[\\`*_{}[\]<>|~]/g, '\\$&')
    .replace(/[@#]|:\/\/|www\.|^[-+](?=\s)|^\d{1,9}(?=[.)](?:\s|$))/gi, '$&\u200b');
}
