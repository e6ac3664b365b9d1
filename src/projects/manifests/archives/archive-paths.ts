/** What stands between an archive's path and the path of a file in it, as in the addresses of Java: `app.jar!/x.xml`. */
export const archiveSeparator = '!/';

/** Everything before the files of the archive that a file lies in: `app.jar!/lib/x.jar!/`; empty for the outermost. */
export function archivePrefix(path: string): string {
  const at = path.lastIndexOf(archiveSeparator);
  return at < 0 ? '' : path.slice(0, at + archiveSeparator.length);
}

/** The file name of an archive, by its prefix; empty for the outermost. */
export const archiveNameOfPrefix = (prefix: string): string => /([^/]*)!\/$/.exec(prefix)?.[1] ?? '';

/** The prefix of the archive that an archive lies in; null for the outermost. */
export function outerPrefix(prefix: string): string | null {
  return prefix === '' ? null : archivePrefix(prefix.slice(0, -archiveSeparator.length));
}
