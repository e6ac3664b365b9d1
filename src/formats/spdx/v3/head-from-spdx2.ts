import type { BomHeader, JsonObject, Party } from '../../../model/document.js';
import { readSpdxParty } from '../../shared/spdx-parties.js';

/** What the head of an SPDX 2.x document says, for a document of SPDX 3.0. */
export interface Spdx3Head {
  /** Persons and organizations that made the document. */
  readonly agents: readonly Party[];
  /** Names of the tools that made it. */
  readonly tools: readonly string[];
  /** Members of `SpdxDocument`. */
  readonly document: JsonObject;
  /** Members of `CreationInfo`. */
  readonly info: JsonObject;
}

/** @returns what SPDX 3.0 has a place for; the rest is told by its member's name */
export function headToSpdx3({ native }: BomHeader, onLoss: (what: string) => void): Spdx3Head {
  const own = native?.family === 'spdx' ? native.data : {};
  const { creators, comment, licenseListVersion } = (own.creationInfo ?? {}) as JsonObject;
  const agents: Party[] = [];
  const tools: string[] = [];
  for (const creator of Array.isArray(creators) ? creators : []) {
    const [, tool] = /^Tool:\s*(\S.*)$/.exec(String(creator)) ?? [];
    const party = tool === undefined ? readSpdxParty(String(creator)) : undefined;
    if (tool !== undefined) tools.push(tool);
    else if (party?.name) agents.push(party);
    else onLoss('creators');
  }
  if (licenseListVersion !== undefined) onLoss('licenseListVersion');
  const withComment = (text: unknown): JsonObject => (typeof text === 'string' && text !== '' ? { comment: text } : {});
  return { agents, tools, document: withComment(own.comment), info: withComment(comment) };
}
