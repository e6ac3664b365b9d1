import { FormatError } from '../../formats/format.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName } from '../paths.js';
import { manifestText } from '../reading/text-file.js';
import { readYarnBerry } from './yarn-berry.js';
import { readYarnClassic } from './yarn-classic.js';

/** yarn.lock of yarn 1, or of yarn 2 and later ("berry"): same name, different syntax. */
export const yarnLock: ManifestKind = {
  id: 'yarn-lock',
  ecosystem: 'npm',
  nature: 'locked',
  files: ['yarn.lock'],
  matches: (path) => baseName(path) === 'yarn.lock',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const text = await manifestText(file.bytes);
  if (/^__metadata:/m.test(text)) return readYarnBerry(file, out);
  if (!/^# yarn lockfile v1\b/m.test(text) && !/^\S.*:\s*$/m.test(text) && text.trim() !== '')
    throw new FormatError('invalid', 'This is no lock file of yarn');
  return readYarnClassic(text, file, out);
}
