import { parseImageReference } from '../../model/image-reference.js';
import type { ManifestEntry } from '../contents-builder.js';

/** A container image by its reference (`registry/name:tag@digest`); null if it is none. */
export function imageComponent(reference: string, line: number): ManifestEntry | null {
  const image = parseImageReference(reference);
  if (image === null) return null;
  const { registry, group, name, tag, digest } = image;
  const version = digest || tag || 'latest';
  const qualifiers = { repository_url: registry, ...(digest !== '' && tag !== '' ? { tag } : {}) };
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
