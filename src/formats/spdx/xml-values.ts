import type { BomWarning, Json, JsonObject } from '../../model/document.js';
import { defineMember } from '../reading/strict-json.js';
import type { XmlElement } from '../reading/xml-element.js';
import type { Spdx2Member, Spdx2Schema } from './document/schema.js';

type OnWarning = (warning: BomWarning) => void;

/** One XML element as the JSON value that its place in the shape makes of it; without a place in it, its text. */
export function readMember(element: XmlElement, member: Spdx2Member | undefined, onWarning: OnWarning): Json {
  if (typeof member === 'object')
    return readObject(element, 'object' in member ? member.object : member.list, onWarning);
  if (element.children.length > 0)
    onWarning({ place: `line ${element.line}`, message: `<${element.name}> holds elements; they were left out` });
  if (member === 'boolean' && /^\s*(?:true|false)\s*$/.test(element.text)) return element.text.trim() === 'true';
  if (member === 'integer' && /^\s*\d{1,15}\s*$/.test(element.text)) return Number(element.text);
  return element.text;
}

function readObject(element: XmlElement, shape: Spdx2Schema, onWarning: OnWarning): JsonObject {
  const data: JsonObject = {};
  for (const child of element.children) {
    const member = shape.members.get(child.name);
    const value = readMember(child, member, onWarning);
    if (member === 'texts' || (typeof member === 'object' && 'list' in member)) {
      const list = data[child.name];
      if (Array.isArray(list)) list.push(value);
      else data[child.name] = [value];
    } else if (Object.hasOwn(data, child.name)) {
      const message = `<${child.name}> stands twice in its element; the second was left out`;
      onWarning({ place: `line ${child.line}`, message });
    } else defineMember(data, child.name, value);
  }
  return data;
}
