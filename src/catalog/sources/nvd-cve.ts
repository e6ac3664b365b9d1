import type { JsonObject } from '../../model/document.js';
import { isObject, optionalText } from '../../model/json.js';
import type { CatalogRecord } from '../loading/records.js';
import { productPrefix } from './by-product.js';
import type { Feed, FeedPart, FeedSource, FeedState } from './feed.js';
import { HttpStatusError } from './http-status.js';
import { recordsOfPage } from './json-pages.js';
import { nvdCveRecords } from './nvd-cve-record.js';
import { nvdLicense } from './nvd-license.js';
import { SchemaDrift } from './schema-drift.js';

const firstYear = 2002;
const maxBytes = 1024 * 1024 * 1024;
/** Products remembered as reported; there are some hundred thousand. */
const maxReported = 500_000;
/** The feed of modified CVEs reaches back eight days. */
const maxGapMs = 7 * 24 * 3_600_000;

/** What NVD says of a feed beside it: the time of its last change, and the SHA-256 of the unpacked document. */
interface FeedMeta {
  /** A year, or `modified`. */
  readonly id: string;
  readonly lastModified: string;
  readonly sha256: string;
}

/** `years`: SHA-256 of each year's feed as loaded; `through`: the last change that is loaded, where all years are. */
interface NvdState {
  readonly years: Readonly<Record<string, string>>;
  readonly through: string | null;
  readonly modified: string | null;
}

/**
 * NVD's CVEs with their CPE match criteria and CVSS (nvd.nist.gov/vuln/data-feeds, JSON 2.0): one feed for each year and
 * one of what was modified in the last eight days. The years are loaded once, one after the other, and a load that broke
 * off goes on with the next year; after that the feed of modifications is enough, unless more than a week has passed.
 */
export const nvdCveSource: FeedSource = {
  name: 'nvd-cve',
  address: 'https://nvd.nist.gov/feeds/json/cve/2.0/',
  license: nvdLicense,
  covers: [{ kind: 'vulnerabilities', scopes: ['cpe:a', 'cpe:o', 'cpe:h'], completeSince: '2002-01-01' }],
  addsFew: true,

  async fetch(feed, stored) {
    const state = readState(stored);
    const modified = await metaOf(feed, this.address, 'modified');
    if (state.through !== null && Date.parse(modified.lastModified) - Date.parse(state.through) <= maxGapMs)
      return modified.sha256 === state.modified ? [] : [await fetchPart(feed, this.address, modified, state)];
    const parts: FeedPart[] = [];
    let reached: NvdState = { years: state.years, through: null, modified: null };
    for (const year of years()) {
      const meta = await yearMeta(feed, this.address, year);
      if (meta === null || state.years[year] === meta.sha256) continue;
      parts.push(await fetchPart(feed, this.address, meta, reached));
      reached = reachedBy(meta, reached);
    }
    return [...parts, await fetchPart(feed, this.address, modified, reached)];
  },
};

const years = (): number[] => {
  const now = new Date().getUTCFullYear();
  return Array.from({ length: now - firstYear + 1 }, (_, index) => firstYear + index);
};

async function fetchPart(feed: Feed, base: string, meta: FeedMeta, before: NvdState): Promise<FeedPart> {
  const name = `nvdcve-2.0-${meta.id}.json.gz`;
  const fetched = await feed.file(base + name, { name, maxBytes });
  const page = {
    name,
    file: fetched!.file,
    list: 'vulnerabilities',
    sha256: meta.sha256,
    members: { format: 'NVD_CVE', version: '2.0' },
  };
  return {
    name,
    file: page.file,
    dataAsOf: meta.lastModified,
    state: reachedBy(meta, before) as unknown as JsonObject,
    read: (onBytes) => recordsOfPage(page, withProducts(), onBytes),
  };
}

function reachedBy(meta: FeedMeta, { years: known, through }: NvdState): NvdState {
  if (meta.id === 'modified') return { years: known, through: meta.lastModified, modified: meta.sha256 };
  return { years: { ...known, [meta.id]: meta.sha256 }, through, modified: null };
}

/** Products that criteria name are products of the catalogue, each named once. */
export function withProducts(recordsOf = nvdCveRecords): (entry: JsonObject) => CatalogRecord[] {
  const reported = new Set<string>();
  return (entry) => {
    const records = recordsOf(entry);
    for (const record of [...records]) {
      if (record.kind !== 'vulnerable-product') continue;
      const product = productPrefix(record.cpe);
      if (reported.has(product)) continue;
      if (reported.size >= maxReported) reported.clear();
      reported.add(product);
      records.push({ kind: 'product', cpe: record.cpe });
    }
    return records;
  };
}

/** The feed of a year that has just begun is not there yet. */
async function yearMeta(feed: Feed, base: string, year: number): Promise<FeedMeta | null> {
  try {
    return await metaOf(feed, base, String(year));
  } catch (error) {
    if (error instanceof HttpStatusError && error.status === 404 && year === new Date().getUTCFullYear()) return null;
    throw error;
  }
}

async function metaOf(feed: Feed, base: string, id: string): Promise<FeedMeta> {
  const name = `nvdcve-2.0-${id}.meta`;
  const lines = (await feed.text(base + name)).split(/\r?\n/);
  const fields = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const [lastModified = '', sha256 = ''] = [fields.get('lastModifiedDate'), fields.get('sha256')?.toLowerCase()];
  if (Number.isNaN(Date.parse(lastModified)) || !/^[0-9a-f]{64}$/.test(sha256))
    throw new SchemaDrift(`${name}: it states no "lastModifiedDate" and "sha256"`);
  return { id, lastModified: new Date(lastModified).toISOString(), sha256 };
}

function readState(state: FeedState): NvdState {
  const known = isObject(state.years) ? state.years : {};
  return {
    years: Object.fromEntries(Object.entries(known).filter(([, sha]) => typeof sha === 'string')) as Record<
      string,
      string
    >,
    through: optionalText(state.through) ?? null,
    modified: optionalText(state.modified) ?? null,
  };
}
