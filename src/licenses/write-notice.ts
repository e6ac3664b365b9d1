import { escapeHtml, noIcon } from '../model/html.js';
import { noComponents, oneLine, type Notice, type NoticeEntry } from './notice.js';

/** The product that a notice is for. */
export interface NoticeProduct {
  readonly name: string;
  readonly version: string;
}

/** Components that are named for one text or gap; the others are counted. */
const maxNamed = 20;

const titlesOf = (entries: readonly NoticeEntry[]): string => {
  const named = entries.slice(0, maxNamed).map(({ title }) => title);
  return entries.length > maxNamed ? `${named.join(', ')} and ${entries.length - maxNamed} more` : named.join(', ');
};

/** What keeps the notice from being complete, in lines; none if nothing does. */
function gapsOf(notice: Notice): { title: string; items: string[] }[] {
  const { components, withheldCount, withoutLicense, withoutText, withoutCopyright, unreadFiles } = notice;
  return [
    { title: 'No components', items: components.length + withheldCount === 0 ? [noComponents] : [] },
    {
      title: `Files that were not read (${unreadFiles}): make them readable, or accept the gaps`,
      items: unreadFiles > 0 ? ['components of the product may be missing in this notice'] : [],
    },
    {
      title: `Components without a known licence (${withoutLicense.length}): find it out, or leave them out of the product`,
      items: withoutLicense.map(({ title }) => title),
    },
    {
      title: `Licences without a text (${withoutText.length}): add the text that came with the component`,
      items: withoutText.map(({ license, components }) => `${license}: ${titlesOf(components)}`),
    },
    {
      title: `Components without a copyright line (${withoutCopyright.length}): add it if their licence asks for it`,
      items: withoutCopyright.map(({ title }) => title),
    },
  ].filter(({ items }) => items.length > 0);
}

/** Starts a new line somewhere: a terminal, an editor, a page. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Moves the cursor, or turns the direction: what follows would stand elsewhere. */
const moving = /(?!\t)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of others, no line of which can be taken for one of the notice. */
const quoted = (text: string): string =>
  text
    .trim()
    .split(lineBreak)
    .map((one) => `    ${one.replace(moving, '')}`.trimEnd())
    .join('\n');

const contentsOf = ({ components, withheldCount }: Notice): string => {
  const named = `This product contains ${components.length} components of others. Their licences follow.`;
  return withheldCount === 0
    ? named
    : `${named} It also contains internal components (${withheldCount}) that this notice does not name: ask whoever shared it about their licences.`;
};

const line = '='.repeat(78);

/** A NOTICE file in plain text, in chunks. What is missing comes first. */
export function* noticeText(notice: Notice, { name, version }: NoticeProduct): Iterable<string> {
  yield `NOTICE of ${oneLine(`${name} ${version}`)}\n\n${contentsOf(notice)}\nLines that begin with four spaces are texts of others.\n`;
  const gaps = gapsOf(notice);
  if (gaps.length > 0) yield `\n${line}\nINCOMPLETE: this notice misses what is listed here\n${line}\n`;
  for (const { title, items } of gaps) yield `\n${title}\n${items.map((item) => `  - ${item}\n`).join('')}`;
  yield `\n${line}\nComponents\n${line}\n\n`;
  for (const { title, license, purl, copyright } of notice.components) {
    yield `${title}\n  Licence: ${license ?? 'not known'}\n`;
    if (purl !== null) yield `  Package: ${purl}\n`;
    if (copyright !== '') yield `  Copyright:\n${quoted(copyright)}\n`;
  }
  for (const { title, text, source, components } of notice.texts) {
    const origin = source === 'spdx' ? 'text of the SPDX list; copyright lines are those of the components' : 'text of the SBOM'; // prettier-ignore
    yield `\n${line}\n${title} (${origin})\nUsed by: ${titlesOf(components)}\n${line}\n\n${quoted(text)}\n`;
  }
}

const style = `
  body { font: 14px/1.45 system-ui, sans-serif; color: #1b1b1f; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid #ddd; padding-left: 1rem }
  .missing { border: 2px solid #b3261e; border-radius: 6px; padding: 0 1rem } .quiet { color: #5f5f66 }
  table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .3rem .5rem; border-bottom: 1px solid #ddd; overflow-wrap: anywhere }`;

/** The same as one page without scripts or external resources, in chunks. */
export function* noticeHtml(notice: Notice, { name, version }: NoticeProduct): Iterable<string> {
  const title = escapeHtml(`Notice of ${`${name} ${version}`.trim()}`);
  yield `<!doctype html>\n<html lang="en"><head><meta charset="utf-8">${noIcon}<title>${title}</title><style>${style}</style></head><body>\n<h1>${title}</h1>\n<p>${contentsOf(notice)}</p>\n`;
  const gaps = gapsOf(notice);
  if (gaps.length > 0) yield '<div class="missing"><h2>Incomplete: this notice misses what is listed here</h2>\n';
  for (const { title: what, items } of gaps)
    yield `<h3>${escapeHtml(what)}</h3>\n<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('\n')}</ul>\n`;
  if (gaps.length > 0) yield '</div>\n';
  yield `<h2>Components (${notice.components.length})</h2>\n<table><thead><tr><th>Component</th><th>Licence</th><th>Copyright</th></tr></thead><tbody>\n`;
  for (const { title: component, license, copyright } of notice.components)
    yield `<tr><td>${escapeHtml(component)}</td><td>${escapeHtml(license ?? 'not known')}</td><td>${escapeHtml(copyright)}</td></tr>\n`;
  yield '</tbody></table>\n<h2>Texts</h2>\n';
  for (const { title: license, text, source, components } of notice.texts)
    yield `<h3>${escapeHtml(license)}</h3>\n<p class="quiet">${source === 'spdx' ? 'Text of the SPDX list' : 'Text of the SBOM'}. Used by: ${escapeHtml(titlesOf(components))}</p>\n<pre>${escapeHtml(quoted(text))}</pre>\n`;
  yield '</body></html>\n';
}
