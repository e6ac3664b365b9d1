import { createHash } from 'node:crypto';
import type { BomHeader, Json, JsonObject } from '../../../model/document.js';
import type { BomSource, SerializeOptions } from '../../format.js';
import { toSingleLine } from '../mapping/lines.js';
import { namespaceOf } from '../../shared/document-identity.js';
import { documentId } from '../../shared/spdx-identifiers.js';
import { sortSpdxCreators } from '../../shared/spdx-parties.js';

/** A URI as SPDX 2.3, clause 6.5 requires: absolute and without "#". */
const namespacePattern = /^[a-z][a-z0-9+.-]*:[^\s#<>"{}|\\^`]+$/i;

export const isNamespace = (text: string): boolean => namespacePattern.test(text);

/** The members of the document: the header of the SBOM and the native members of its SPDX header. */
export function writeHead(
  bom: BomSource,
  version: string,
  timestamp: string,
  tool: SerializeOptions['tool'],
): JsonObject {
  const { header } = bom;
  const own = spdxHead(header);
  const info = (own.creationInfo ?? {}) as JsonObject;
  const name = documentName(bom);
  return {
    ...own,
    spdxVersion: `SPDX-${version}`,
    dataLicense: 'CC0-1.0',
    SPDXID: documentId,
    name,
    documentNamespace: documentNamespace(bom, name),
    creationInfo: { ...info, created: timestamp, creators: writeCreators(header, info.creators, tool) },
  };
}

export const documentName = ({ header, subject }: BomSource): string =>
  toSingleLine(header.name ?? '') || toSingleLine(subject?.name ?? '') || 'SBOM';

/**
 * The original namespace, else one derived from what identifies the document, its revision included: a document that
 * has changed needs a new one (SPDX 2.3, clause 6.5).
 */
export function documentNamespace({ header, subject }: BomSource, name: string): string {
  const own = namespaceOf(header);
  if (own !== undefined && isNamespace(own)) return own;
  const { serial, revision, created } = header;
  const identity = JSON.stringify([serial, revision, name, created, subject?.ref, subject?.name, subject?.version]);
  const digest = createHash('sha256').update(identity).digest('hex');
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5');
  return `https://spdx.org/spdxdocs/${encodeURIComponent(name.toWellFormed()).slice(0, 100).replace(/%.?$/, '')}-${uuid}`;
}

/** The native members of an SPDX header, without the graph of SPDX 3. */
function spdxHead({ native }: BomHeader): JsonObject {
  if (native?.family !== 'spdx') return {};
  const { '@context': context, document: _, ...head } = native.data;
  return context === undefined ? native.data : head;
}

function writeCreators(header: BomHeader, own: Json | undefined, tool: SerializeOptions['tool']): string[] {
  const ownCreator = `Tool: ${tool.name}-${tool.version}`;
  const { valid } = sortSpdxCreators(own);
  return valid.includes(ownCreator) ? valid : [...valid, ownCreator];
}
