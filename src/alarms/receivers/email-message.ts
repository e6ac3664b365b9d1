import { escapeHtml } from '../../model/html.js';
import type { AlarmText, TextLimits } from '../alarm-text.js';

export const emailLimits: TextLimits = { sections: 500, lines: 2_000, characters: 500 };

/** The parts of an e-mail. */
export interface EmailBody {
  readonly text: string;
  readonly html: string;
}

/** Text and HTML of an e-mail, as JSON. Foreign text is escaped; the HTML has no links, pictures or scripts. */
export function emailMessage({ title, sections, notes }: AlarmText): string {
  const text = [
    title,
    ...sections.flatMap(({ heading, lines }) => ['', heading, ...lines.map((line) => `  - ${line}`)]),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n');
  const html = [
    '<!doctype html><html><body style="font-family:sans-serif">',
    `<h2>${escapeHtml(title)}</h2>`,
    ...sections.flatMap(({ heading, lines }) => [
      `<h3>${escapeHtml(heading)}</h3>`,
      ...(lines.length > 0 ? [`<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`] : []),
    ]),
    ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
    '</body></html>',
  ].join('\n');
  return JSON.stringify({ text, html } satisfies EmailBody);
}
