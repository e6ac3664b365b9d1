import { createHash } from 'node:crypto';
import type { BomHeader, Json, JsonObject } from '../../model/document.js';
import type { SerializeOptions } from '../format.js';
import { metadataFromSpdx } from '../conversion/from-spdx.js';
import { reportLostCreators, reportUnknownHeadMembers } from '../conversion/lost-header-fields.js';
import { isObject } from '../../model/json.js';
import { atLeast } from '../schema/schema.js';
import { urnUuid } from './spec/text-rules.js';

/** `metadata` without its subject: the members of the header, and the tool that writes. */
export function writeMetadata(header: BomHeader, version: string, options: SerializeOptions): JsonObject {
  const native = header.native?.family === 'cyclonedx' ? header.native.data : {};
  const own = isObject(native.metadata) ? native.metadata : {};
  const { tools, ...others } = header.family === 'cyclonedx' ? own : metadataFromSpdx(header);
  reportLostCreators(header, options.onLoss);
  reportUnknownHeadMembers(header, options.onLoss);
  return { timestamp: options.timestamp, tools: withTool(tools, version, options.tool), ...others };
}

/** Adds the tool to the original ones, in their form: components, or the legacy list. */
function withTool(
  tools: Json | undefined,
  version: string,
  { name, version: release }: SerializeOptions['tool'],
): Json {
  const isSame = (tool: Json): boolean => isObject(tool) && tool.name === name && tool.version === release;
  if (Array.isArray(tools) && (tools.length > 0 || !atLeast(version, '1.5')))
    return tools.some(isSame) ? tools : [...tools, { name, version: release }];
  const { components, ...others } = isObject(tools) ? tools : {};
  const before = Array.isArray(components) ? components : [];
  const self = { type: 'application', name, version: release };
  return { components: before.some(isSame) ? before : [...before, self], ...others };
}

/** `urn:uuid:…`: the original one, or one derived from the name of another format (UUID version 8). */
export function serialNumber({ serial }: BomHeader): string | undefined {
  if (serial === undefined || serial === '') return undefined;
  const own = urnUuid.rule!(serial, { version: '1.6', encoding: 'JSON' });
  if (own !== null) return own;
  const digest = createHash('sha256').update(serial).digest('hex');
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, 'urn:uuid:$1-$2-8$3-a$4-$5');
}
