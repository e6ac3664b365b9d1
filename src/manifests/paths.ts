/** Paths in a source tree: segments separated by `/`, none before the first; the top is empty. */

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** `path` relative to `folder`; null if it leaves the tree. */
export function joinPath(folder: string, path: string): string | null {
  const segments = path.startsWith('/') || folder === '' ? [] : folder.split('/');
  for (const segment of path.split(/[/\\]/)) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return null;
  }
  return segments.join('/');
}

/**
 * Workspace globs: `*` within a segment, `**` for any segments. Dynamic programming bounds the work by the product of
 * the two lengths.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const segments = path.split('/');
  let reached = new Set([0]);
  for (const part of glob.split('/')) {
    if (part === '' || part === '.') continue;
    const next = new Set<number>();
    for (const at of reached) {
      if (part === '**') for (let to = at; to <= segments.length; to += 1) next.add(to);
      else if (at < segments.length && matchesSegment(segments[at]!, part)) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(segments.length);
}

function matchesSegment(segment: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return segment === pattern;
  if (!segment.startsWith(first)) return false;
  const last = rest.pop()!;
  let at = first.length;
  for (const piece of rest) {
    const found = segment.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return segment.length - last.length >= at && segment.endsWith(last);
}
