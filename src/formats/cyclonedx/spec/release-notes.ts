import { attachment, issue, properties, tags } from './common.js';
import { iri } from './iri.js';
import { list, object, text } from '../../schema/schema.js';
import { element } from './fields.js';
import { dateTime, locale } from './text-rules.js';

const note = object({
  locale: element(locale),
  text: element(attachment, { required: true }),
});

export const releaseNotes = object({
  type: element(text, { required: 'internal' }),
  title: element(text),
  featuredImage: element(iri),
  socialImage: element(iri),
  description: element(text),
  timestamp: element(dateTime),
  aliases: element(list(text, 'alias')),
  tags: element(tags),
  resolves: element(list(issue, 'issue')),
  notes: element(list(note, 'note')),
  properties: element(properties),
});
