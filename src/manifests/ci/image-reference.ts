import type { ManifestEntry } from '../contents-builder.js';

/** A container image by its reference (`registry/name:tag@digest`); null if it is none. */
export function imageComponent(reference: string, line: number): ManifestEntry | null {
  const [tagged = '', digest = ''] = reference.slice(0, 1_024).split('@', 2);
  const slash = tagged.lastIndexOf('/');
  const colon = tagged.indexOf(':', slash + 1);
  const path = colon < 0 ? tagged : tagged.slice(0, colon);
  const tag = colon < 0 ? '' : tagged.slice(colon + 1);
  if (!/^[\w.-]+(?::\d+)?(?:\/[\w.-]+)*$/.test(path) || !/^[\w.-]*$/.test(tag)) return null;
  if (digest !== '' && !/^[a-z0-9]+:[0-9a-f]{32,128}$/.test(digest)) return null;
  const segments = path.split('/');
  // The first segment is a registry if it looks like a host; otherwise the image is from Docker Hub.
  const isHost = segments.length > 1 && (/[.:]/.test(segments[0]!) || segments[0] === 'localhost');
  const host = isHost ? segments.shift()! : '';
  const isHub = host === '' || host === 'docker.io' || host === 'index.docker.io';
  if (isHub && segments[0] === 'library') segments.shift();
  const name = segments.pop();
  if (!name) return null;
  const group = segments.join('/');
  const version = digest || tag || 'latest';
  const qualifiers = { repository_url: isHub ? '' : host, ...(digest !== '' && tag !== '' ? { tag } : {}) };
  const [algorithm, value = ''] = digest.split(':', 2);
  return {
    ecosystem: 'docker',
    group,
    name,
    version,
    purl: { type: 'docker', namespace: group, name, version, qualifiers },
    hashes: algorithm === 'sha256' ? [{ algorithm: 'SHA-256', value }] : [],
    line,
  };
}

interface ImageParts {
  /** With its registry. */
  readonly name: string;
  readonly tag: string;
  readonly digest: string;
}

/** A container image by its parts; without tag and digest something else says its version. */
export function imageOfParts({ name, tag, digest }: ImageParts, line: number): ManifestEntry | null {
  const found = imageComponent(`${name}${tag === '' ? '' : `:${tag}`}${digest === '' ? '' : `@${digest}`}`, line);
  if (!found?.purl || tag !== '' || digest !== '') return found;
  return { ...found, version: '', purl: { ...found.purl, version: '' } };
}
