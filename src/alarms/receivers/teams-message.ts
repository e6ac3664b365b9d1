import type { AlarmSection, AlarmText, TextLimits } from '../alarm-text.js';

/** Teams takes 28 KB a message. */
export const teamsLimits: TextLimits = { sections: 15, lines: 30, characters: 300 };
const maxBytes = 25_000;

/**
 * A message for a workflow of Microsoft Teams: an Adaptive Card. Foreign text stands in runs of `RichTextBlock`, which
 * know no Markdown, other than `TextBlock` (https://adaptivecards.io/explorer/RichTextBlock.html).
 */
export function teamsMessage(text: AlarmText): string {
  for (let { sections } = text; ; sections = sections.slice(0, -1)) {
    const left = text.sections.length - sections.length;
    const notes = [...text.notes, ...(left > 0 ? [`${left} more alarms do not fit into this message.`] : [])];
    const message = JSON.stringify(card({ ...text, sections, notes }));
    if (Buffer.byteLength(message) <= maxBytes || sections.length === 0) return message;
  }
}

const card = ({ title, sections, notes }: AlarmText): object => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        msteams: { width: 'Full' },
        body: [
          run(title, { weight: 'Bolder', size: 'Medium' }),
          ...sections.flatMap(sectionBlocks),
          ...notes.map((note) => run(note, { isSubtle: true })),
        ],
      },
    },
  ],
});

const sectionBlocks = ({ heading, lines }: AlarmSection): object[] => [
  { ...run(heading, { weight: 'Bolder' }), separator: true },
  ...lines.map((line) => run(`• ${line}`)),
];

const run = (text: string, style: object = {}): object => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});
