import { readFile } from 'node:fs/promises';
import type { Json } from '../../../model/document.js';
import { requiredObject, SchemaDrift, optionalTexts } from '../schema-drift.js';
import type { RemoteSource } from '../source.js';
import { listedPackage } from './listed-package.js';

const recordsPerBatch = 5_000;

/** The names of all packages of Packagist (packagist.org/apidoc); the list has no versions. */
export const packagistIndex: RemoteSource = {
  name: 'packagist-index',
  address: 'https://packagist.org/packages/list.json',
  // One line of JSON, read at once: 450,000 names have 12 MB.
  maxBytes: 128 * 1024 * 1024,
  isIndex: true,
  async *read(file, onBytes) {
    const document = requiredObject(JSON.parse(await readFile(file, 'utf8')) as Json, 'the list');
    const names = optionalTexts(document, 'packageNames');
    if (names.length === 0) throw new SchemaDrift('there is no "packageNames"');
    for (let start = 0; start < names.length; start += recordsPerBatch) {
      onBytes(start, names.length);
      yield names.slice(start, start + recordsPerBatch).flatMap((text) => {
        const [namespace = '', name = ''] = text.split('/');
        return listedPackage({ type: 'composer', namespace, name });
      });
    }
  },
};
