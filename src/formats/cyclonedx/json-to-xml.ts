import type { Json, JsonObject } from '../../model/document.js';
import { RefSet } from '../shared/ref-set.js';
import { isObject } from '../../model/json.js';
import {
  atLeast,
  type ListSchema,
  type ObjectSchema,
  type Schema,
  type SchemaField,
  type SpecTarget,
} from '../schema/schema.js';
import { cycloneDxNamespace, xmlExtras } from './xml-to-json.js';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

export const escapeText = (text: string): string =>
  /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (character) => escapes[character]!) : text;

export const escapeAttribute = (text: string): string =>
  /[&<>"\r\n\t]/.test(text) ? text.replace(/[&<>"\r\n\t]/g, (character) => escapes[character]!) : text;

/** An element in two parts; nested components are written between them. */
export interface SplitElement {
  readonly head: string;
  readonly tail: string;
}

/**
 * Writes values that conform to their schemas as XML elements of one document. The XSD requires unique `bom-ref`s: a
 * duplicate is left out, or changed where one is required.
 */
export class XmlElementWriter {
  private readonly refs = new RefSet();

  constructor(private readonly target: SpecTarget) {}

  element(value: Json, schema: Schema, name: string): string {
    switch (schema.kind) {
      case 'object': {
        const { head, tail } = this.split(value as JsonObject, schema, name);
        return head + tail;
      }
      case 'list':
        return wrap(name, '', this.items(value as Json[], schema));
      case 'either': {
        const option = schema.options.find(({ matches }) => matches(value))!;
        if (option.inChild) return wrap(name, '', this.element(value, option.schema, option.child));
        return this.element(value, option.schema, name);
      }
      default:
        return wrap(name, '', escapeText(scalarText(value)));
    }
  }

  /** The element of an object in two parts: up to the member `splitAfter`, in the order of the XSD, and the rest. */
  split(value: JsonObject, schema: ObjectSchema, name: string, splitAfter?: string): SplitElement {
    let attributes = '';
    let content = '';
    let head: string | undefined;
    const layout = layoutOf(schema);
    const splitPlace = splitAfter === undefined ? undefined : layout.get(splitAfter)!.place;
    for (const xmlMember of membersOf(value, layout)) {
      const { member, field, place } = xmlMember;
      const memberValue = value[member]!;
      if (splitPlace !== undefined && head === undefined && place > splitPlace) {
        head = content;
        content = '';
      }
      if (member === 'bom-ref') attributes += this.ref(String(memberValue), field.required !== undefined);
      else if (field.xml === 'attribute')
        attributes += ` ${xmlMember.name}="${escapeAttribute(scalarText(memberValue))}"`;
      else if (field.xml === 'text') content += escapeText(scalarText(memberValue));
      else if (field.xml === 'repeated') content += this.items(memberValue as Json[], field.schema() as ListSchema);
      else if (field.xml === 'element')
        content += withSiblingAttributes(this.element(memberValue, field.schema(), xmlMember.name), xmlMember, value);
    }
    if (splitPlace !== undefined && head === undefined) {
      head = content;
      content = '';
    }
    const extras = value[xmlExtras];
    if (isObject(extras)) {
      if (isObject(extras.attributes)) attributes += foreignAttributes(extras.attributes, schema);
      if (Array.isArray(extras.elements)) content += extras.elements.map(foreignElement).join('');
    }
    if (head === undefined && content === '') return { head: `<${name}${attributes}/>`, tail: '' };
    return { head: `<${name}${attributes}>${head ?? ''}`, tail: `${content}</${name}>` };
  }

  private ref(ref: string, isRequired: boolean): string {
    let own = ref;
    for (let count = 2; !this.refs.add(own); count += 1) {
      if (!isRequired) {
        this.target.onLoss('bom-ref', []);
        return '';
      }
      own = `${ref}#${count}`;
    }
    return ` bom-ref="${escapeAttribute(own)}"`;
  }

  private items(items: readonly Json[], schema: ListSchema): string {
    let content = '';
    for (const item of items) {
      const variant = schema.variants.find(
        ({ matches, since }) => matches(item) && (since === undefined || atLeast(this.target.version, since)),
      )!;
      if (schema.attribute !== undefined) {
        content += `<${variant.element} ${schema.attribute}="${escapeAttribute(scalarText(item))}"/>`;
      } else {
        const inner = variant.wrap === undefined ? item : (item as JsonObject)[variant.wrap]!;
        content += this.element(inner, variant.schema, variant.element);
      }
    }
    return content;
  }
}

