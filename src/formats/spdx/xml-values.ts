import type { BomWarning, Json, JsonObject } from '../../model/document.js';
import { defineMember } from '../../model/json.js';
import type { XmlElement } from '../reading/xml-elements.js';
import type { ObjectSchema, Schema } from '../schema/schema.js';
import { itemSchema } from './document/schema.js';

type OnWarning = (warning: BomWarning) => void;

/** One XML element as a JSON value of the schema, or as an item where the schema is a list; without a schema, its text. */
export function readElement(element: XmlElement, schema: Schema | undefined, onWarning: OnWarning): Json {
  const own = schema && itemSchema(schema);
  if (own?.kind === 'object') return readObject(element, own, onWarning);
  if (element.children.length > 0)
    onWarning({ place: `line ${element.line}`, message: `<${element.name}> has child elements; they were skipped` });
  if (own?.kind === 'boolean' && /^\s*(?:true|false)\s*$/.test(element.text)) return element.text.trim() === 'true';
  if (own?.kind === 'integer' && /^\s*\d{1,15}\s*$/.test(element.text)) return Number(element.text);
  return element.text;
}

function readObject(element: XmlElement, schema: ObjectSchema, onWarning: OnWarning): JsonObject {
  const data: JsonObject = {};
  for (const child of element.children) {
    const own = schema.fields.get(child.name)?.schema();
    const value = readElement(child, own, onWarning);
    if (own?.kind === 'list') {
      const list = data[child.name];
      if (Array.isArray(list)) list.push(value);
      else data[child.name] = [value];
    } else if (Object.hasOwn(data, child.name)) {
      const message = `<${child.name}> occurs twice in its element; the second one was skipped`;
      onWarning({ place: `line ${child.line}`, message });
    } else defineMember(data, child.name, value);
  }
  return data;
}
