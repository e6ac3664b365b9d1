import type { Json, JsonObject } from '../../../model/document.js';
import { tool } from './common.js';
import { components } from './component.js';
import { services } from './service.js';
import { isObject } from '../../../model/json.js';
import { atLeast, list, object, type EitherSchema } from '../../schema/schema.js';
import { element } from './fields.js';

/** Tools are components and services since 1.5; the older list of tools is still allowed. */
export const tools: EitherSchema = {
  kind: 'either',
  options: [
    { schema: list(tool, 'tool'), matches: Array.isArray, child: 'tool' },
    {
      schema: object({ components: element(components), services: element(services) }),
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
