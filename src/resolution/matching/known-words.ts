import { words } from '../../model/names/normalise.js';
import type { Found } from './found.js';

/**
 * Whether each word of a name stands as well in the name of something that the catalogue answered with, as a misspelt one
 * hardly does. Words with digits are left out: numbers vary.
 */
export function areKnownWords(name: string, { hits, known }: Pick<Found, 'hits' | 'known'>): boolean {
  const unknown = new Set(words(name).filter((word) => !/\d/.test(word)));
  const meet = (other: string | undefined): void => {
    if (unknown.size > 0 && other !== undefined) for (const word of words(other)) unknown.delete(word);
  };
  for (const { packages, products, repositories } of [hits, hits.neighbours]) {
    for (const id of packages) meet(known.packages.get(id)?.name);
    for (const id of products) meet(known.products.get(id)?.product);
    for (const id of repositories) meet(known.repositories.get(id)?.name);
  }
  return unknown.size === 0;
}
