import { SaxesParser, type SaxesAttributeNS, type SaxesTag, type SaxesTagNS } from 'saxes';

export interface XmlHandlers<Tag extends SaxesTag> {
  error(error: Error): void;
  doctype(): void;
  /** Of a parser that knows namespaces. */
  attribute?(attribute: SaxesAttributeNS): void;
  openTag(tag: Tag): void;
  closeTag(tag: Tag): void;
  text(text: string): void;
}

/** What saxes keeps the handlers in; `on` sets the same. */
interface HandlerFields {
  errorHandler: (error: Error) => void;
  doctypeHandler: () => void;
  attributeHandler: ((attribute: SaxesAttributeNS) => void) | undefined;
  openTagHandler: (tag: never) => void;
  closeTagHandler: (tag: never) => void;
  textHandler: (text: string) => void;
  cdataHandler: (text: string) => void;
}

/** A parser that resolves namespaces and knows where it is. */
export const namespaceParser = (handlers: XmlHandlers<SaxesTagNS>): SaxesParser<{ xmlns: true; position: true }> =>
  withHandlers(new SaxesParser({ xmlns: true, position: true }), handlers);

/** A faster one for XML whose namespaces are known. */
export const plainParser = (handlers: XmlHandlers<SaxesTag>): SaxesParser<{ xmlns: false; position: false }> =>
  withHandlers(new SaxesParser({ xmlns: false, position: false }), handlers);

/**
 * Handlers are set by name and not with `on`, which sets them by a computed name: with more than a few of them the
 * engine then keeps the whole parser as a dictionary, and it reads at a seventh of its speed.
 */
function withHandlers<Parser extends object, Tag extends SaxesTag>(parser: Parser, handlers: XmlHandlers<Tag>): Parser {
  const fields = parser as HandlerFields;
  fields.errorHandler = (error) => handlers.error(error);
  fields.doctypeHandler = () => handlers.doctype();
  if (handlers.attribute) fields.attributeHandler = (attribute) => handlers.attribute!(attribute);
  fields.openTagHandler = (tag) => handlers.openTag(tag);
  fields.closeTagHandler = (tag) => handlers.closeTag(tag);
  fields.textHandler = (text) => handlers.text(text);
  fields.cdataHandler = (text) => handlers.text(text);
  return parser;
}
