/** Separates the path of an archive from the path of a file in it, as in Java URLs: `app.jar!/x.xml`. */
export const archiveSeparator = '!/';

/** Prefix of the innermost archive of a path: `app.jar!/lib/x.jar!/`; empty for the outermost. */
export function archivePrefix(path: string): string {
  const at = path.lastIndexOf(archiveSeparator);
  return at < 0 ? '' : path.slice(0, at + archiveSeparator.length);
}

/** File name of the archive with this prefix; empty for the outermost. */
export const archiveNameOfPrefix = (prefix: string): string => /([^/]*)!\/$/.exec(prefix)?.[1] ?? '';

/** Prefix of the enclosing archive; null for the outermost. */
export function outerPrefix(prefix: string): string | null {
  return prefix === '' ? null : archivePrefix(prefix.slice(0, -archiveSeparator.length));
}