const wrap = (name: string, attributes: string, content: string): string =>
  content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;

/** A member of an object in XML. */
interface XmlMember {
  /** In the order of the XSD. */
  readonly place: number;
  readonly member: string;
  readonly name: string;
  readonly field: SchemaField;
  /** Members of the same object that are attributes of its element. */
  readonly borne: readonly XmlMember[];
}

type XmlLayout = ReadonlyMap<string, XmlMember>;

const layouts = new WeakMap<ObjectSchema, XmlLayout>();

/** Computed once per schema: every element needs it. */
function layoutOf(schema: ObjectSchema): XmlLayout {
  let layout = layouts.get(schema);
  if (layout === undefined) {
    const all = [...schema.fields].map(([member, field], place) => ({
      place,
      member,
      field,
      name: field.xmlName ?? member,
      borne: [],
    }));
    const borneBy = (owner: string) => all.filter(({ field }) => field.attributeOwner === owner);
    layout = new Map(all.map((each) => [each.member, { ...each, borne: borneBy(each.member) }]));
    layouts.set(schema, layout);
  }
  return layout;
}

/** The members that the value has, in the order of the XSD: most objects have few of those that they may have. */
function membersOf(value: JsonObject, layout: XmlLayout): readonly XmlMember[] {
  const members: XmlMember[] = [];
  let isOrdered = true;
  for (const name in value) {
    const member = layout.get(name);
    if (member === undefined || value[name] === undefined) continue;
    isOrdered &&= members.length === 0 || members.at(-1)!.place < member.place;
    members.push(member);
  }
  return isOrdered ? members : members.sort((one, other) => one.place - other.place);
}

/** Adds the attributes that are members of the same object. */
function withSiblingAttributes(element: string, { borne }: XmlMember, value: JsonObject): string {
  for (const { member, name } of borne) {
    const memberValue = value[member];
    if (memberValue === undefined) continue;
    const attribute = ` ${name}="${escapeAttribute(scalarText(memberValue))}"`;
    return element.replace(/^<[\w.-]+/, (start) => start + attribute);
  }
  return element;
}

/** `xs:decimal` has no exponents. */
function scalarText(value: Json): string {
  if (typeof value !== 'number') return String(value);
  const text = String(value);
  return /e/i.test(text) ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}

const xmlName = /^[A-Za-z_][\w.-]{0,200}$/;

function foreignAttributes(attributes: JsonObject, schema?: ObjectSchema): string {
  let text = '';
  let prefixes = 0;
  for (const [key, value] of Object.entries(attributes)) {
    const [, uri = '', name = ''] = /^(?:\{([^}]*)\})?(.*)$/s.exec(key)!;
    const own =
      uri === '' &&
      schema !== undefined &&
      [...schema.fields].some(([member, field]) => (field.xmlName ?? member) === name);
    if (!xmlName.test(name) || typeof value !== 'string' || own) continue;
    if (uri === '') text += ` ${name}="${escapeAttribute(value)}"`;
    else if (uri === 'http://www.w3.org/XML/1998/namespace') text += ` xml:${name}="${escapeAttribute(value)}"`;
    else {
      prefixes += 1;
      text += ` xmlns:x${prefixes}="${escapeAttribute(uri)}" x${prefixes}:${name}="${escapeAttribute(value)}"`;
    }
  }
  return text;
}

/** Only elements of other namespaces: an unknown one of CycloneDX would make the document invalid. */
function foreignElement(element: Json): string {
  if (!isObject(element) || !xmlName.test(String(element.name)) || cycloneDxNamespace.test(String(element.uri)))
    return '';
  const attributes = isObject(element.attributes) ? foreignAttributes(element.attributes) : '';
  const children = Array.isArray(element.children) ? element.children.map(foreignElement).join('') : '';
  const text = typeof element.text === 'string' ? escapeText(element.text) : '';
  return wrap(String(element.name), ` xmlns="${escapeAttribute(String(element.uri))}"${attributes}`, text + children);
}
