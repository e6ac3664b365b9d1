import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { Json, JsonObject } from '../../model/document.js';
import { isObject, objectsOf, optionalText } from '../../model/json.js';
import type { AdvisoryRecord, CatalogRecord } from '../loading/records.js';
import type { Coverage } from '../../model/coverage.js';
import { type CsafDialect, csafRecords } from './csaf-record.js';
import type { Feed, FeedPart, FeedSource, FeedState } from './feed.js';
import { HttpStatusError } from './http-status.js';
import { linesOf } from './lines.js';
import { readingRecord, requiredObject, SchemaDrift } from './schema-drift.js';
import type { SourceLicense } from './source.js';
import { tarFiles } from './tar-files.js';

const maxArchiveBytes = 8 * 1024 * 1024 * 1024;
const maxDocumentBytes = 256 * 1024 * 1024;
const maxListBytes = 256 * 1024 * 1024;
/** More changed documents than this are not fetched one by one where there is an archive of all. */
const maxChanges = 20_000;
const atOnce = 6;
const recordsPerBatch = 200;

export interface CsafPublisher extends CsafDialect {
  /** Address of its provider-metadata.json (CSAF 2.0, 7.1.7). */
  readonly provider: string;
  /** Which of its distributions: a part of the address of the directory or the ROLIE feed. */
  readonly distribution: string;
  readonly license: SourceLicense;
  readonly covers: readonly Coverage[];
}

/** A document that has changed, by its address. */
interface Change {
  readonly url: string;
  readonly at: string;
}

interface Listing {
  readonly changes: readonly Change[];
  readonly deleted: readonly Change[];
  /** An archive of all documents, where the publisher has one. */
  readonly archive: { readonly name: string; readonly url: string; readonly at: string } | null;
}

/**
 * A publisher of CSAF documents (OASIS CSAF 2.0, 7.1): its provider-metadata.json names a directory with `changes.csv`
 * or a ROLIE feed. First all documents are fetched, as an archive where the publisher has one (`archive_latest.txt`),
 * then only those that have changed.
 */
export function csafSource(publisher: CsafPublisher): FeedSource {
  return {
    name: publisher.source,
    address: publisher.provider,
    license: publisher.license,
    covers: publisher.covers,
    async fetch(feed, state) {
      const listing = await listingOf(feed, publisher);
      const through = optionalText(state.through);
      const fresh = since(listing.changes, through);
      const gone = since(listing.deleted, through);
      if (through !== undefined && fresh.length + gone.length === 0) return [];
      const whole = through === undefined || fresh.length > maxChanges ? listing.archive : null;
      if (whole === null) return [await changedPart(feed, publisher, { fresh, gone, state })];
      const archive = await archivePart(feed, publisher, whole);
      const later = since(listing.changes, whole.at);
      const goneLater = since(listing.deleted, whole.at);
      if (later.length + goneLater.length === 0) return [archive];
      return [archive, await changedPart(feed, publisher, { fresh: later, gone: goneLater, state: archive.state })];
    },
  };
}

const since = (changes: readonly Change[], through: string | undefined): Change[] =>
  through === undefined ? [...changes] : changes.filter(({ at }) => Date.parse(at) > Date.parse(through));

async function listingOf(feed: Feed, { provider, distribution }: CsafPublisher): Promise<Listing> {
  const metadata = requiredObject(JSON.parse(await feed.text(provider)) as Json, 'provider-metadata.json');
  for (const one of objectsOf(metadata.distributions)) {
    const directory = optionalText(one.directory_url);
    if (directory?.includes(distribution)) return directoryListing(feed, directory.replace(/\/?$/, '/'));
    const feeds = isObject(one.rolie) ? objectsOf(one.rolie.feeds) : [];
    const rolie = feeds.map(({ url }) => optionalText(url)).find((url) => url?.includes(distribution));
    if (rolie) return rolieListing(feed, rolie);
  }
  throw new SchemaDrift(`provider-metadata.json names no distribution with "${distribution}" in its address`);
}

async function directoryListing(feed: Feed, base: string): Promise<Listing> {
  const changes = changesOf(base, await feed.text(`${base}changes.csv`, maxListBytes), 'changes.csv');
  const deletions = await feedTextOrNull(feed, `${base}deletions.csv`);
  const latest = (await feedTextOrNull(feed, `${base}archive_latest.txt`))?.trim();
  const day = latest === undefined ? undefined : /(\d{4}-\d{2}-\d{2})[^/]*\.tar\.(?:zst|gz)$/.exec(latest)?.[1];
  if (latest !== undefined && (day === undefined || latest.includes('/')))
    throw new SchemaDrift(`archive_latest.txt names no archive: ${JSON.stringify(latest.slice(0, 100))}`);
  return {
    changes,
    deleted: deletions === null ? [] : changesOf(base, deletions, 'deletions.csv'),
    // It was made some time on that day: what has changed since it began counts as later.
    archive: latest === undefined ? null : { name: latest, url: base + latest, at: `${day}T00:00:00Z` },
  };
}

