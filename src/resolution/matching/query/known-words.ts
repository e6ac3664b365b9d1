import { words } from '../../../model/names/normalise.js';
import type { CatalogHits } from './catalog-entries.js';
import type { Coordinates } from './parse-name.js';

/** The words of a name that can be misspelt: no numbers, no single letters; "log" of "log4j". */
export const plainWords = (name: string): string[] => words(name).flatMap((word) => word.match(/\p{L}{2,}/gu) ?? []);

/** Whether each word occurs in the name of some catalogue entry; a misspelt word hardly does. */
export const areKnownWords = (name: string, { knownWords }: CatalogHits): boolean =>
  plainWords(name).every((word) => knownWords.has(word));

/** What of coordinates can be misspelt: namespace and name; of a Go module its path behind the host. */
export const spelledText = ({ type, namespace, name }: Coordinates): string =>
  `${type === 'golang' ? (namespace ?? '').replace(/^[^/]+/, '') : (namespace ?? '')} ${name}`;
