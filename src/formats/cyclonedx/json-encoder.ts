import type { Json, JsonObject } from '../../model/document.js';
import type { DocumentEncoder } from './encoder.js';

/** One element on a line. */
export class JsonEncoder implements DocumentEncoder {
  constructor(private readonly version: string) {}

  start(top: JsonObject): string {
    const head = {
      $schema: `http://cyclonedx.org/schema/bom-${this.version}.schema.json`,
      bomFormat: 'CycloneDX',
      specVersion: this.version,
      ...top,
    };
    return JSON.stringify(head).slice(0, -1);
  }

  member(name: string, value: Json): string {
    return `,\n${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }

  metadataStart(metadata: JsonObject, subject: JsonObject): string {
    const { component: _, ...others } = metadata;
    const open = (value: JsonObject): string => JSON.stringify(value).slice(0, -1);
    return `,\n"metadata":${open(others)},"component":${open(subject)},"components":[\n`;
  }

  subjectComponent(value: JsonObject, isFirst: boolean): string {
    return (isFirst ? '' : ',\n') + JSON.stringify(value);
  }

  metadataEnd(): string {
    return '\n]}}';
  }

  element(list: string, value: JsonObject, isFirst: boolean): string {
    return `${isFirst ? this.listStart(list) : ',\n'}${JSON.stringify(value)}`;
  }

  listEnd(): string {
    return '\n]';
  }

  component(
    value: JsonObject,
    { depth, isFirst, hasChildren }: { depth: number; isFirst: boolean; hasChildren: boolean },
  ): string {
    const text = JSON.stringify(value);
    const start = isFirst ? (depth === 0 ? this.listStart('components') : '') : ',\n';
    return start + (hasChildren ? `${text.slice(0, -1)},"components":[\n` : text);
  }

  nestedEnd(): string {
    return '\n]}';
  }

  end(): string {
    return '}\n';
  }

  private listStart(list: string): string {
    return `,\n${JSON.stringify(list)}:[\n`;
  }
}
