import type { Json, JsonObject } from '../../model/document.js';
import type { DocumentEncoder } from './encoder.js';
import { XmlElementWriter } from './json-to-xml.js';
import { bom, metadata as metadataSchema } from './spec/bom.js';
import { component as componentSchema } from './spec/component.js';
import type { ListSchema, SpecTarget } from '../schema/schema.js';

export class XmlEncoder implements DocumentEncoder {
  private readonly elements: XmlElementWriter;
  /** The ends of the open components. */
  private readonly tails: string[] = [];

  constructor(private readonly target: SpecTarget) {
    this.elements = new XmlElementWriter(target);
  }

  start(top: JsonObject): string {
    const { head } = this.elements.split(top, bom, 'bom', 'citations');
    const namespace = ` xmlns="http://cyclonedx.org/schema/bom/${this.target.version}"`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n${head.replace(/^<bom/, `<bom${namespace}`)}`;
  }

  member(name: string, value: Json): string {
    return `\n${this.elements.element(value, bom.fields.get(name)!.schema(), name)}`;
  }

  metadataStart(metadata: JsonObject, subject: JsonObject): string {
    const { component: _, ...others } = metadata;
    const around = this.elements.split(others, metadataSchema, 'metadata', 'component');
    const inner = this.elements.split(subject, componentSchema, 'component', 'components');
    this.tails.push(`</components>${inner.tail}${around.tail}`);
    return `\n${around.head}${inner.head}<components>`;
  }

  subjectComponent(value: JsonObject): string {
    return `\n${this.elements.element(value, componentSchema, 'component')}`;
  }

  metadataEnd(): string {
    return `\n${this.tails.pop()!}`;
  }

  element(list: string, value: JsonObject, isFirst: boolean): string {
    const variant = (bom.fields.get(list)!.schema() as ListSchema).variants[0]!;
    const start = isFirst ? `\n<${list}>` : '';
    return `${start}\n${this.elements.element(value, variant.schema, variant.element)}`;
  }

  listEnd(list: string): string {
    return `\n</${list}>`;
  }

  component(
    value: JsonObject,
    { depth, isFirst, hasChildren }: { depth: number; isFirst: boolean; hasChildren: boolean },
  ): string {
    const start = isFirst && depth === 0 ? '\n<components>\n' : '\n';
    if (!hasChildren) return start + this.elements.element(value, componentSchema, 'component');
    const { head, tail } = this.elements.split(value, componentSchema, 'component', 'components');
    this.tails.push(tail);
    return `${start}${head}<components>`;
  }

  nestedEnd(): string {
    return `\n</components>${this.tails.pop()!}`;
  }

  end(): string {
    return '\n</bom>\n';
  }
}
