import { text as readText } from 'node:stream/consumers';
import type { Json } from '../../model/document.js';
import type { CatalogRecord } from '../loading/records.js';
import { filesOf } from './archive.js';
import { isObject, text } from './json-fields.js';
import { osvRecord } from './osv-record.js';
import type { RemoteSource } from './source.js';

/** An advisory is some kilobytes; the longest lists of versions make megabytes of it. */
const maxRecordBytes = 32 * 1024 * 1024;
const recordsPerBatch = 1_000;

/** Ecosystems as the OSV database names its folders, by the end of the source's name. */
const ecosystems = {
  ...{ npm: 'npm', pypi: 'PyPI', go: 'Go', maven: 'Maven', gem: 'RubyGems', cargo: 'crates.io' },
  ...{ composer: 'Packagist', nuget: 'NuGet', hex: 'Hex', pub: 'Pub', swift: 'SwiftURL', cran: 'CRAN' },
  ...{ hackage: 'Hackage', bitnami: 'Bitnami', 'github-actions': 'GitHub Actions', git: 'GIT' },
  ...{ alpine: 'Alpine', wolfi: 'Wolfi', chainguard: 'Chainguard', debian: 'Debian', ubuntu: 'Ubuntu' },
  ...{ almalinux: 'AlmaLinux', 'red-hat': 'Red Hat', 'rocky-linux': 'Rocky Linux', suse: 'SUSE', opensuse: 'openSUSE' },
};

/** The name of the archive that holds the advisories of a purl type; null where there is none. */
export function osvSourceFor(purlType: string): string | null {
  const name = purlType === 'golang' ? 'go' : purlType;
  return Object.hasOwn(ecosystems, name) ? `osv-${name}` : null;
}

/** The OSV database's archives, one for each ecosystem: a zip of JSON documents, one for each advisory. */
export const osvSources: readonly RemoteSource[] = Object.entries(ecosystems).map(([name, folder]) => ({
  name: `osv-${name}`,
  address: `https://osv-vulnerabilities.storage.googleapis.com/${encodeURIComponent(folder)}/all.zip`,
  maxBytes: 2 * 1024 * 1024 * 1024,
  read: readArchive,
}));

async function* readArchive(
  file: string,
  onEntries: (done: number, total: number) => void,
): AsyncIterable<readonly CatalogRecord[]> {
  let batch: CatalogRecord[] = [];
  let any = false;
  for await (const { name, size, index: place, total, open } of filesOf(file)) {
    any = true;
    if (!name.endsWith('.json')) continue;
    if (size > maxRecordBytes) throw new Error(`${name} is larger than any advisory`);
    const record = JSON.parse(await readText(await open())) as Json;
    if (!isObject(record) || !text(record.id)) throw new Error(`${name} is no OSV record`);
    batch.push(osvRecord(record));
    if (batch.length < recordsPerBatch) continue;
    onEntries(place, total);
    yield batch;
    batch = [];
  }
  if (!any) throw new Error('The archive holds no advisories');
  yield batch;
}
