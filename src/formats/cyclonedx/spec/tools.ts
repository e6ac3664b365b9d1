import type { Json, JsonObject } from '../../../model/document.js';
import { tool } from './common.js';
import { components } from './component.js';
import { services } from './service.js';
import type { EitherSchema } from '../../schema/schema.js';
import { atLeast, element, isObject, list, object } from '../../schema/schema.js';

/** Since 1.5 tools are components and services; the list of tools before that is still allowed. */
export const tools: EitherSchema = {
  kind: 'either',
  options: [
    { shape: list(tool, 'tool'), matches: Array.isArray, child: 'tool' },
    {
      shape: object({ components: element(components), services: element(services) }),
      matches: isObject,
      child: 'components',
    },
  ],
  rule: (value, target) => (isObject(value) && !atLeast(target.version, '1.5') ? asLegacyTools(value) : value),
};

function asLegacyTools(value: JsonObject): Json[] {
  const members = [value.components, value.services].flatMap((group) => (Array.isArray(group) ? group : []));
  return members.filter(isObject).map((member) => {
    const maker = [member.manufacturer, member.supplier, member.provider].find(isObject);
    const vendor = maker?.name ?? member.publisher ?? member.author ?? member.group;
    const { name, version, hashes, externalReferences } = member;
    return Object.fromEntries(
      Object.entries({ vendor, name, version, hashes, externalReferences }).filter(([, held]) => held !== undefined),
    ) as JsonObject;
  });
}
