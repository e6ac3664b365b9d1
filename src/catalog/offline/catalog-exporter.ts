import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { CallerError } from '../../model/errors.js';
import type { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { loadedSources, type SourceRow } from '../sources.repository.js';
import type { SourceProgress } from '../sources/source.js';
import {
  type Manifest,
  manifestFile,
  manifestFormat,
  type ManifestSource,
  manifestVersion,
} from './bundle-manifest.js';
import { fingerprintOf, signFolder, signingKey } from './bundle-signature.js';
import { entryTables, type ExportedTable, exportedRecords, listTables, securityTables } from './exported-records.js';

/** Entries come from many sources at once; this stands for them in a bundle. */
const entriesName = 'entries';

export interface ExportResult {
  readonly sources: readonly ManifestSource[];
  readonly fingerprint: string;
}

interface ExportedSource {
  readonly row: Pick<SourceRow, 'name' | 'origin' | 'covers' | 'data_as_of'>;
  readonly tables: readonly ExportedTable[];
}

/**
 * Writes the catalogue into a folder that `catalog load` takes on another installation: records of each source with its
 * coverage and date, checksums, and their signature.
 *
 * @param keyFile where the signing key lies, or is put
 * @throws CallerError 400 where the folder holds something already
 */
export async function exportCatalog(
  database: Database,
  { folder, keyFile }: { readonly folder: string; readonly keyFile: string },
  onProgress: (progress: SourceProgress) => void,
): Promise<ExportResult> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new CallerError(400, `The folder ${folder} is not empty: name a new one`);
  mkdirSync(join(folder, 'records'), { recursive: true });
  const sources = await database.snapshot('system', async (sql) => {
    const written: ManifestSource[] = [];
    for (const source of await exportedSources(sql)) {
      onProgress({ step: `write ${source.row.name}`, done: 0, total: 0 });
      const one = await writeSource(sql, folder, source);
      if (one.records > 0) written.push(one);
    }
    return written;
  });
  const manifest: Manifest = {
    format: manifestFormat,
    version: manifestVersion,
    createdAt: new Date().toISOString(),
    sources,
  };
  writeFileSync(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
  onProgress({ step: 'sign', done: 0, total: 0 });
  const key = signingKey(keyFile);
  await signFolder(folder, [manifestFile, ...sources.map(({ file }) => file)], key);
  return { sources, fingerprint: fingerprintOf(key) };
}

/** Entries, then every source that was loaded whole, then the lists that a bundle of several sources brought. */
async function exportedSources(sql: Sql): Promise<ExportedSource[]> {
  const loaded = (await loadedSources(sql)).filter(({ loaded_at }) => loaded_at !== null);
  const own = loaded.map((row) => ({ row, tables: listTables[row.name] ? [listTables[row.name]!] : securityTables }));
  const brought = Object.keys(listTables).flatMap((name) => broughtList(name, loaded));
  const entries = { name: entriesName, origin: 'catalogue', covers: [], data_as_of: null };
  return [{ row: entries, tables: entryTables }, ...own, ...brought];
}

const kindOfList: Readonly<Record<string, string>> = {
  kev: 'exploited',
  epss: 'exploit_probability',
  endoflife: 'end_of_life',
};

function broughtList(name: string, loaded: readonly SourceRow[]): ExportedSource[] {
  if (loaded.some((row) => row.name === name)) return [];
  const by = loaded.find(({ covers }) => covers.some(({ kind }) => kind === kindOfList[name]));
  if (!by) return [];
  const covers = by.covers.filter(({ kind }) => kind === kindOfList[name]);
  return [{ row: { ...by, name, covers }, tables: [listTables[name]!] }];
}

async function writeSource(sql: Sql, folder: string, { row, tables }: ExportedSource): Promise<ManifestSource> {
  const file = `records/${row.name}.ndjson.gz`;
  const gzip = createGzip();
  const out = createWriteStream(join(folder, file));
  gzip.pipe(out);
  let records = 0;
  for (const table of tables)
    for await (const batch of exportedRecords(sql, table, row.name)) {
      records += batch.length;
      const lines = batch.map((one) => `${JSON.stringify(one)}\n`).join('');
      if (!gzip.write(lines)) await once(gzip, 'drain');
    }
  gzip.end();
  await finished(out);
  const { name, origin, covers, data_as_of } = row;
  return { name, origin: withoutFolder(origin), covers, dataAsOf: data_as_of?.toISOString() ?? null, file, records };
}

/** An address as it is; of a folder of this machine only its name. */
const withoutFolder = (origin: string): string => (/^[a-z][a-z0-9+.-]*:\/\//i.test(origin) ? origin : basename(origin));
