import type { CatalogRecord } from '../../loading/records.js';
import { SchemaDrift } from '../schema-drift.js';
import type { RemoteSource } from '../source.js';
import { tarFiles } from '../tar-files.js';
import { csvRows } from './csv-rows.js';
import { listedPackage } from './listed-package.js';

/**
 * All crates with repository and versions: the daily dump of crates.io's database (crates.io/data-access), a tar archive
 * of CSV files, `crates.csv` before `versions.csv`.
 */
export const cratesDump: RemoteSource = {
  name: 'crates-dump',
  address: 'https://static.crates.io/db-dump.tar.gz',
  maxBytes: 8 * 1024 * 1024 * 1024,
  isIndex: true,
  async *read(file, onBytes) {
    const names = new Map<string, string>();
    let hasVersions = false;
    for await (const { name, texts } of tarFiles(file, onBytes)) {
      const isVersions = /\/data\/versions\.csv$/.test(name);
      if (!isVersions && !/\/data\/crates\.csv$/.test(name)) continue;
      if (isVersions && names.size === 0) throw new SchemaDrift('versions.csv comes before any crate');
      hasVersions ||= isVersions;
      for await (const rows of csvRows(texts()))
        yield rows.flatMap((row) => (isVersions ? versionRecords(row, names) : crateRecords(row, names)));
    }
    if (!hasVersions) throw new SchemaDrift('the archive holds no crates with versions');
  },
};

type Row = ReadonlyMap<string, string>;

function crateRecords(row: Row, names: Map<string, string>): CatalogRecord[] {
  const [id, name] = [row.get('id') ?? '', row.get('name') ?? ''];
  if (id === '' || name === '') throw new SchemaDrift('crates.csv: a row has no "id" or no "name"');
  names.set(id, name);
  return listedPackage({
    type: 'cargo',
    name,
    homepage: row.get('homepage') || undefined,
    repositoryUrl: row.get('repository') || undefined,
  });
}

/** A version that was yanked may still be in use. */
function versionRecords(row: Row, names: ReadonlyMap<string, string>): CatalogRecord[] {
  const [id, version] = [row.get('crate_id'), row.get('num')];
  if (id === undefined || version === undefined)
    throw new SchemaDrift('versions.csv: a row has no "crate_id" or "num"');
  const name = names.get(id);
  return name === undefined ? [] : listedPackage({ type: 'cargo', name, versions: [version] });
}
