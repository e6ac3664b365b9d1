import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '../../model/document.js';
import { CallerError } from '../../model/errors.js';
import { objectsOf, optionalText, textOf, textsOf } from '../../model/json.js';
import type { Coverage, FindingKind } from '../../model/coverage.js';
import type { CatalogRecord } from '../loading/records.js';
import { predictionRecords } from './epss.js';
import { exploitedRecord } from './kev.js';
import { linesOf } from './lines.js';
import { osvCoverage } from './osv.js';
import { osvMaliciousSource } from './osv-malicious.js';
import { osvRecord } from './osv-record.js';
import type { BulkSource } from './source.js';

/** One kind of file in a bundle; a line gives any number of records. */
interface BundleFile {
  readonly name: RegExp;
  /** What a file of that name covers; a bundle is a selection of unknown age, so never all of anything. */
  readonly covers?: (path: string) => Coverage[];
  readonly read: (line: string) => CatalogRecord[];
}

const files: readonly BundleFile[] = [
  { name: /^packages\.ndjson(\.gz)?$/, read: (line) => [packageRecord(JSON.parse(line) as JsonObject)] },
  { name: /^products\.ndjson(\.gz)?$/, read: (line) => [productRecord(JSON.parse(line) as JsonObject)] },
  { name: /^links\.ndjson(\.gz)?$/, read: (line) => [linkRecord(JSON.parse(line) as JsonObject)] },
  {
    name: /^advisories\/osv-[\w-]+\.ndjson(\.gz)?$/,
    covers: osvFile,
    read: (line) => [osvRecord(JSON.parse(line) as JsonObject)],
  },
  {
    name: /^advisories\/cve-cpe\.ndjson(\.gz)?$/,
    covers: () => [selection('vulnerabilities', 'cpe:a', 'cpe:o', 'cpe:h')],
    read: (line) => cveRecords(JSON.parse(line) as JsonObject),
  },
  {
    name: /^kev\.ndjson(\.gz)?$/,
    covers: () => [selection('exploited', 'cve')],
    read: (line) => [exploitedRecord(JSON.parse(line) as JsonObject)],
  },
  { name: /^epss\.csv(\.gz)?$/, covers: () => [selection('exploit_probability', 'cve')], read: predictionRecords },
  {
    name: /^eol\.ndjson(\.gz)?$/,
    covers: () => [selection('end_of_life', '*')],
    read: (line) => [lifecycleRecord(JSON.parse(line) as JsonObject)],
  },
];

function selection(kind: FindingKind, ...scopes: string[]): Coverage {
  return { kind, scopes, completeSince: null };
}

/** `advisories/osv-crates.ndjson.gz` has the advisories of crates.io; malicious packages are a file of their own. */
function osvFile(path: string): Coverage[] {
  const name = /osv-([\w-]+)\.ndjson/.exec(path)![1]!;
  if (name === 'malicious') return osvMaliciousSource.covers!.map((one) => ({ ...one, completeSince: null }));
  const types: Readonly<Record<string, string>> = { crates: 'cargo', packagist: 'composer' };
  return osvCoverage(types[name] ?? name, null).filter(({ kind }) => kind === 'vulnerabilities');
}

const dateOf = (record: CatalogRecord): string | undefined =>
  record.kind === 'advisory' ? record.modified : record.kind === 'exploited' ? record.addedOn : undefined;

/** How old the files of a bundle are by what is in them: nothing newer than its newest record was known to a file. */
class BundleAge {
  private readonly newest = new Map<string, number>();

  add(path: string, records: readonly CatalogRecord[]): void {
    const now = Date.now();
    for (const record of records) {
      const time = Date.parse(dateOf(record) ?? '');
      // Records without a date have the year 1; one of tomorrow says nothing of the others.
      if (time > 0 && time <= now && time > (this.newest.get(path) ?? 0)) this.newest.set(path, time);
    }
  }

  /** ISO 8601, of the oldest file; null where no record has a date. */
  get oldest(): string | null {
    const times = [...this.newest.values()];
    return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
  }
}

