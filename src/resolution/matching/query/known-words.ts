import { words } from '../../../model/names/normalise.js';
import type { CatalogHits } from './catalog-entries.js';

/** The words of a name that can be misspelt: numbers vary, and single letters tell nothing. */
export const plainWords = (name: string): string[] => words(name).filter((word) => word.length > 1 && !/\d/.test(word));

/** Whether each word of a name stands as well in the name of something in the catalogue, as a misspelt one hardly does. */
export const areKnownWords = (name: string, { knownWords }: CatalogHits): boolean =>
  plainWords(name).every((word) => knownWords.has(word));
