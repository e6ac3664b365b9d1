import type { Json, JsonObject } from '../../model/document.js';

/** The versions of the specification that are written. Every version from 1.0 is read, with the widest shapes. */
export const specVersions = ['1.4', '1.5', '1.6', '1.7'] as const;
export type SpecVersion = (typeof specVersions)[number];

export const atLeast = (version: SpecVersion, since: SpecVersion): boolean =>
  specVersions.indexOf(version) >= specVersions.indexOf(since);

/**
 * The shapes of CycloneDX as data: what members an object has, since which version, and how each stands in XML. One
 * table serves four readers: XML to JSON, JSON to XML, fitting an object to a version, and the tests that compare it
 * with the official schemas. (CycloneDX 1.4–1.7: bom-1.x.schema.json and bom-1.x.xsd.)
 */
export type Schema =
  TextSchema | ChoiceSchema | NumberSchema | BooleanSchema | ObjectSchema | ListSchema | EitherSchema;

/** Makes a text what the schema demands of it: the text itself, a repaired one, or null where it cannot be had. */
export type TextRule = (text: string, target: Pick<SpecTarget, 'version' | 'encoding' | 'isJudged'>) => string | null;

/** What an object is fitted to. `encoding` is 'JSON' for YAML too. */
export interface SpecTarget {
  readonly version: SpecVersion;
  readonly encoding: 'JSON' | 'XML';
  /** Told what is left out or changed: a member's name, and its path from the value that is fitted. */
  readonly onLoss: (what: string, path: readonly (string | number)[]) => void;
  /** The value was read and is judged, not written: what validators differ about is let through. */
  readonly isJudged?: true;
  /** Told of a member that had to be there and was not, where something else stands in for it. */
  readonly onMissing?: (path: readonly (string | number)[]) => void;
}

/** A rule's way to tell of a loss: where it is, is known to whoever calls the rule. */
export type RuleTarget = Pick<SpecTarget, 'version' | 'encoding' | 'isJudged'> & {
  readonly onLoss: (what: string) => void;
};

export interface TextSchema {
  readonly kind: 'text';
  readonly rule?: TextRule;
  /** White space at its ends belongs to it also in XML. */
  readonly isVerbatim?: true;
}

export interface ChoiceSchema {
  readonly kind: 'choice';
  /** The values and the version that brought each; null: older than 1.4. */
  readonly values: ReadonlyMap<string, SpecVersion | null>;
  /** What stands for a value that the target does not know; without it, the member is left out. */
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
  /** In the order of the XSD. */
  readonly fields: ReadonlyMap<string, SchemaField>;
  /** Conditions between members ("either id or name"): returns the object to write, or null where none can be had. */
  readonly rule?: (value: JsonObject, target: RuleTarget) => JsonObject | null;
}

/** One way an element of a list can look; `element` is its XML name, `matches` tells it by its JSON. */
export interface ListVariant {
  readonly element: string;
  readonly matches: (value: Json) => boolean;
  readonly shape: Schema;
  /** JSON has the value as the only member of an object: `{"license": {…}}`. */
  readonly wrap?: string;
  readonly since?: SpecVersion;
}

export interface ListSchema {
  readonly kind: 'list';
  readonly variants: readonly ListVariant[];
  /** The elements are texts, and stand in XML in this attribute: `<subject ref="…"/>`. */
  readonly attribute?: string;
  readonly unique: boolean;
  readonly rule?: (list: Json[], target: RuleTarget) => Json[];
}

export interface EitherOption {
  readonly shape: Schema;
  readonly matches: (value: Json) => boolean;
  /** The child element whose presence tells this option from the others. */
  readonly child: string;
  /** The value stands in that child, not beside it. */
  readonly inChild?: true;
}

/** A value of one of several shapes, told apart by its JSON, and in XML by the names of its children. */
export interface EitherSchema {
  readonly kind: 'either';
  readonly options: readonly EitherOption[];
  /** Before fitting: turns the value into what the target version has. */
  readonly rule?: (value: Json, target: RuleTarget) => Json;
}

export interface SchemaField {
  readonly schema: () => Schema;
  readonly since?: SpecVersion;
  /** Without it the object is not valid; a value given here stands in for a missing one. */
  readonly required?: true | Json;
  /**
   * Where it stands in XML: an attribute, the element's own text, a child element (a list is wrapped in it), elements
   * one after another without a wrapper, an attribute of another member's element, or nowhere.
   */
  readonly xml: 'attribute' | 'text' | 'element' | 'repeated' | 'attributeOf' | 'none';
  /** Its XML name where that is not the JSON name. */
  readonly xmlName?: string;
  /** The member whose element bears it, for `attributeOf`. */
  readonly bearer?: string;
  /** Before this version only one value was allowed: in JSON the bare value instead of a list, in XML one element. */
  readonly singleBefore?: { readonly json?: SpecVersion; readonly xml?: SpecVersion };
}

type LazySchema = Schema | (() => Schema);
type FieldOptions = Partial<Pick<SchemaField, 'since' | 'required' | 'xmlName' | 'bearer' | 'singleBefore'>>;

const lazy = (schema: LazySchema): (() => Schema) => (typeof schema === 'function' ? schema : () => schema);

const field =
  (xml: SchemaField['xml']) =>
  (shape: LazySchema, options: FieldOptions = {}): SchemaField => ({ schema: lazy(shape), xml, ...options });

export const attribute = field('attribute');
export const element = field('element');
export const ownText = field('text');
export const repeated = field('repeated');
export const attributeOf = field('attributeOf');
export const jsonOnly = field('none');

export const text: TextSchema = { kind: 'text' };
export const ruled = (rule: TextRule): TextSchema => ({ kind: 'text', rule });
export const boolean: BooleanSchema = { kind: 'boolean' };
export const integer = (minimum?: number, maximum?: number): NumberSchema => ({ kind: 'integer', minimum, maximum });
export const decimal = (minimum?: number, maximum?: number): NumberSchema => ({ kind: 'decimal', minimum, maximum });

/** Values as a list or separated by blanks; those that a later version brought, under that version. */
export function choice(
  values: string | readonly string[],
  later: Partial<Record<SpecVersion, string>> = {},
  fallback?: string,
): ChoiceSchema {
  const first = typeof values === 'string' ? values.split(' ') : values;
  const all = new Map<string, SpecVersion | null>(first.map((value) => [value, null]));
  for (const version of specVersions) for (const value of later[version]?.split(' ') ?? []) all.set(value, version);
  return { kind: 'choice', values: all, ...(fallback === undefined ? {} : { fallback }) };
}

export const object = (fields: Record<string, SchemaField>, rule?: ObjectSchema['rule']): ObjectSchema => ({
  kind: 'object',
  fields: new Map(Object.entries(fields)),
  ...(rule ? { rule } : {}),
});

const anything = (): boolean => true;

type ListOptions = Partial<Pick<ListSchema, 'attribute' | 'unique' | 'rule'>>;

/** A list whose elements are all of one shape, called `item` in XML. */
export const list = (schema: LazySchema, item: string, options: ListOptions = {}): ListSchema => {
  const variant = {
    element: item,
    matches: anything,
    get shape(): Schema {
      return lazy(schema)();
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

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rule of an object that must have exactly one of several members: the first one there stays. */
export const exactlyOne =
  (...names: readonly string[]) =>
  (value: JsonObject, target: RuleTarget): JsonObject | null => {
    const present = names.filter((name) => value[name] !== undefined);
    for (const name of present.slice(1)) {
      target.onLoss(name);
      delete value[name];
    }
    return present.length === 0 ? null : value;
  };