/** A folder of gzipped NDJSON and CSV files for `stocktake catalog load DIR`. @throws {CallerError} 400 */
export function bundleSource(folder: string): BulkSource {
  const found = bundleFiles(folder);
  const age = new BundleAge();
  return {
    name: 'bundle',
    origin: folder,
    covers: found.flatMap(({ path, file }) => file.covers?.(path) ?? []),
    dataAsOf: () => age.oldest ?? newestFile(folder, found),
    async *records(onProgress) {
      for (const { path, file } of found)
        for await (const lines of linesOf(join(folder, path), (done, total) =>
          onProgress({ step: path, done, total }),
        )) {
          const records = lines.filter((line) => line !== '').flatMap(file.read);
          age.add(path, records);
          yield records;
        }
    },
  };
}

/** When the last of the files was written, ISO 8601: the data may be older. */
const newestFile = (folder: string, found: readonly { path: string }[]): string =>
  new Date(Math.max(...found.map(({ path }) => statSync(join(folder, path)).mtimeMs))).toISOString();

function bundleFiles(folder: string): { path: string; file: BundleFile }[] {
  if (!existsSync(folder)) throw new CallerError(400, `Folder ${folder} does not exist`);
  const paths = ['', 'advisories'].flatMap((sub) =>
    existsSync(join(folder, sub)) ? readdirSync(join(folder, sub)).map((name) => (sub ? `${sub}/${name}` : name)) : [],
  );
  const found = files.flatMap((file) => paths.filter((path) => file.name.test(path)).map((path) => ({ path, file })));
  if (found.length === 0) throw new CallerError(400, `Folder ${folder} contains no file of a catalogue bundle`);
  return found;
}

const texts = (value: Json | undefined): string[] | undefined => (Array.isArray(value) ? textsOf(value) : undefined);

const count = (value: Json | undefined): number => (typeof value === 'number' ? Math.round(value) : 0);

function packageRecord(line: JsonObject): CatalogRecord {
  return {
    kind: 'package',
    purl: textOf(line.purl),
    title: optionalText(line.display),
    repositoryUrl: optionalText(line.repo_url),
    homepage: optionalText(line.homepage),
    versions: texts(line.versions),
    latestVersion: optionalText(line.latest_known),
    weight: count(line.seen),
    origins: texts(line.sources),
  };
}

function productRecord(line: JsonObject): CatalogRecord {
  return {
    kind: 'product',
    cpe: textOf(line.cpe),
    title: optionalText(line.title),
    targetSoftware: texts(line.target_sw),
    versions: texts(line.versions),
    deprecated: line.deprecated === true,
    deprecatedBy: texts(line.deprecated_by),
    referenceUrls: texts(line.refs),
    weight: count(line.weight),
    origins: texts(line.sources),
  };
}

const relations = ['same', 'source_of', 'built_from', 'packaged_as'] as const;

function linkRecord(line: JsonObject): CatalogRecord {
  const relation = relations.find((name) => name === line.rel) ?? 'same';
  return { kind: 'link', from: textOf(line.a), to: textOf(line.b), relation, origins: texts(line.source) };
}

/** One record per product in the criteria of a CVE. */
function cveRecords(line: JsonObject): CatalogRecord[] {
  const cve = optionalText(line.cve);
  if (!cve) return [];
  const byProduct = new Map<string, JsonObject[]>();
  for (const criterion of objectsOf(line.match)) {
    const product = optionalText(criterion.criteria)
      ?.split(/(?<!\\):/)
      .slice(0, 5)
      .join(':');
    if (product) byProduct.set(product, [...(byProduct.get(product) ?? []), criterion]);
  }
  return [...byProduct.values()].map((criteria) => ({
    kind: 'vulnerable-product',
    cve,
    cpe: optionalText(criteria[0]!.criteria)!,
    criteria,
    ssvc: objectsOf([line.ssvc ?? null])[0],
  }));
}

function lifecycleRecord(line: JsonObject): CatalogRecord {
  return {
    kind: 'lifecycle',
    slug: textOf(line.slug),
    title: textOf(line.title),
    category: optionalText(line.category),
    link: optionalText(line.link),
    identifiers: objectsOf(line.identifiers).flatMap((item) =>
      Object.values(item).filter((value) => typeof value === 'string'),
    ),
    cycles: objectsOf(line.releases),
  };
}
