import type { Json, JsonObject } from '../../model/document.js';
import { yamlItems, yamlMembers } from '../writing/yaml-text.js';
import type { DocumentEncoder } from './encoder.js';

/** The JSON of the document in block style. */
export class YamlEncoder implements DocumentEncoder {
  constructor(private readonly version: string) {}

  start(top: JsonObject): string {
    return yamlMembers({ bomFormat: 'CycloneDX', specVersion: this.version, ...top }, '\n', '');
  }

  member(name: string, value: Json): string {
    return yamlMembers({ [name]: value }, '\n');
  }

  metadataStart(metadata: JsonObject, subject: JsonObject): string {
    const { component: _, ...others } = metadata;
    const subjectMembers = yamlMembers(subject, '\n    ');
    return `\nmetadata:${yamlMembers(others, '\n  ')}\n  component:${subjectMembers}\n    components:`;
  }

  subjectComponent(value: JsonObject): string {
    return yamlItems([value], '\n    ');
  }

  metadataEnd(): string {
    return '';
  }

  element(list: string, value: JsonObject, isFirst: boolean): string {
    return `${isFirst ? `\n${list}:` : ''}${yamlItems([value], '\n')}`;
  }

  listEnd(): string {
    return '';
  }

  component(
    value: JsonObject,
    { depth, isFirst, hasChildren }: { depth: number; isFirst: boolean; hasChildren: boolean },
  ): string {
    const start = isFirst && depth === 0 ? '\ncomponents:' : '';
    const line = `\n${'  '.repeat(depth)}`;
    return `${start}${yamlItems([value], line)}${hasChildren ? `${line}  components:` : ''}`;
  }

  nestedEnd(): string {
    return '';
  }

  end(): string {
    return '\n';
  }
}
