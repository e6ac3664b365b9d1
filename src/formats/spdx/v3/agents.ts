import type { Json, JsonObject, Party } from '../../../model/document.js';

/** Classes of agents, and their neutral kind. */
const kinds: ReadonlyMap<string, Party['kind']> = new Map([
  ['Organization', 'organization'],
  ['Person', 'person'],
  ['Agent', 'unknown'],
  ['SoftwareAgent', 'unknown'],
  ['Tool', 'unknown'],
]);

export const isAgent = (type: Json | undefined): boolean => typeof type === 'string' && kinds.has(type);

/** A person or an organization (Core/Agent); undefined for one without a name. */
export function readAgent(element: JsonObject): Party | undefined {
  const { type, name, externalIdentifier: identifiers } = element;
  if (typeof name !== 'string' || name === '' || !isAgent(type)) return undefined;
  const email = (Array.isArray(identifiers) ? identifiers : []).find(
    (item) => (item as JsonObject | null)?.externalIdentifierType === 'email',
  ) as JsonObject | undefined;
  const kind = kinds.get(type as string)!;
  return typeof email?.identifier === 'string' ? { kind, name, email: email.identifier } : { kind, name };
}

export const keyOfParty = ({ kind, name, email }: Party): string => JSON.stringify([kind, name, email]);

export function writeAgent(party: Party, spdxId: string, creationInfo: string): JsonObject {
  const type = { organization: 'Organization', person: 'Person', unknown: 'Agent' }[party.kind];
  const email = { type: 'ExternalIdentifier', externalIdentifierType: 'email', identifier: party.email ?? '' };
  return {
    type,
    spdxId,
    creationInfo,
    name: party.name,
    ...(party.email === undefined ? {} : { externalIdentifier: [email] }),
  };
}
