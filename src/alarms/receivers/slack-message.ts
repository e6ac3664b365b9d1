import { oneLine, type AlarmSection, type AlarmText, type TextLimits } from '../alarm-text.js';

/** Slack takes 50 blocks a message, and some 40,000 characters. */
export const slackLimits: TextLimits = { sections: 40, lines: 60, characters: 300 };
/** A header of more characters, as they are sent, has Slack refuse the whole message. */
const maxHeaderCharacters = 150;

/**
 * A message for an incoming webhook of Slack. Foreign text stands in elements of `rich_text`, in which Slack looks for
 * no markup, mentions or links (https://docs.slack.dev/reference/block-kit/blocks/rich-text-block).
 */
export function slackMessage({ title, sections, notes }: AlarmText): string {
  const header = { type: 'header', text: { type: 'plain_text', text: headerOf(title), emoji: false } };
  const blocks = [header, ...sections.map(sectionBlock), ...(notes.length > 0 ? [lineBlock(notes.join(' '))] : [])];
  return JSON.stringify({
    text: escapedForSlack(title),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks,
  });
}

const sectionBlock = ({ heading, lines }: AlarmSection): object => ({
  type: 'rich_text',
  elements: [
    { type: 'rich_text_section', elements: [{ type: 'text', text: heading, style: { bold: true } }] },
    ...(lines.length === 0
      ? []
      : [{ type: 'rich_text_list', style: 'bullet', elements: lines.map((line) => sectionElement(line)) }]),
  ],
});

const lineBlock = (text: string): object => ({ type: 'rich_text', elements: [sectionElement(text)] });

const sectionElement = (text: string): object => ({ type: 'rich_text_section', elements: [{ type: 'text', text }] });

function headerOf(title: string): string {
  for (let max = maxHeaderCharacters; ; max -= 1) {
    const text = escapedForSlack(oneLine(title, max));
    if (text.length <= maxHeaderCharacters) return text;
  }
}

/** The three characters that Slack gives a meaning in any text: mentions and links begin with `<`. */
const escapedForSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
