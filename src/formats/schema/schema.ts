import type { Json, JsonObject } from '../../model/document.js';

/**
 * What a standard allows, as data: the members of each object, the version that brought each, and the rules of their
 * values. Each standard has one table (`cyclonedx/spec/`, `spdx/document/schema.ts`, `spdx/v3/schema.ts`), which its
 * readers, its writers, `conformToSpec` and the tests against the official schemas share.
 */
export type Schema =
  TextSchema | ChoiceSchema | NumberSchema | BooleanSchema | ObjectSchema | ListSchema | EitherSchema;

/** The document that a value is written to, or checked against. */
export interface SpecTarget {
  readonly version: string;
  /** 'JSON' for every encoding that has the members of the JSON schema, such as YAML. */
  readonly encoding: 'JSON' | 'XML';
  /** Reports what is left out or changed: the member's name, and its path from the value given. */
  readonly onLoss: (what: string, path: readonly (string | number)[]) => void;
  /** The value was read and is only validated: what validators disagree about passes. */
  readonly isValidation?: true;
  /** Reports a required member that is missing and for which a default stands in. */
  readonly onMissing?: (path: readonly (string | number)[]) => void;
  /** Lists that are given empty are left out. */
  readonly omitsEmptyLists?: true;
  /** Stands in for a required date that is not valid. */
  readonly timestamp?: string;
}

export type ValueTarget = Pick<SpecTarget, 'version' | 'encoding' | 'isValidation' | 'timestamp'>;

/** For rules of objects and lists: the engine knows the path. */
export type RuleTarget = ValueTarget & { readonly onLoss: (what: string) => void };

/** Returns the valid form of a text, or null where there is none. */
export type TextRule = (text: string, target: ValueTarget) => string | null;

export interface TextSchema {
  readonly kind: 'text';
  readonly rule?: TextRule;
  /** Outer white space is part of the value, also in XML. */
  readonly isVerbatim?: true;
}

export interface ChoiceSchema {
  readonly kind: 'choice';
  /** The values and the version that brought each; null: every version has it. */
  readonly values: ReadonlyMap<string, string | null>;
  /** Replaces a value that the target does not know; without it, the member is left out. */
  readonly fallback?: string;
}

