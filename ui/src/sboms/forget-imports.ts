/** Of what this tab keeps of files on their way, by organization and user. */
export const importPrefix = 'imports ';

/** Their names are for nobody who signs in afterwards. */
export function forgetImports(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(importPrefix)) sessionStorage.removeItem(name);
}
