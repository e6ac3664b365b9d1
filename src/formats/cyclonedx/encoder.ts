import type { Json, JsonObject } from '../../model/document.js';

/** How a document is put on paper: called in the order of the XSD, with values that fit their shapes. */
export interface DocumentEncoder {
  /** The document's beginning; `top` has `serialNumber`, `version` and, from XML, further attributes. */
  start(top: JsonObject): string;
  member(name: string, value: Json): string;
  /** `metadata` whose subject has the components that follow, up to `metadataEnd`. */
  metadataStart(metadata: JsonObject, subject: JsonObject): string;
  subjectComponent(value: JsonObject, isFirst: boolean): string;
  metadataEnd(): string;
  /** An element of a list at the top; the first one begins the list. */
  element(list: string, value: JsonObject, isFirst: boolean): string;
  listEnd(list: string): string;
  /** A component at a depth of nesting (0: at the top). `opens`: others follow that are nested in it. */
  component(value: JsonObject, place: { depth: number; isFirst: boolean; opens: boolean }): string;
  /** After the last component nested in one of that depth. */
  nestedEnd(depth: number): string;
  end(): string;
}
