import type { JsonObject } from '../../model/document.js';
import { jsonString } from '../writing/text-escapes.js';
import { type Edge, edgeOf } from './spdx2-relationships.js';
import { lastName, relationshipNames, spdx3OnlyRelationships, type RelationshipName } from './spdx3-vocabulary.js';

/** A relationship of SPDX 3.0: one origin, any number of targets. */
export interface Spdx3Relationship {
  readonly from: string;
  readonly type: string;
  readonly to: readonly string[];
  readonly scope: string;
  readonly comment: string;
}

export function readSpdx3Relationship(element: JsonObject): Spdx3Relationship | undefined {
  const { from, relationshipType: type, to, scope, comment } = element;
  if (typeof from !== 'string' || typeof type !== 'string' || from === '' || type === '') return undefined;
  const targets = (Array.isArray(to) ? to : [to]).filter((id) => typeof id === 'string');
  return { from, type, to: targets, scope: String(scope ?? ''), comment: typeof comment === 'string' ? comment : '' };
}

const isNone = (id: string): boolean => lastName(id) === 'NoneElement';

/** A relationship as edges of the dependency graph, with `to` null for "nothing". */
export function edgesOfSpdx3({
  from,
  type,
  to,
  scope,
  comment,
}: Spdx3Relationship): { from: string; kind: string; to: string | null }[] {
  if (type === 'dependsOn' && to.length > 0 && to.every(isNone)) return [{ from, kind: 'depends-on', to: null }];
  const name = nameOf(type, scope);
  return to.map((target) => {
    if (name === undefined) return { from, kind: type, to: target };
    const [start, end] = name.isInverse ? [target, from] : [from, target];
    return edgeOf({ from: start, type: name.two, to: end, comment });
  });
}

/** Targets of one relationship, so that a reader need not hold all parts of a thing that has very many. */
const maxTargets = 500;

/** An edge as a relationship of SPDX 3.0. */
export function spdx3RelationshipOf({ from, kind, to }: Edge): Spdx3Relationship {
  return spdx3RelationshipsOf(from, kind, [to])[0]!;
}

/** Edges with one start and one kind, as few relationships of SPDX 3.0 as their direction allows. */
export function spdx3RelationshipsOf(start: string, kind: string, ends: readonly string[]): Spdx3Relationship[] {
  const { type, scope, comment, isInverse } = kind === 'depends-on' ? dependsOn : typeOf(kind);
  if (isInverse) return ends.map((end) => ({ from: end, type, to: [start], scope, comment }));
  const relationships: Spdx3Relationship[] = [];
  for (let first = 0; first < ends.length; first += maxTargets)
    relationships.push({ from: start, type, to: ends.slice(first, first + maxTargets), scope, comment });
  return relationships;
}

type RelationshipType = Omit<Spdx3Relationship, 'from' | 'to'> & { readonly isInverse: boolean };

const dependsOn: RelationshipType = { type: 'dependsOn', scope: '', comment: '', isInverse: false };

function typeOf(kind: string): RelationshipType {
  const plain = { type: kind, scope: '', comment: '', isInverse: false };
  const name = relationshipNames.find(({ two }) => two === kind);
  if (name !== undefined) return { ...plain, type: name.three, scope: name.scope ?? '', isInverse: name.isInverse };
  return spdx3OnlyRelationships.has(kind) ? plain : { ...plain, type: 'other', comment: kind };
}

/** Its element as JSON text, without JSON.stringify: most elements of a graph are relationships. */
export function relationshipJson(
  { from, type, to, scope, comment }: Spdx3Relationship,
  spdxId: string,
  creationInfo: string,
): string {
  const name = scope === '' ? 'Relationship' : 'LifecycleScopedRelationship';
  const start = `{"creationInfo":"${creationInfo}","type":"${name}","spdxId":${jsonString(spdxId)}`;
  const ends = to.map(jsonString).join();
  const edge = `${start},"from":${jsonString(from)},"relationshipType":${jsonString(type)},"to":[${ends}]`;
  if (scope === '' && comment === '') return `${edge}}`;
  const scoped = scope === '' ? '' : `,"scope":${jsonString(scope)}`;
  return `${edge}${scoped}${comment === '' ? '' : `,"comment":${jsonString(comment)}`}}`;
}

/** The name in SPDX 2.3 of a relationship type of SPDX 3.0, which may depend on its scope. */
export function nameOf(type: string, scope: string): RelationshipName | undefined {
  const names = relationshipNames.filter(({ three }) => three === type);
  return names.find((name) => scope !== '' && name.scope === scope) ?? names.find((name) => name.scope === undefined);
}
