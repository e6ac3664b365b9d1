import { cpeKey, cpeOrNull } from '../../model/cpe.js';
import { plainCpeValue } from '../../model/cpe-name.js';
import type { Json, JsonObject } from '../../model/document.js';
import { isObject, objectsOf, optionalText, textOf } from '../../model/json.js';
import { repositoryOrNull } from '../../model/repository.js';
import type { CatalogRecord } from '../loading/records.js';
/** Kinds of reference that are not addresses of the product. */
const elsewhere = new Set(['advisory']);

/**
 * What one entry of NVD's CPE dictionary says (csrc.nist.gov/schema/nvd/api/2.0/cpe_api_json_2.0.schema, "products"):
 * the product with this version, and the repositories among its references. Empty for other JSON.
 */
export function nvdCpeRecords(product: Json): CatalogRecord[] {
  const entry = isObject(product) && isObject(product.cpe ?? null) ? (product.cpe as JsonObject) : {};
  const name = textOf(entry.cpeName);
  const cpe = cpeOrNull(name);
  const key = cpe && cpeKey(cpe);
  if (!cpe || !key) return [];
  const [version, update] = [plainCpeValue(cpe.version), plainCpeValue(cpe.update)];
  const target = plainCpeValue(cpe.targetSw);
  const references = objectsOf(entry.refs).filter(({ type }) => !elsewhere.has(textOf(type).toLowerCase()));
  const urls = references.flatMap(({ ref }) => optionalText(ref) ?? []);
  return [
    {
      kind: 'product',
      cpe: name,
      title: productTitle(objectsOf(entry.titles), [version, update]),
      targetSoftware: target === '' ? [] : [target],
      versions: version === '' ? [] : [version],
      deprecated: entry.deprecated === true,
      deprecatedBy: successors(objectsOf(entry.deprecatedBy), key),
      referenceUrls: urls,
      weight: 1,
    },
    ...repositoriesOf(urls).map((url) => ({ kind: 'link', from: url, to: name, relation: 'same' }) as const),
  ];
}

/** The English title, or the first, without the final version ("Apache Log4j 2.0 beta9" → "Apache Log4j"). */
function productTitle(titles: readonly JsonObject[], ending: readonly string[]): string | undefined {
  const title = optionalText((titles.find(({ lang }) => lang === 'en') ?? titles[0])?.title)?.trim();
  if (!title) return undefined;
  const words = title.split(/\s+/);
  const versionParts = new Set(ending.filter((word) => word !== '').map((word) => word.toLowerCase()));
  while (words.length > 1 && isVersionWord(words.at(-1)!, versionParts)) words.pop();
  return words.join(' ');
}

const isVersionWord = (word: string, versionParts: ReadonlySet<string>): boolean =>
  versionParts.has(word.toLowerCase()) ||
  versionParts.has(word.toLowerCase().replace(/^v/, '')) ||
  /^(?:version|-)$/i.test(word);

/** Keys of products that replace this one; another spelling of its own name is not one of them. */
const successors = (entries: readonly JsonObject[], own: string): string[] => [
  ...new Set(
    entries.flatMap(({ cpeName }) => {
      const cpe = cpeOrNull(textOf(cpeName));
      const key = cpe && cpeKey(cpe);
      return key && key !== own ? [key] : [];
    }),
  ),
];

const repositoriesOf = (urls: readonly string[]): string[] => [
  ...new Set(urls.flatMap((url) => repositoryOrNull(url)?.url ?? [])),
];
