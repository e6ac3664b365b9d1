import { CallerError } from '../../model/errors.js';
import { compact } from '../../model/names/normalise.js';
import type { Neighbour } from './entities.repository.js';

/** An identifier that the caller gave and the catalogue knows. */
export interface KnownEnd {
  readonly field: 'package_id' | 'product_id' | 'repo_id';
  readonly kind: number;
  readonly id: number;
  readonly identifier: string;
  readonly name: string;
}

/**
 * Two identifiers contradict each other where the catalogue links one of them with others of the second's kind and not
 * with this, neither directly nor through a third. Its lists are not complete, so a product is let pass whose name
 * agrees; and that a repository holds other packages says nothing, it may hold hundreds.
 *
 * @throws {CallerError} 409 naming both
 */
export function refuseContradictions(ends: readonly KnownEnd[], neighbours: readonly Neighbour[]): void {
  for (const [index, a] of ends.entries())
    for (const b of ends.slice(index + 1)) if (contradict(a, b, neighbours)) throw contradiction(a, b);
}

export function contradiction(
  a: Pick<KnownEnd, 'field' | 'identifier'>,
  b: Pick<KnownEnd, 'field' | 'identifier'>,
): CallerError {
  const message = `${a.field} and ${b.field} name two different things: ${a.identifier} and ${b.identifier}`;
  return new CallerError(409, message.slice(0, 6_000), {
    fields: { [a.field]: a.identifier, [b.field]: b.identifier },
  });
}

function contradict(a: KnownEnd, b: KnownEnd, neighbours: readonly Neighbour[]): boolean {
  const ofA = neighbours.filter(({ askedKind, askedId }) => askedKind === a.kind && askedId === a.id);
  const ofB = neighbours.filter(({ askedKind, askedId }) => askedKind === b.kind && askedId === b.id);
  const names = (list: readonly Neighbour[], end: { kind: number; id: number }): boolean =>
    list.some(({ kind, id }) => kind === end.kind && id === end.id);
  if (names(ofA, b) || names(ofB, a) || ofA.some((third) => names(ofB, third))) return false;
  const saysOther = (list: readonly Neighbour[], end: KnownEnd): boolean => list.some(({ kind }) => kind === end.kind);
  const hasProduct = a.field === 'product_id' || b.field === 'product_id';
  if (hasProduct) return compact(a.name) !== compact(b.name) && (saysOther(ofA, b) || saysOther(ofB, a));
  const [ofPackage, repository] = a.field === 'package_id' ? [ofA, b] : [ofB, a];
  return saysOther(ofPackage, repository);
}
