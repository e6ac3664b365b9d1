import type { CatalogRecord } from '../loading/records.js';
import { linesOf } from './lines.js';
import type { RemoteSource } from './source.js';

/** FIRST's daily exploit predictions, a gzipped CSV of a few hundred thousand lines. */
export const epssSource: RemoteSource = {
  name: 'epss',
  address: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
  license: {
    name: 'EPSS',
    url: 'https://www.first.org/epss/',
    notice: 'EPSS scores of FIRST.org (https://www.first.org/epss).',
  },
  covers: [{ kind: 'exploit_probability', scopes: ['cve'], completeSince: '1999-01-01' }],
  maxBytes: 256 * 1024 * 1024,
  async *read(file, onBytes) {
    let any = false;
    for await (const lines of linesOf(file, onBytes)) {
      const records = lines.flatMap(predictionRecords);
      any ||= records.length > 0;
      yield records;
    }
    if (!any) throw new Error('The file is not a list of exploit predictions');
  },
};

/** Reads `cve,epss,percentile`; comment and header give no records. */
export function predictionRecords(line: string): CatalogRecord[] {
  const [cve = '', probability = '', percentile = ''] = line.trim().split(',');
  const values = [Number(probability), Number(percentile)] as const;
  // An empty probability is not known, and no 0.
  if (probability === '' || !/^CVE-\d{4}-\d+$/.test(cve) || !values.every((value) => value >= 0 && value <= 1))
    return [];
  return [{ kind: 'exploit-prediction', cve, probability: values[0], percentile: values[1] }];
}
