import { EVENT_ID, SCALAR_STYLE, YAMLException, getScalarValue, parseEvents, type Event } from 'js-yaml';
import { FormatError } from '../format.js';
import type { YamlBuilder } from './yaml-builder.js';

const acceptedTags = /^(?:!!(?:str|int|float|bool|null|seq|map|timestamp)|!)$/;

/**
 * Feeds `builder` with all of YAML 1.2 as js-yaml reads it, but for tags beyond the core ones and directives. The text
 * holds one document, or none.
 *
 * @param maxDepth levels of nesting; js-yaml recurses, so this must stay far below what the stack holds
 * @throws FormatError with the line counted from `line`, the text's first
 */
export function readWithJsYaml(text: string, builder: YamlBuilder, line: number, maxDepth: number): void {
  let offset = 0;
  try {
    let documents = 0;
    for (const event of parseEvents(text, { maxDepth: maxDepth + 2 })) {
      offset = Math.max(offset, startOf(event));
      if (event.type !== EVENT_ID.DOCUMENT) readEvent(event, text, builder);
      else if (++documents > 1) throw new FormatError('invalid', 'The file holds more than one YAML document');
    }
  } catch (error) {
    if (error instanceof YAMLException) throw toFormatError(error, line);
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError(error.reason, error.message, `line ${line + linesBefore(text, offset)}`);
  }
}

function readEvent(event: Event, text: string, builder: YamlBuilder): void {
  if (event.type === EVENT_ID.DOCUMENT) return;
  if (event.type === EVENT_ID.POP) return builder.isOpen ? builder.close() : undefined;
  const anchor = event.anchorStart < 0 ? '' : text.slice(event.anchorStart, event.anchorEnd);
  if (event.type === EVENT_ID.ALIAS) return builder.alias(anchor);
  const tag = event.tagStart < 0 ? '' : text.slice(event.tagStart, event.tagEnd);
  if (tag !== '' && !acceptedTags.test(tag)) {
    throw new FormatError('invalid', `The YAML tag ${tag.slice(0, 80)} is not accepted`);
  }
  if (event.type === EVENT_ID.SEQUENCE) return builder.open([], anchor);
  if (event.type === EVENT_ID.MAPPING) return builder.open({}, anchor);
  const isPlain = event.style === SCALAR_STYLE.PLAIN && tag !== '!!str' && tag !== '!';
  builder.scalar(getScalarValue(text, event), isPlain, anchor);
}

function startOf(event: Event): number {
  if ('valueStart' in event) return event.valueStart;
  if ('start' in event) return event.start;
  return 'anchorStart' in event ? event.anchorStart : 0;
}

function toFormatError(error: YAMLException, line: number): FormatError {
  const reason = error.reason.startsWith('nesting exceeded') ? 'too_deep' : 'malformed';
  const message = `This is no valid YAML: ${error.reason.slice(0, 200)}`;
  return new FormatError(reason, message, `line ${line + (error.mark?.line ?? 0)}`);
}

function linesBefore(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
