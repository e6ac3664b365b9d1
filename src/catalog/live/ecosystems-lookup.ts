import type { Json } from '../../model/document.js';
import { isObject, optionalText, textOf } from '../../model/json.js';
import { purlKey, purlOrNull, purlWithoutVersion, type Purl } from '../../model/purl.js';
import type { CatalogRecord } from '../loading/records.js';
import { UnexpectedAnswer, type LiveSource } from './live-source.js';

/** ecosyste.ms (CC-BY-SA-4.0): one package of any registry, by purl. */
export const ecosystemsLookup: LiveSource = {
  name: 'ecosyste.ms',
  baseUrl: 'https://packages.ecosyste.ms',
  requestsPerSecond: 1,
  answers: 'packages',
  async lookUp(ask, subject) {
    if (subject.kind !== 'package') return null;
    const answer = await ask(`/api/v1/packages/lookup?purl=${encodeURIComponent(purlWithoutVersion(subject.purl))}`);
    const records = answer === null ? [] : packageRecords(subject.purl, answer);
    return records.length === 0 ? null : { records };
  },
};

/** The records of the requested package; the answer may list others. */
export function packageRecords(requested: Purl, answer: Json): CatalogRecord[] {
  if (!Array.isArray(answer)) throw new UnexpectedAnswer('The answer to a lookup is not a list');
  return answer.flatMap((found): CatalogRecord[] => {
    if (!isObject(found) || !optionalText(found.name)) throw new UnexpectedAnswer('A package without a name');
    const purl = purlOrNull(textOf(found.purl));
    if (!purl || purlKey(purl) !== purlKey(requested)) return [];
    const latestVersion = optionalText(found.latest_release_number);
    return [
      {
        kind: 'package',
        purl: purlWithoutVersion(purl),
        weight: 1,
        latestVersion,
        versions: latestVersion ? [latestVersion] : [],
        repositoryUrl: optionalText(found.repository_url),
        homepage: optionalText(found.homepage),
      },
    ];
  });
}