async function feedTextOrNull(feed: Feed, address: string): Promise<string | null> {
  try {
    return await feed.text(address, maxListBytes);
  } catch (error) {
    if (error instanceof HttpStatusError && error.status === 404) return null;
    throw error;
  }
}

/** Lines `"2024/cve-2024-0001.json","2024-10-01T12:00:00+00:00"`; a path leads into the directory. */
function changesOf(base: string, csv: string, name: string): Change[] {
  const lines = csv.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line, index) => {
    const [, path = '', at = ''] = /^"?([\w./-]+\.json)"?,"?([^",]+)"?$/.exec(line.trim()) ?? [];
    if (path === '' || path.includes('..') || path.startsWith('/') || Number.isNaN(Date.parse(at)))
      throw new SchemaDrift(`${name}, line ${index + 1}: it is not a path and a time`);
    return { url: base + path, at };
  });
}

async function rolieListing(feed: Feed, address: string): Promise<Listing> {
  const document = requiredObject(JSON.parse(await feed.text(address, maxListBytes)) as Json, 'the ROLIE feed');
  const entries = objectsOf(requiredObject(document.feed, '"feed"').entry);
  const changes = entries.flatMap((entry) => {
    const href = optionalText(isObject(entry.content) ? entry.content.src : undefined);
    const [url, at] = [
      href ?? optionalText(objectsOf(entry.link).find(({ rel }) => rel === 'self')?.href),
      optionalText(entry.updated),
    ];
    return url && at ? [{ url: new URL(url, address).href, at }] : [];
  });
  if (changes.length === 0) throw new SchemaDrift('the ROLIE feed has no entries');
  return { changes, deleted: [], archive: null };
}

async function archivePart(
  feed: Feed,
  publisher: CsafPublisher,
  { name, url, at }: NonNullable<Listing['archive']>,
): Promise<FeedPart> {
  const fetched = await feed.file(url, { name, maxBytes: maxArchiveBytes });
  const { file } = fetched!;
  return {
    name,
    file,
    state: { through: at },
    dataAsOf: at,
    async *read(onBytes) {
      let batch: CatalogRecord[] = [];
      for await (const { name: path, size, content } of tarFiles(file, onBytes)) {
        if (!path.endsWith('.json')) continue;
        if (size > maxDocumentBytes) throw new SchemaDrift(`${name}, ${path}: it is larger than any CSAF document`);
        const document = await content();
        batch.push(...recordsOf({ file: name, record: path }, document, publisher));
        if (batch.length < recordsPerBatch) continue;
        yield batch;
        batch = [];
      }
      yield batch;
    },
  };
}

const recordsOf = (where: { file: string; record: string }, document: string, dialect: CsafDialect): AdvisoryRecord[] =>
  readingRecord(where, () => csafRecords(requiredObject(JSON.parse(document) as Json, 'it'), dialect));

/** Changed documents are fetched some at a time, and what they say is kept in one file until it is loaded. */
async function changedPart(
  feed: Feed,
  publisher: CsafPublisher,
  { fresh, gone, state }: { fresh: readonly Change[]; gone: readonly Change[]; state: FeedState },
): Promise<FeedPart> {
  const file = feed.path('changes.ndjson');
  const out = createWriteStream(file);
  const write = async (records: readonly AdvisoryRecord[]): Promise<void> => {
    for (const record of records) if (!out.write(`${JSON.stringify(record)}\n`)) await once(out, 'drain');
  };
  const left = [...fresh].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const worker = async (): Promise<void> => {
    for (let change = left.shift(); change; change = left.shift()) {
      const document = await feed.text(change.url, maxDocumentBytes);
      await write(recordsOf({ file: change.url, record: 'the document' }, document, publisher));
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
    await write(gone.map(({ url, at }) => withdrawn(publisher.source, url, at)));
    out.end();
    await finished(out);
  } catch (error) {
    out.destroy();
    await rm(file, { force: true });
    throw error;
  }
  const newest = [...fresh, ...gone].reduce(
    (last, { at }) => (Date.parse(at) > Date.parse(last) ? at : last),
    optionalText(state.through) ?? '1970-01-01T00:00:00Z',
  );
  return {
    name: `${fresh.length} changed documents`,
    file,
    state: { through: newest },
    dataAsOf: newest,
    async *read(onBytes) {
      for await (const lines of linesOf(file, onBytes))
        yield lines.filter((line) => line !== '').map((line) => JSON.parse(line) as AdvisoryRecord);
    },
  };
}

/** A document that was taken back: it is named after its CVE or its own id. */
function withdrawn(source: string, url: string, at: string): AdvisoryRecord {
  const name = url
    .split('/')
    .at(-1)!
    .replace(/\.json$/, '')
    .toUpperCase();
  const record: JsonObject = { id: name, summary: '', withdrawn: at, affected: [] };
  return { kind: 'advisory', id: `${source}:${name}`, aliases: [name], withdrawn: at, packageKeys: [], record };
}
