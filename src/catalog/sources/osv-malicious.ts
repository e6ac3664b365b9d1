import type { Json } from '../../model/document.js';
import type { CatalogRecord } from '../loading/records.js';
import { osvRecord } from './osv-record.js';
import { readingRecord, requiredObject, requiredText, SchemaDrift } from './schema-drift.js';
import type { RemoteSource } from './source.js';
import { tarFiles } from './tar-files.js';

const maxRecordBytes = 16 * 1024 * 1024;
const recordsPerBatch = 2_000;

/**
 * Malicious packages as the Open Source Security Foundation collects them (github.com/ossf/malicious-packages): OSV
 * records named MAL-…, withdrawn ones included.
 */
export const osvMaliciousSource: RemoteSource = {
  name: 'osv-malicious',
  address: 'https://github.com/ossf/malicious-packages/archive/refs/heads/main.tar.gz',
  license: { name: 'Apache-2.0', url: 'https://github.com/ossf/malicious-packages/blob/main/LICENSE' },
  covers: [
    {
      kind: 'malicious',
      scopes: ['npm', 'pypi', 'gem', 'cargo', 'golang', 'maven', 'nuget', 'vscode-extension'].map(
        (type) => `pkg:${type}`,
      ),
      completeSince: '2023-10-01',
    },
  ],
  maxBytes: 2 * 1024 * 1024 * 1024,
  async *read(file, onBytes) {
    let batch: CatalogRecord[] = [];
    let any = false;
    for await (const { name, size, content } of tarFiles(file, onBytes)) {
      if (!/\/MAL-[\w-]+\.json$/.test(name)) continue;
      if (size > maxRecordBytes) throw new SchemaDrift(`${name}: it is larger than any record of a malicious package`);
      any = true;
      const record = await content();
      batch.push(readingRecord({ file: 'main.tar.gz', record: name }, () => maliciousRecord(record)));
      if (batch.length < recordsPerBatch) continue;
      yield batch;
      batch = [];
    }
    if (!any) throw new SchemaDrift('main.tar.gz: it holds no records of malicious packages');
    yield batch;
  },
};

function maliciousRecord(content: string): CatalogRecord {
  const record = requiredObject(JSON.parse(content) as Json, 'it');
  if (!requiredText(record, 'id').startsWith('MAL-')) throw new SchemaDrift('"id" does not begin with MAL-');
  if (!Array.isArray(record.affected)) throw new SchemaDrift('"affected" is not a list');
  return osvRecord(record);
}
