import type { JsonObject } from '../../model/document.js';
import { advisoryPackages } from '../../model/distribution-names.js';
import { isObject, optionalText, textOf } from '../../model/json.js';
import { isOsvQueryable } from '../../model/osv-package.js';
import { purlWithoutVersion } from '../../model/purl.js';
import type { CatalogRecord } from '../loading/records.js';
import { osvRecord } from '../sources/osv-record.js';
import { UnexpectedAnswer, type LiveSource } from './live-source.js';

/** No package has so many pages of advisories. */
const maxPages = 20;

/** The OSV database, POST /v1/query (google.github.io/osv.dev/api): the advisories of all versions of a package. */
export const osvQuery: LiveSource = {
  name: 'osv',
  baseUrl: 'https://api.osv.dev',
  requestsPerSecond: 10,
  answers: 'advisories',
  subjectsOf: (purl) => advisoryPackages(purl).filter(isOsvQueryable),
  async lookUp(ask, subject) {
    if (subject.kind !== 'package') return null;
    const query: JsonObject = { package: { purl: purlWithoutVersion(subject.purl) } };
    const records: CatalogRecord[] = [];
    let token = '';
    for (let page = 0; page < maxPages; page += 1) {
      const answer = await ask('/v1/query', token === '' ? query : { ...query, page_token: token });
      if (!isObject(answer)) throw new UnexpectedAnswer('The answer to a query is not an object');
      const vulnerabilities = answer.vulns ?? [];
      if (!Array.isArray(vulnerabilities)) throw new UnexpectedAnswer('The answer to a query lists no vulnerabilities');
      for (const record of vulnerabilities) {
        if (!isObject(record) || !optionalText(record.id)) throw new UnexpectedAnswer('A vulnerability without an id');
        records.push(osvRecord(record));
      }
      token = textOf(answer.next_page_token);
      if (token === '') return { records };
    }
    throw new UnexpectedAnswer(`The answer to a query has more than ${maxPages} pages`);
  },
};
