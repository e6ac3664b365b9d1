import { ecosystemOf } from '../../model/ecosystem-words.js';
import { purlTypes } from '../../model/purl-types.js';

/** The purl type that a text names, as "pip" names pypi. */
export function parseEcosystemWord(text: string): string | undefined {
  const name = text.toLowerCase();
  return purlTypes.has(name) ? name : (ecosystemOf(name) ?? undefined);
}