export interface NumberSchema {
  readonly kind: 'integer' | 'decimal';
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface BooleanSchema {
  readonly kind: 'boolean';
}

export interface ObjectSchema {
  readonly kind: 'object';
  /** In the order of the XSD, where there is one. */
  readonly fields: ReadonlyMap<string, SchemaField>;
  /** Conditions between members ("either id or name"): returns the valid object, or null. Must not change its argument. */
  readonly rule?: (value: JsonObject, target: RuleTarget) => JsonObject | null;
}

/** One form of a list's items. */
export interface ListVariant {
  /** Its XML name. */
  readonly element: string;
  /** Recognises the form by its JSON. */
  readonly matches: (value: Json) => boolean;
  readonly schema: Schema;
  /** JSON has the value as the only member of an object: `{"license": {…}}`. */
  readonly wrap?: string;
  readonly since?: string;
}

export interface ListSchema {
  readonly kind: 'list';
  readonly variants: readonly ListVariant[];
  /** The items are texts, and stand in XML in this attribute: `<subject ref="…"/>`. */
  readonly attribute?: string;
  readonly unique: boolean;
  /** Applied before the items are. Must not change its argument. */
  readonly rule?: (list: Json[], target: RuleTarget) => Json[];
}

export interface EitherOption {
  readonly schema: Schema;
  readonly matches: (value: Json) => boolean;
  /** The child element that only this option has in XML. */
  readonly child: string;
  /** The value stands in that child, not beside it. */
  readonly inChild?: true;
}

/** A value of one of several schemas, recognised by its JSON, and in XML by the names of its children. */
export interface EitherSchema {
  readonly kind: 'either';
  readonly options: readonly EitherOption[];
  /** Applied first: converts the value to the form of the target version. */
  readonly rule?: (value: Json, target: RuleTarget) => Json;
}

export interface SchemaField {
  readonly schema: () => Schema;
  readonly since?: string;
  /** Without it the object is not valid; a value given here is the default for a missing one. */
  readonly required?: true | Json;
  /** Before this version only one value was allowed: in JSON the bare value instead of a list, in XML one element. */
  readonly singleBefore?: { readonly json?: string; readonly xml?: string };
  /**
   * Place in CycloneDX XML: an attribute, the element's own text, a child element (which wraps a list), repeated
   * elements without a wrapper, an attribute of another member's element, or none.
   */
  readonly xml?: 'attribute' | 'text' | 'element' | 'repeated' | 'attributeOf' | 'none';
  /** Its XML name where that is not the JSON name. */
  readonly xmlName?: string;
  /** The member whose element has it as attribute, for `attributeOf`. */
  readonly attributeOwner?: string;
}

/** Member of an object that came from XML: attributes and elements of other namespaces. Only XML is written with it. */
export const xmlExtras = '@xml';

/** No standard has a version number with two digits, so texts compare as versions do. */
export const atLeast = (version: string, since: string): boolean => version >= since;

/** A function where schemas refer to each other. */
export type LazySchema = Schema | (() => Schema);

export const lazy = (schema: LazySchema): (() => Schema) => (typeof schema === 'function' ? schema : () => schema);

export const text: TextSchema = { kind: 'text' };
export const ruled = (rule: TextRule): TextSchema => ({ kind: 'text', rule });
export const boolean: BooleanSchema = { kind: 'boolean' };
export const integer = (minimum?: number, maximum?: number): NumberSchema => ({ kind: 'integer', minimum, maximum });
export const decimal = (minimum?: number, maximum?: number): NumberSchema => ({ kind: 'decimal', minimum, maximum });

/** Values as a list or separated by blanks; those that a later version brought, under that version. */
export function choice(
  values: string | readonly string[],
  later: Readonly<Record<string, string>> = {},
  fallback?: string,
): ChoiceSchema {
  const first = typeof values === 'string' ? values.split(' ') : values;
  const all = new Map<string, string | null>(first.map((value) => [value, null]));
  for (const [version, added] of Object.entries(later)) for (const value of added.split(' ')) all.set(value, version);
  return { kind: 'choice', values: all, ...(fallback === undefined ? {} : { fallback }) };
}

export const object = (fields: Record<string, SchemaField>, rule?: ObjectSchema['rule']): ObjectSchema => ({
  kind: 'object',
  fields: new Map(Object.entries(fields)),
  ...(rule ? { rule } : {}),
});

const anything = (): boolean => true;

export type ListOptions = Partial<Pick<ListSchema, 'attribute' | 'unique' | 'rule'>>;

/** A list whose items are all of one schema, called `element` in XML. */
export const list = (items: LazySchema, element: string, options: ListOptions = {}): ListSchema => {
  const variant = {
    element,
    matches: anything,
    get schema(): Schema {
      return lazy(items)();
    },
  };
  return { kind: 'list', unique: false, ...options, variants: [variant] };
};

export const mixedList = (variants: readonly ListVariant[], options: ListOptions = {}): ListSchema => ({
  kind: 'list',
  unique: false,
  ...options,
  variants,
});

/** Rule of an object that must have exactly one of several members: the first one there stays. */
export const exactlyOne =
  (...names: readonly string[]) =>
  (value: JsonObject, target: RuleTarget): JsonObject | null => {
    const [kept, ...others] = names.filter((name) => value[name] !== undefined);
    for (const name of others) target.onLoss(name);
    return kept === undefined ? null : without(value, others);
  };

/** The object without those members; the object itself where it has none of them. */
export function without(value: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => value[name] !== undefined)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
