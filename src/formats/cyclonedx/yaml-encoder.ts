import type { Json, JsonObject } from '../../model/document.js';
import { yamlItems, yamlMembers } from '../writing/yaml-text.js';
import type { DocumentEncoder } from './encoder.js';

/** The JSON of the document in block style. */
export class YamlEncoder implements DocumentEncoder {
  constructor(private readonly version: string) {}

  start(top: JsonObject): string {
    return yamlMembers({ bomFormat: 'CycloneDX', specVersion: this.version, ...top }, '');
  }

  member(name: string, value: Json): string {
    return `\n${yamlMembers({ [name]: value }, '')}`;
  }

  metadataStart(metadata: JsonObject, subject: JsonObject): string {
    const { component: _, ...others } = metadata;
    const subjectMembers = yamlMembers(subject, '    ');
    return `\nmetadata:\n${yamlMembers(others, '  ')}\n  component:\n${subjectMembers}\n    components:`;
  }

  subjectComponent(value: JsonObject): string {
    return `\n${yamlItems([value], '    ')}`;
  }

  metadataEnd(): string {
    return '';
  }

  element(list: string, value: JsonObject, isFirst: boolean): string {
    return `${isFirst ? `\n${list}:` : ''}\n${yamlItems([value], '')}`;
  }

  listEnd(): string {
    return '';
  }

  component(
    value: JsonObject,
    { depth, isFirst, hasChildren }: { depth: number; isFirst: boolean; hasChildren: boolean },
  ): string {
    const start = isFirst && depth === 0 ? '\ncomponents:' : '';
    const item = yamlItems([value], '  '.repeat(depth));
    return `${start}\n${item}${hasChildren ? `\n${'  '.repeat(depth + 1)}components:` : ''}`;
  }

  nestedEnd(): string {
    return '';
  }

  end(): string {
    return '\n';
  }
}
