import type { BomHash } from '../../model/document.js';
import { ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { readJsonFile } from '../reading/json-file.js';

/** An installed package of conda (conda's `PrefixRecord`): a file of its own for each, in the `conda-meta` of its environment. */
export const condaInstalled: ManifestKind = {
  id: 'conda-installed',
  ecosystem: 'conda',
  nature: 'locked',
  files: ['conda-meta/*.json'],
  matches: (path) => /(?:^|\/)conda-meta\/[^/]+\.json$/.test(path),
  read,
};

async function read({ bytes }: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root } = await readJsonFile(bytes);
  const of = (member: string): string => textOf(ownMember(root, member));
  const [name, version] = [of('name'), of('version')];
  // Other programs keep settings of the environment there.
  if (name === '' || version === '')
    return out.addWarning(1, 'A file in conda-meta has no name or no version of a package, so it is left out');
  const qualifiers = {
    build: of('build'),
    channel: channelOf(of('channel'), of('subdir')),
    subdir: of('subdir'),
    type: /\.(conda|tar\.bz2)$/.exec(of('fn'))?.[1] ?? '',
  };
  out.addComponent({
    ecosystem: 'conda',
    name,
    version,
    license: of('license'),
    hashes: hashesOf(of('sha256'), of('md5')),
    purl: { type: 'conda', name, version, qualifiers },
    line: 1,
  });
}

/** The name of the channel alone: its address may hold a token (`/t/…/`). */
function channelOf(address: string, subdir: string): string {
  const segments = address.split('/').filter((segment) => segment !== '');
  if (segments.at(-1) === subdir) segments.pop();
  return segments.at(-1) ?? '';
}

function hashesOf(sha256: string, md5: string): BomHash[] {
  if (/^[0-9a-f]{64}$/i.test(sha256)) return [{ algorithm: 'SHA-256', value: sha256.toLowerCase() }];
  return /^[0-9a-f]{32}$/i.test(md5) ? [{ algorithm: 'MD5', value: md5.toLowerCase() }] : [];
}
