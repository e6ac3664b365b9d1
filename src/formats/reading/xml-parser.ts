import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { SaxesAttributeNS } from 'saxes';

export interface XmlHandlers {
  error(error: Error): void;
  doctype(): void;
  attribute(attribute: SaxesAttributeNS): void;
  openTag(tag: SaxesTagNS): void;
  closeTag(): void;
  text(text: string): void;
}

/** What saxes keeps the handlers in; `on` sets the same. */
interface HandlerFields {
  errorHandler: XmlHandlers['error'];
  doctypeHandler: XmlHandlers['doctype'];
  attributeHandler: XmlHandlers['attribute'];
  openTagHandler: XmlHandlers['openTag'];
  closeTagHandler: XmlHandlers['closeTag'];
  textHandler: XmlHandlers['text'];
  cdataHandler: XmlHandlers['text'];
}

/**
 * A parser with its handlers. They are set by name and not with `on`, which sets them by a computed name: with more than
 * a few of them the engine then keeps the whole parser as a dictionary, and it reads at a seventh of its speed.
 */
export function xmlParser(handlers: XmlHandlers): SaxesParser<{ xmlns: true; position: true }> {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const fields = parser as unknown as HandlerFields;
  fields.errorHandler = (error) => handlers.error(error);
  fields.doctypeHandler = () => handlers.doctype();
  fields.attributeHandler = (attribute) => handlers.attribute(attribute);
  fields.openTagHandler = (tag) => handlers.openTag(tag);
  fields.closeTagHandler = () => handlers.closeTag();
  fields.textHandler = (text) => handlers.text(text);
  fields.cdataHandler = (text) => handlers.text(text);
  return parser;
}
