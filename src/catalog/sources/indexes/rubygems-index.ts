import { linesOf } from '../lines.js';
import { SchemaDrift } from '../schema-drift.js';
import type { RemoteSource } from '../source.js';
import type { CatalogRecord } from '../../loading/records.js';
import { listedPackage } from './listed-package.js';

/**
 * All gems with their versions: the file that Bundler's compact index names `versions` (guides.rubygems.org,
 * compact index API). It only ever grows: a later line of a gem adds to the earlier ones.
 */
export const rubygemsIndex: RemoteSource = {
  name: 'rubygems-index',
  address: 'https://index.rubygems.org/versions',
  maxBytes: 512 * 1024 * 1024,
  isIndex: true,
  async *read(file, onBytes) {
    let header = '';
    for await (const lines of linesOf(file, onBytes)) {
      if (header === '') header = lines[0] ?? '';
      if (!header.startsWith('created_at:')) throw new SchemaDrift('the file is not a compact index of gems');
      yield lines.flatMap(gemRecords);
    }
    if (header === '') throw new SchemaDrift('the file is empty');
  },
};

/** Reads `name 1.0,1.1-java,-0.9 CHECKSUM`; versions with a minus were taken back, those with a platform name it. */
export function gemRecords(line: string): CatalogRecord[] {
  const [, name = '', listed = ''] = /^([A-Za-z0-9][\w.-]*) (\S+) [0-9a-f]{32}\s*$/.exec(line) ?? [];
  if (name === '') return [];
  const versions = new Set(
    listed.split(',').flatMap((version) => (version.startsWith('-') ? [] : version.split('-')[0]!)),
  );
  // The newest come last.
  return versions.size === 0
    ? []
    : listedPackage({ type: 'gem', name, versions: [...versions].reverse().slice(0, 60) });
}
