import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import type { JsonObject } from '../../../model/document.js';
import { optionalText } from '../../../model/json.js';
import type { CatalogRecord } from '../../loading/records.js';
import type { Feed, FeedPart, FeedSource, FeedState } from '../feed.js';
import { linesOf } from '../lines.js';
import { sidecar } from '../partial-file.js';
import { SchemaDrift } from '../schema-drift.js';

/** A version that a registry's log says was published. */
export interface Publication {
  readonly name: string;
  readonly version: string;
}

/** What the log says after a moment, in its order. */
export interface LogPage {
  readonly publications: readonly Publication[];
  /** The moment of the last publication of the page, as the registry writes it. */
  readonly through: string;
  readonly isLast: boolean;
}

export interface PublicationLog extends Pick<FeedSource, 'name' | 'address' | 'license'> {
  /** Opens the log; the function it gives returns the page after a moment, null where there is nothing. */
  open(feed: Feed): Promise<(through: string | null) => Promise<LogPage | null>>;
  /** The catalogue's records of a package and its versions; none for a name that the registry's purls cannot have. */
  recordsOf(name: string, versions: readonly string[]): CatalogRecord[];
  /** Publications whose records become visible together; by default 500,000. */
  readonly publicationsPerPart?: number;
}

/**
 * A registry's log of publications as a source: read to its end, and later from there. Parts that came whole are kept
 * where a fetch breaks off, and are not fetched again. What a registry deletes stays: an SBOM may still name it.
 */
export const publicationLog = (log: PublicationLog): FeedSource => ({
  name: log.name,
  address: log.address,
  license: log.license,
  isIndex: true,
  async fetch(feed, state) {
    const reading = { feed, pageAfter: await log.open(feed), size: log.publicationsPerPart ?? 500_000 };
    const parts: FeedPart[] = [];
    for (let through = startOf(state); ;) {
      const part = (await keptPart(feed, through)) ?? (await fetchPart(reading, through));
      if (part === null) return parts;
      parts.push(asFeedPart(log, part));
      if (part.isLast) return parts;
      through = part.through;
    }
  },
});

interface Reading {
  readonly feed: Feed;
  readonly pageAfter: (through: string | null) => Promise<LogPage | null>;
  readonly size: number;
}

interface Part {
  readonly file: string;
  readonly through: string;
  readonly isLast: boolean;
}

const startOf = (state: FeedState): string | null => optionalText(state.through) ?? null;

const fileAfter = (feed: Feed, through: string | null): string => feed.path(`after-${through ?? 'start'}.txt`);

/** A part that a former fetch has got whole. */
async function keptPart(feed: Feed, after: string | null): Promise<Part | null> {
  const file = fileAfter(feed, after);
  const through = await readFile(sidecar(file), 'utf8').catch(() => null);
  return through === null ? null : { file, through, isLast: false };
}

async function fetchPart({ feed, pageAfter, size }: Reading, after: string | null): Promise<Part | null> {
  const file = fileAfter(feed, after);
  await rm(file, { force: true });
  let through = after;
  for (let count = 0; ;) {
    feed.signal?.throwIfAborted();
    const page = await pageAfter(through);
    if (page === null) return count === 0 ? null : { file, through: through!, isLast: true };
    if (through !== null && !page.isLast && instantKey(page.through) <= instantKey(through))
      throw new SchemaDrift(`the log does not go on after ${through}`);
    await appendFile(file, page.publications.filter(isOneLine).map(lineOf).join(''));
    count += page.publications.length;
    through = page.through;
    if (page.isLast) return { file, through, isLast: true };
    if (count < size) continue;
    // Written last: with it the part is whole.
    await writeFile(sidecar(file), through);
    return { file, through, isLast: false };
  }
}

const isOneLine = ({ name, version }: Publication): boolean => !/[\t\r\n]/.test(name + version);
const lineOf = ({ name, version }: Publication): string => `${name}\t${version}\n`;

function asFeedPart(log: PublicationLog, { file, through }: Part): FeedPart {
  return {
    name: `${log.name} up to ${through}`,
    file,
    state: { through } satisfies JsonObject,
    dataAsOf: new Date(through).toISOString(),
    async *read(onBytes) {
      for await (const lines of linesOf(file, onBytes)) yield recordsOfLines(log, lines);
    },
  };
}

function recordsOfLines(log: PublicationLog, lines: readonly string[]): CatalogRecord[] {
  const versions = new Map<string, string[]>();
  for (const line of lines) {
    const [name = '', version = ''] = line.split('\t');
    if (name === '') continue;
    const known = versions.get(name);
    if (known) known.unshift(version);
    else versions.set(name, [version]);
  }
  return [...versions].flatMap(([name, list]) => log.recordsOf(name, list));
}

/**
 * A moment as a text that sorts by time, to the nanosecond, which dates of JavaScript do not keep.
 *
 * @throws SchemaDrift for anything but RFC 3339 in UTC
 */
export function instantKey(text: string): string {
  const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(text) ?? [];
  if (seconds === undefined) throw new SchemaDrift(`${JSON.stringify(text.slice(0, 60))} is not a moment in UTC`);
  return `${seconds}.${fraction.padEnd(9, '0')}`;
}
