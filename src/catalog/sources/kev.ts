import { readFile } from 'node:fs/promises';
import type { Json, JsonObject } from '../../model/document.js';
import { isObject, objectsOf, optionalText, textOf } from '../../model/json.js';
import type { CatalogRecord } from '../loading/records.js';
import type { RemoteSource } from './source.js';

/** CISA's catalogue of known exploited vulnerabilities, a JSON document of a few megabytes. */
export const kevSource: RemoteSource = {
  name: 'kev',
  address: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  license: { name: 'CC0-1.0', url: 'https://www.cisa.gov/sites/default/files/licenses/kev/license.txt' },
  covers: [{ kind: 'exploited', scopes: ['cve'], completeSince: '2021-11-03' }],
  maxBytes: 64 * 1024 * 1024,
  async *read(file) {
    const document = JSON.parse(await readFile(file, 'utf8')) as Json;
    const entries = isObject(document) ? objectsOf(document.vulnerabilities) : [];
    if (!entries.some((entry) => optionalText(entry.cveID)))
      throw new Error('The file is not a catalogue of exploited vulnerabilities');
    yield entries.map(exploitedRecord);
  },
};

export function exploitedRecord(entry: JsonObject): CatalogRecord {
  return {
    kind: 'exploited',
    cve: textOf(entry.cveID),
    addedOn: optionalText(entry.dateAdded),
    dueOn: optionalText(entry.dueDate),
    ransomware: entry.knownRansomwareCampaignUse === 'Known',
    record: entry,
  };
}
