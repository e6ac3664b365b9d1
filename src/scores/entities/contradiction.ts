import { CallerError } from '../../model/errors.js';
import { compact } from '../../model/names/normalise.js';
import type { LinkedEntry } from './entities.repository.js';

/** A given identifier with its entry in the catalogue. */
export interface IdentifiedEntry {
  readonly field: 'package_id' | 'product_id' | 'repo_id';
  readonly kind: number;
  readonly id: number;
  readonly identifier: string;
  readonly name: string;
}

/**
 * Two identifiers contradict each other where the catalogue links one of them to others of the second's kind, but not to
 * the second, neither directly nor through a third entry. Links are incomplete, so a product with an equal name is
 * accepted; links of a repository to other packages do not count, because it may hold hundreds.
 *
 * @throws {CallerError} 409 with both identifiers
 */
export function rejectContradictions(entries: readonly IdentifiedEntry[], links: readonly LinkedEntry[]): void {
  for (const [index, a] of entries.entries())
    for (const b of entries.slice(index + 1)) if (isContradictory(a, b, links)) throw contradictionError(a, b);
}

export function contradictionError(
  a: Pick<IdentifiedEntry, 'field' | 'identifier'>,
  b: Pick<IdentifiedEntry, 'field' | 'identifier'>,
): CallerError {
  const message = `${a.field} and ${b.field} name two different things: ${a.identifier} and ${b.identifier}`;
  return new CallerError(409, message.slice(0, 6_000), {
    fields: { [a.field]: a.identifier, [b.field]: b.identifier },
  });
}

function isContradictory(a: IdentifiedEntry, b: IdentifiedEntry, links: readonly LinkedEntry[]): boolean {
  const ofA = links.filter(({ askedKind, askedId }) => askedKind === a.kind && askedId === a.id);
  const ofB = links.filter(({ askedKind, askedId }) => askedKind === b.kind && askedId === b.id);
  const names = (list: readonly LinkedEntry[], entry: { kind: number; id: number }): boolean =>
    list.some(({ kind, id }) => kind === entry.kind && id === entry.id);
  if (names(ofA, b) || names(ofB, a) || ofA.some((third) => names(ofB, third))) return false;
  const saysOther = (list: readonly LinkedEntry[], end: IdentifiedEntry): boolean =>
    list.some(({ kind }) => kind === end.kind);
  const hasProduct = a.field === 'product_id' || b.field === 'product_id';
  if (hasProduct) return compact(a.name) !== compact(b.name) && (saysOther(ofA, b) || saysOther(ofB, a));
  const [ofPackage, repository] = a.field === 'package_id' ? [ofA, b] : [ofB, a];
  return saysOther(ofPackage, repository);
}
