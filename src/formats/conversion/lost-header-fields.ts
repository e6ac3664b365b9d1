import type { BomHeader, Family, Json, JsonObject } from '../../model/document.js';
import { isObject, objectOf } from '../../model/json.js';
import { isRevisionInNamespace } from '../shared/document-identity.js';
import { sortSpdxCreators } from '../shared/spdx-parties.js';

/** Members that every SPDX document has, with no information about the SBOM. */
const boilerplateMembers: ReadonlySet<string> = new Set(['@context', 'spdxVersion', 'SPDXID', 'dataLicense']);

/** Members of an SPDX 3.0 `SpdxDocument` that the neutral model carries, and its graph. */
const mappedDocumentMembers: ReadonlySet<string> = new Set(
  'type @type spdxId @id creationInfo name comment rootElement element profileConformance dataLicense'.split(' '),
);

/**
 * Reports the header members of another family that the written format cannot hold; of CycloneDX `metadata` each member.
 * `own` is the written family, null for a list, which has no header.
 */
export function reportLostHeaderFields(
  { native }: BomHeader,
  own: Family | null,
  onLoss: (what: string) => void,
): void {
  if (!native || native.family === own) return;
  const { metadata, document, ...members } = native.data;
  for (const name of Object.keys(members)) if (!boilerplateMembers.has(name)) onLoss(name);
  for (const name of isObject(metadata) ? Object.keys(metadata) : []) onLoss(`metadata.${name}`);
  reportDocumentMembers(document, onLoss);
}

/**
 * Reports the number of the issue of a CycloneDX document where another family is written. 1 is also what a document
 * says by saying nothing; an export of the service counts its own issues, and loses none.
 */
export function reportLostRevision(header: BomHeader, own: Family, onLoss: (what: string) => void) {
  const { family, revision = 1 } = header;
  const isKept = own === 'cyclonedx' || (own === 'spdx' && isRevisionInNamespace(header));
  if (family === 'cyclonedx' && revision > 1 && !isKept) onLoss('version of the document');
}

/** Reports the members of an SPDX 3.0 document that no other format can hold. */
export function reportLostSpdx3Fields({ native }: BomHeader, onLoss: (what: string) => void): void {
  if (native?.family === 'spdx') reportDocumentMembers(native.data.document, onLoss);
}

/** Members of an SPDX 2.x document, and of its `creationInfo`, that each format has a place for. */
const mappedHeadMembers: ReadonlySet<string> = new Set([...boilerplateMembers, 'comment', 'creationInfo', 'document']);
const mappedInfoMembers: ReadonlySet<string> = new Set(['created', 'creators', 'comment', 'licenseListVersion']);

/** Reports what an SPDX 2.x document says in members that the standard does not have. */
export function reportUnknownHeadMembers({ native }: BomHeader, onLoss: (what: string) => void): void {
  const { data } = native?.family === 'spdx' ? native : { data: {} as JsonObject };
  for (const name of Object.keys(data)) if (!mappedHeadMembers.has(name)) onLoss(name);
  for (const name of Object.keys(objectOf(data.creationInfo))) if (!mappedInfoMembers.has(name)) onLoss(name);
}

/** Reports the creators of SPDX 2.x without a kind: neither its own format nor CycloneDX has a place for them. */
export function reportLostCreators({ native }: BomHeader, onLoss: (what: string) => void): void {
  const { creationInfo } = native?.family === 'spdx' ? native.data : {};
  for (let lost = sortSpdxCreators(objectOf(creationInfo).creators).others; lost > 0; lost -= 1) onLoss('creators');
}

function reportDocumentMembers(document: Json | undefined, onLoss: (what: string) => void): void {
  for (const name of isObject(document) ? Object.keys(document) : [])
    if (!mappedDocumentMembers.has(name)) onLoss(name);
}
