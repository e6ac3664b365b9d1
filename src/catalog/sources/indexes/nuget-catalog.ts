import type { Json, JsonObject } from '../../../model/document.js';
import type { Feed } from '../feed.js';
import { optionalObjects, readingRecord, requiredObject, requiredText, SchemaDrift } from '../schema-drift.js';
import { listedPackage } from './listed-package.js';
import { instantKey, publicationLog, type LogPage } from './publication-log.js';

const address = 'https://api.nuget.org/v3/catalog0/';

/** A page of the catalogue, by what its index says of it. */
interface ListedPage {
  readonly url: string;
  readonly through: string;
  readonly key: string;
}

/** Everything that happened on nuget.org (learn.microsoft.com/nuget/api/catalog-resource): an index of pages of events. */
export const nugetCatalog = publicationLog({
  name: 'nuget-catalog',
  address,
  async open(feed) {
    const pages = listedPages(await documentOf(feed, `${address}index.json`));
    return async (through) => {
      const after = through === null ? '' : instantKey(through);
      const at = pages.findIndex(({ key }) => key > after);
      if (at < 0) return null;
      return pageOf(await documentOf(feed, pages[at]!.url), { after, isLast: at === pages.length - 1 });
    };
  },
  recordsOf: (name, versions) => listedPackage({ type: 'nuget', name, versions }),
});

function listedPages(index: JsonObject): ListedPage[] {
  const pages = optionalObjects(index, 'items').map((item) => {
    const [url, through] = [requiredText(item, '@id'), requiredText(item, 'commitTimeStamp')];
    if (!url.startsWith(address)) throw new SchemaDrift(`index.json: ${url.slice(0, 200)} is not a page of ${address}`);
    return { url, through, key: instantKey(through) };
  });
  if (pages.length === 0) throw new SchemaDrift('index.json: there are no "items"');
  return pages.sort((one, other) => (one.key < other.key ? -1 : 1));
}

function pageOf(page: JsonObject, { after, isLast }: { after: string; isLast: boolean }): LogPage {
  const events = optionalObjects(page, 'items').map((item) => {
    const at = requiredText(item, 'commitTimeStamp');
    return { item, at, key: instantKey(at) };
  });
  const newest = events.reduce((one, other) => (other.key > one.key ? other : one), { at: '', key: '' });
  if (newest.key <= after) throw new SchemaDrift('a page has nothing as new as the index says');
  const publications = events
    .filter(({ item, key }) => key > after && item['@type'] === 'nuget:PackageDetails')
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ item }) => ({ name: requiredText(item, 'nuget:id'), version: requiredText(item, 'nuget:version') }));
  return { publications, through: newest.at, isLast };
}

async function documentOf(feed: Feed, url: string): Promise<JsonObject> {
  const text = await feed.text(url);
  return readingRecord({ file: url.slice(address.length), record: 'the document' }, () =>
    requiredObject(JSON.parse(text) as Json, 'it'),
  );
}
