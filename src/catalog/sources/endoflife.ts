import { readFile } from 'node:fs/promises';
import type { Json, JsonObject } from '../../model/document.js';
import { isObject, objectsOf, optionalText, textOf } from '../../model/json.js';
import type { CatalogRecord } from '../loading/records.js';
import type { RemoteSource } from './source.js';

/** All products of endoflife.date with their release cycles (API version 1). */
export const endoflifeSource: RemoteSource = {
  name: 'endoflife',
  address: 'https://endoflife.date/api/v1/products/full',
  license: { name: 'MIT', url: 'https://github.com/endoflife-date/endoflife.date/blob/master/LICENSE' },
  // Products that it does not list may have an end of life as well.
  covers: [{ kind: 'end_of_life', scopes: ['*'], completeSince: null }],
  maxBytes: 128 * 1024 * 1024,
  async *read(file) {
    const document = JSON.parse(await readFile(file, 'utf8')) as Json;
    const products = isObject(document) ? objectsOf(document.result) : [];
    if (!products.some((product) => optionalText(product.name) && Array.isArray(product.releases)))
      throw new Error('The file is not a list of products with release cycles');
    yield products.map(productRecord);
  },
};

function productRecord(product: JsonObject): CatalogRecord {
  const slug = textOf(product.name);
  return {
    kind: 'lifecycle',
    slug,
    title: optionalText(product.label) ?? slug,
    category: optionalText(product.category),
    link: isObject(product.links) ? optionalText(product.links.html) : undefined,
    identifiers: objectsOf(product.identifiers).flatMap(({ id }) => optionalText(id) ?? []),
    cycles: objectsOf(product.releases).map(cycleOf),
  };
}

/** A release with the field names of the per-product lists; `support` is false where regular support has ended. */
function cycleOf(release: JsonObject): JsonObject {
  const latest = isObject(release.latest) ? release.latest : {};
  const fields = {
    releaseCycle: release.name,
    releaseLabel: release.label,
    releaseDate: release.releaseDate,
    lts: release.isLts,
    eol: release.eolFrom ?? release.isEol,
    support: release.eoasFrom ?? (typeof release.isEoas === 'boolean' ? !release.isEoas : undefined),
    latest: latest.name,
    latestReleaseDate: latest.date,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;
}
