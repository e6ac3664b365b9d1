/** A container image by its reference (`registry/group/name:tag@digest`). */
export interface ImageReference {
  /** Empty: Docker Hub. */
  readonly registry: string;
  /** Empty: none, or Docker Hub's own ("library"). */
  readonly group: string;
  readonly name: string;
  /** Empty: none is written. */
  readonly tag: string;
  readonly digest: string;
}

/** Null for what is no reference. A first segment is a registry if it looks like a host (OCI distribution). */
export function parseImageReference(reference: string): ImageReference | null {
  const [tagged = '', digest = ''] = reference.slice(0, 1_024).split('@', 2);
  const colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
  const path = colon < 0 ? tagged : tagged.slice(0, colon);
  const tag = colon < 0 ? '' : tagged.slice(colon + 1);
  if (!/^[\w.-]+(?::\d+)?(?:\/[\w.-]+)*$/.test(path) || !/^[\w.-]*$/.test(tag)) return null;
  if (digest !== '' && !/^[a-z0-9]+:[0-9a-f]{32,128}$/.test(digest)) return null;
  const segments = path.split('/');
  const isHost = segments.length > 1 && (/[.:]/.test(segments[0]!) || segments[0] === 'localhost');
  const host = isHost ? segments.shift()! : '';
  const registry = host === 'docker.io' || host === 'index.docker.io' ? '' : host;
  if (registry === '' && segments[0] === 'library') segments.shift();
  const name = segments.pop();
  return name ? { registry, group: segments.join('/'), name, tag, digest } : null;
}
