import { compareDigits, compareLists, type VersionScheme } from './scheme.js';

/** VERS `intdot`: numbers with dots between them; what follows the first other character is not read. */
export const intdot: VersionScheme<readonly string[]> = {
  parse: (text) => /^\d+(?:\.\d+)*/.exec(text.trim())?.[0].split('.') ?? null,
  compare: (a, b) => compareLists(a, b, '0', compareDigits),
};
