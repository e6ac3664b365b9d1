import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { goComponent, parseGoSum } from './go-package.js';

/**
 * go.sum without a go.mod in the same folder. Beside a go.mod it only pins modules, including some that are not used.
 */
export const goSum: ManifestKind = {
  id: 'go-sum',
  ecosystem: 'golang',
  nature: 'locked',
  files: ['go.sum'],
  matches: (path) => baseName(path) === 'go.sum',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const folder = folderOf(file.path);
  if (await file.tree.read(folder === '' ? 'go.mod' : `${folder}/go.mod`)) return;
  const sums = parseGoSum(await manifestText(file.bytes), (line) => out.addLoss(line, 'This is no line of a go.sum'));
  for (const { path, version, hash, line } of sums) out.addComponent(goComponent(path, version, line, hash));
}
