import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { pypiComponent } from '../python/pypi-package.js';
import { manifestText } from '../reading/text-file.js';
import { readHeaders } from './header-lines.js';

/** Core metadata of a wheel, egg, source archive or installed package of Python. */
export const pythonMetadata: ManifestKind = {
  id: 'python-metadata',
  ecosystem: 'pypi',
  nature: 'locked',
  files: ['*.dist-info/METADATA', '*.egg-info/PKG-INFO', 'EGG-INFO/PKG-INFO'],
  matches: (path) => /\.dist-info\/METADATA$|\.egg-info\/PKG-INFO$|(?:^|\/)EGG-INFO\/PKG-INFO$/.test(path),
  read,
};

async function read({ bytes }: ManifestFile, out: ContentsBuilder): Promise<void> {
  const headers = readHeaders(await manifestText(bytes));
  const found = pypiComponent({ name: headers.get('name') ?? '', version: headers.get('version') ?? '', line: 1 });
  const license = headers.get('license-expression') ?? '';
  out.addComponent({ ...found, ...(license !== '' && { license }) });
}
