import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { manifestText } from '../reading/text-file.js';
import { distributionOf, unknownDistribution } from './distribution.js';
import { rpmNamespace } from './rpm-database.js';

const inRoot = /(?:^|(?<=\/))var\/lib\/rpmmanifest\/container-manifest-2$/;

/** What images of Azure Linux without a package manager have in the place of the database of rpm: a line for each package. */
export const rpmManifest: ManifestKind = {
  id: 'rpm-manifest',
  ecosystem: 'rpm',
  nature: 'locked',
  files: ['var/lib/rpmmanifest/container-manifest-2'],
  matches: (path) => inRoot.test(path),
  read,
};

/** Fields are separated by tabs; `(none)` stands for none. */
async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const distribution = await distributionOf(file, inRoot);
  if (distribution === null) out.addWarning(1, unknownDistribution);
  const namespace = rpmNamespace(distribution?.id ?? '');
  for (const [index, text] of (await manifestText(file.bytes)).split('\n').entries()) {
    if (text.trim() === '') continue;
    const fields = text.split('\t').map((field) => (field.trim() === '(none)' ? '' : field.trim()));
    const [name = '', version = '', , , , , , arch = '', epoch = '', upstream = ''] = fields;
    if (fields.length < 8 || name === '') {
      out.addLoss(index + 1, `This line is no package of rpm: ${text.slice(0, 80)}`);
      continue;
    }
    const qualifiers = { arch, epoch: epoch === '0' ? '' : epoch, upstream, distro: distribution?.name ?? '' };
    const purl = namespace !== '' && { purl: { type: 'rpm', namespace, name, version, qualifiers } };
    out.addComponent({ ecosystem: 'rpm', name, version, line: index + 1, scope: 'runtime', ...purl });
  }
}
