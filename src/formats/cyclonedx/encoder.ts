import type { Json, JsonObject } from '../../model/document.js';

/** Writes a document in one encoding. Called in the order of the XSD, with values that conform to their schemas. */
export interface DocumentEncoder {
  /** `top` has `serialNumber`, `version` and, from XML, further attributes. */
  start(top: JsonObject): string;
  member(name: string, value: Json): string;
  /** `metadata` whose subject has the components that follow until `metadataEnd`. */
  metadataStart(metadata: JsonObject, subject: JsonObject): string;
  subjectComponent(value: JsonObject, isFirst: boolean): string;
  metadataEnd(): string;
  /** An element of a list at the top; the first one opens the list. */
  element(list: string, value: JsonObject, isFirst: boolean): string;
  listEnd(list: string): string;
  /** A component at a depth of nesting, 0 at the top. `hasChildren`: the components that follow are nested in it. */
  component(value: JsonObject, position: { depth: number; isFirst: boolean; hasChildren: boolean }): string;
  /** After the last component that is nested in one of that depth. */
  nestedEnd(depth: number): string;
  end(): string;
}
