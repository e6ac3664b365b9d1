import type { BomWarning, Json, JsonObject } from '../../model/document.js';
import { defineMember } from '../../model/json.js';
import type { XmlElement } from '../reading/xml-elements.js';
import type { EitherSchema, ListSchema, ListVariant, ObjectSchema, Schema, SchemaField } from '../schema/schema.js';

/** Namespaces of the specification, `http://cyclonedx.org/schema/bom/1.6`; others are extensions. */
export const cycloneDxNamespace = /^http:\/\/cyclonedx\.org\/schema\/bom\/(\d+\.\d+)$/;

/**
 * Member of an object that came from XML: what of the element no member can say, attributes and elements of other
 * namespaces. It has no place in JSON and is given back in XML.
 */
export const xmlExtras = '@xml';

type OnWarning = (warning: BomWarning) => void;

/** An XML element in its JSON form. Values of a wrong type stay text. */
export function elementToJson(element: XmlElement, schema: Schema, warn: OnWarning): Json {
  switch (schema.kind) {
    case 'text':
      return schema.rule && !schema.isVerbatim ? element.text.trim() : element.text;
    case 'choice':
    case 'integer':
    case 'decimal':
    case 'boolean':
      return scalar(element.text.trim(), schema);
    case 'object':
      return objectFrom(element, schema, warn);
    case 'list':
      return element.children.flatMap((child) => listItem(child, schema, warn) ?? unknownChild(child, warn));
    case 'either':
      return optionFrom(element, schema, warn);
  }
}

function unknownChild(child: XmlElement, warn: OnWarning): [] {
  if (cycloneDxNamespace.test(child.uri))
    warn({ place: `line ${child.line}`, message: `The element <${child.name}> is unknown; it was skipped` });
  return [];
}

function scalar(text: string, schema: Schema): Json {
  if (schema.kind === 'boolean')
    return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
  if (schema.kind === 'integer' && /^[+-]?\d{1,15}$/.test(text)) return Number(text);
  if (schema.kind === 'decimal' && /^[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/.test(text)) return Number(text);
  return text;
}

/** The element as an item of the list, in an array; undefined where the list has no such variant. */
function listItem(child: XmlElement, schema: ListSchema, warn: OnWarning): Json[] | undefined {
  const variant = schema.variants.find((candidate) => candidate.element === child.name);
  if (variant === undefined || !cycloneDxNamespace.test(child.uri)) return undefined;
  return [variantFrom(child, variant, schema, warn)];
}

function variantFrom(child: XmlElement, variant: ListVariant, schema: ListSchema, warn: OnWarning): Json {
  if (schema.attribute !== undefined) return child.attribute(schema.attribute)?.trim() ?? '';
  const value = elementToJson(child, variant.schema, warn);
  return variant.wrap === undefined ? value : { [variant.wrap]: value };
}

function optionFrom(element: XmlElement, schema: EitherSchema, warn: OnWarning): Json {
  const option =
    schema.options.find(({ child }) => element.children.some(({ name }) => name === child)) ?? schema.options.at(-1)!;
  const source = option.inChild ? element.child(option.child) : element;
  return source === undefined ? null : elementToJson(source, option.schema, warn);
}

/** The members of attributes and children, by XML name. */
interface XmlLayout {
  readonly attributes: ReadonlyMap<string, [name: string, field: SchemaField]>;
  readonly children: ReadonlyMap<string, [name: string, field: SchemaField]>;
  readonly ownText: [name: string, field: SchemaField] | undefined;
  /** Fields that are attributes of a child, by the child's member name. */
  readonly siblingAttributes: ReadonlyMap<string, [name: string, field: SchemaField]>;
}

const layouts = new WeakMap<ObjectSchema, XmlLayout>();

function layoutOf(schema: ObjectSchema): XmlLayout {
  const known = layouts.get(schema);
  if (known) return known;
  const attributes = new Map<string, [string, SchemaField]>();
  const children = new Map<string, [string, SchemaField]>();
  const borne = new Map<string, [string, SchemaField]>();
  let ownText: [string, SchemaField] | undefined;
  for (const [name, field] of schema.fields) {
    const xmlName = field.xmlName ?? name;
    if (field.xml === 'attribute') attributes.set(xmlName, [name, field]);
    else if (field.xml === 'element') children.set(xmlName, [name, field]);
    else if (field.xml === 'text') ownText = [name, field];
    else if (field.xml === 'attributeOf') borne.set(field.attributeOwner!, [name, field]);
    else if (field.xml === 'repeated')
      for (const { element } of (field.schema() as ListSchema).variants) children.set(element, [name, field]);
  }
  const places: XmlLayout = { attributes, children, ownText, siblingAttributes: borne };
  layouts.set(schema, places);
  return places;
}

function objectFrom(element: XmlElement, schema: ObjectSchema, warn: OnWarning): JsonObject {
  const places = layoutOf(schema);
  const result: JsonObject = {};
  const foreignElements: XmlElement[] = [];
  for (const [xmlName, value] of element.attributes) {
    const found = places.attributes.get(xmlName);
    if (found) result[found[0]] = scalar(value, found[1].schema());
  }
  for (const child of element.children) {
    const found =
      child.uri === element.uri || cycloneDxNamespace.test(child.uri) ? places.children.get(child.name) : undefined;
    if (found === undefined) foreignElements.push(child);
    else addChild(result, child, found, warn);
    const borne = found && places.siblingAttributes.get(found[0]);
    const value = borne && child.attribute(borne[1].xmlName ?? borne[0]);
    if (value !== undefined) result[borne![0]] = value;
  }
  if (places.ownText) result[places.ownText[0]] = elementToJson(element, places.ownText[1].schema(), warn);
  for (const child of foreignElements) unknownChild(child, warn);
  const extras = extrasOf(element, places, foreignElements);
  if (extras !== undefined) result[xmlExtras] = extras;
  return result;
}

function addChild(result: JsonObject, child: XmlElement, [name, field]: [string, SchemaField], warn: OnWarning): void {
  const schema = field.schema();
  if (field.xml === 'repeated') {
    const list = (result[name] ??= []) as Json[];
    list.push(...listItem(child, schema as ListSchema, warn)!);
  } else if (result[name] === undefined) {
    result[name] = elementToJson(child, schema, warn);
  } else {
    warn({ place: `line ${child.line}`, message: `The element <${child.name}> occurs twice; the first one was read` });
  }
}

function extrasOf(element: XmlElement, places: XmlLayout, foreign: readonly XmlElement[]): JsonObject | undefined {
  let attributes: JsonObject | undefined;
  for (const [name, value] of element.attributes)
    if (!places.attributes.has(name)) defineMember((attributes ??= {}), name, value);
  if (attributes === undefined && foreign.length === 0) return undefined;
  return { ...(attributes && { attributes }), ...(foreign.length > 0 && { elements: foreign.map(verbatim) }) };
}

function verbatim(element: XmlElement): JsonObject {
  const { name, uri, text, attributes, children } = element;
  const kept: JsonObject = {};
  for (const [key, value] of attributes) defineMember(kept, key, value);
  return { name, uri, attributes: kept, ...(text !== '' && { text }), children: children.map(verbatim) };
}
