import { joinPath } from '../../manifests/paths.js';

/** Nobody's links are deeper. */
const maxHops = 10;
const maxSegments = 64;

/** The path that a path leads to, through links to files and folders; undefined if it is none, or in a circle. */
export function linkTarget(path: string, links: ReadonlyMap<string, string>): string | undefined {
  let current = path;
  for (let hops = 0; hops < maxHops; hops += 1) {
    const segments = current.split('/', maxSegments + 1);
    if (segments.length > maxSegments) return undefined;
    const at = segments.findIndex((_, index) => links.has(segments.slice(0, index + 1).join('/')));
    if (at < 0) return current;
    const target = links.get(segments.slice(0, at + 1).join('/'))!;
    // An absolute target, and one that leads out, start at the root of the archive.
    const folder = target.startsWith('/') ? '' : segments.slice(0, at).join('/');
    const start = joinPath(folder, target) ?? joinPath('', target.replace(/^(?:\.\.\/)+/, '')) ?? '';
    current = [start, ...segments.slice(at + 1)].filter((part) => part !== '').join('/');
  }
  return undefined;
}
