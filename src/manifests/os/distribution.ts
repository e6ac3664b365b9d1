import type { ManifestFile } from '../manifest-kind.js';
import { perPath } from '../reading/per-tree.js';
import { manifestText } from '../reading/text-file.js';

export interface ImageDistribution {
  readonly id: string;
  /** "debian-12". */
  readonly name: string;
}

/** That of the os-release (os-release(5)) of the same root; null without one. */
export const distributionOf = ({ path, tree }: ManifestFile, inRoot: RegExp): Promise<ImageDistribution | null> =>
  distributionBelow(tree, path.replace(inRoot, ''));

const distributionBelow = perPath(async (tree, root): Promise<ImageDistribution | null> => {
  for (const file of ['etc/os-release', 'usr/lib/os-release']) {
    const bytes = await tree.read(`${root}${file}`);
    if (!bytes) continue;
    const fields = new Map(
      (await manifestText(bytes)).split('\n', 200).map((line) => {
        const [name = '', value = ''] = line.split(/=(.*)/s, 2);
        return [name.trim(), value.trim().replace(/^(["'])(.*)\1$/, '$2')];
      }),
    );
    const id = fields.get('ID') ?? '';
    const version = fields.get('VERSION_ID') ?? '';
    if (/^[a-z0-9._-]{1,100}$/.test(id)) return { id, name: version === '' ? id : `${id}-${version}` };
  }
  return null;
});

export const unknownDistribution = 'There is no os-release beside it, so the distribution is unknown';
