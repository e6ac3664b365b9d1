import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { manifestText } from '../reading/text-file.js';

/**
 * Metadata of a gem: `metadata.gz` is a Gem::Specification as YAML. Its tags name Ruby classes, so it is read line by
 * line; name and version are plain scalars at fixed places.
 */
export const gemMetadata: ManifestKind = {
  id: 'gem-metadata',
  ecosystem: 'gem',
  nature: 'locked',
  files: ['*.gem'],
  matches: (path) => /(?:^|!\/)metadata\.gz!\/metadata$/.test(path),
  read,
};

async function read({ bytes }: ManifestFile, out: ContentsBuilder): Promise<void> {
  const lines = (await manifestText(bytes)).split('\n').map((line) => line.trimEnd());
  if (!lines[0]?.includes('!ruby/object:Gem::Specification')) return;
  const name = scalar(lines.find((line) => line.startsWith('name: ')) ?? '');
  const at = lines.findIndex((line) => line.startsWith('version: !ruby/object:Gem::Version'));
  const version = at < 0 ? '' : scalar(lines[at + 1] ?? '');
  const platform = scalar(lines.find((line) => line.startsWith('platform: ')) ?? '');
  const qualifiers = { platform: platform === 'ruby' ? '' : platform };
  out.addComponent({ ecosystem: 'gem', name, version, purl: { type: 'gem', name, version, qualifiers }, line: 1 });
}

/** Value of `key: value`, quoted or not. */
function scalar(line: string): string {
  const value = line.slice(line.indexOf(': ') + 2).trim();
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}
