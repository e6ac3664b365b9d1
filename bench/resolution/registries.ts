import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { liveSources } from '../../src/catalog/live/live-sources.js';
import { popularLookalikes, storeLookups } from '../../src/catalog/live/lookups.repository.js';
import { registryAnswer } from '../../src/catalog/live/registries/registry-package.js';
import { parsePurl, purlKey, purlOrNull, type Purl } from '../../src/model/purl.js';
import type { Database } from '../../src/platform/database/database.js';
import type { ResolutionOutcome } from '../../src/resolution/matching/select/outcome.js';
import { evidenceOf, type LabelledRow } from './rows.js';

/** As many candidates as the job asks registries about. */
const maxCandidates = 2;
const recordsAtOnce = 500;

/** What the registries were asked, by package. */
export interface Asked {
  readonly asked: number;
  readonly confirmed: number;
  /** They exist, but a far more popular package is one typing error away. */
  readonly lookalikes: number;
}

/**
 * Asks registries that know every package of the catalogue and every package that some row names, with the versions of
 * those rows, as the job would after the first outcomes: what exists becomes part of the catalogue, what does not is noted.
 */
export async function askRegistries(
  database: Database,
  rows: readonly LabelledRow[],
  outcomes: readonly ResolutionOutcome[],
): Promise<Asked> {
  const existing = existingPackages(rows);
  const asked = new Map(outcomes.flatMap(candidatesOf).map((purl) => [purlKey(purl), purl]));
  const found = [...asked].filter(([key]) => existing.has(key)).map(([key, purl]) => ({ key, purl }));
  const lookalikes = await database.transaction('system', (sql) => popularLookalikes(sql, found));
  const accepted = found.filter(({ key }) => !lookalikes.has(key));
  const records = accepted.flatMap(({ key, purl }) => {
    const versions = [...existing.get(key)!];
    return registryAnswer({ kind: 'package', key, purl, versions }, { versions }).records;
  });
  const loader = new CatalogLoader(database);
  for (let start = 0; start < records.length; start += recordsAtOnce)
    await loader.add('registries', 'bench', records.slice(start, start + recordsAtOnce));
  for (const { name, types = [], isRegistry } of liveSources) {
    if (!isRegistry) continue;
    const unknown = [...asked].filter(([key, { type }]) => types.includes(type) && !existing.has(key));
    const lookups = unknown.map(([key]) => ({ key, found: false, facts: null }));
    await database.transaction('system', (sql) => storeLookups(sql, name, lookups));
  }
  return { asked: asked.size, confirmed: accepted.length, lookalikes: lookalikes.size };
}

/** By key, with the versions that rows have of them. */
function existingPackages(rows: readonly LabelledRow[]): Map<string, Set<string>> {
  const existing = new Map<string, Set<string>>();
  for (const row of rows)
    for (const text of row.truth.purls ?? []) {
      const purl = purlOrNull(text);
      if (!purl) continue;
      const key = purlKey(purl);
      const versions = existing.get(key) ?? new Set();
      existing.set(key, versions);
      const { version } = evidenceOf(row);
      if (version !== '') versions.add(version);
    }
  return existing;
}

/** The best candidates where none is selected; a selected one, to take it back where no registry knows it. */
function candidatesOf({ searchResults }: ResolutionOutcome): Purl[] {
  const selected = searchResults.package.filter((one) => one.selected);
  const asked = selected.length > 0 ? selected : searchResults.package.slice(0, maxCandidates);
  return asked.map(({ purl }) => parsePurl(purl, 'repair'));
}
