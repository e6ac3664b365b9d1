import { resolve } from 'node:path';
import { Database } from '../src/platform/database/database.js';
import { printSizes } from './growth/database-size.js';
import { rescoring, retentionTimes } from './growth/nightly-work.js';
import { entriesOfSbom, growTo, importModels, listsOfCatalogue, sbomsOfOrganization } from './growth/population.js';
import {
  importedLists,
  importTimes,
  knownEntries,
  membersOf,
  questions,
  reviewTimes,
  timesOf,
} from './growth/requests.js';
import type { ListedComponent } from './resolution/lists.js';
import { ensureLoaded } from './resolution/loaded-catalogue.js';
import { openBenchService, percentile, timed } from './service/bench-service.js';
import { idle } from './service/settled.js';

/**
 * What requests cost at a size and at a hundredth of it, in one database that grows: organizations of 50 SBOMs with 1,000
 * components each, whose rows are copies of what the pipeline wrote for twenty SBOMs. `npm run bench:growth --
 * CATALOG_DIR [components [DATA_DIR [requests]]]`; the data folder, where one is named, is kept, and measured as it was
 * left. Each figure is printed as soon as it is there.
 */
const [, , catalog, count = '1000000', kept, asked = '200'] = process.argv;
if (!catalog) throw new Error('Usage: npm run bench:growth -- CATALOG_DIR [components [DATA_DIR]]');
const components = Number(count);
const requests = Number(asked);
const decisions = 40;
const imports = 8;
const importedEntries = 5_000;
const bar = 1.5;

/** Times by what was asked. */
type Times = Map<string, readonly number[]>;

const service = await openBenchService(kept ? { DATA_DIR: resolve(kept) } : {});
try {
  const database = service.nest.get(Database);
  await ensureLoaded(database, resolve(catalog));
  const models = await importModels(service);
  let before: Times | null = null;
  for (const size of [components / 100, components]) {
    const { ms, value: organizations } = await timed(() => growTo(service, models, size));
    const reached = organizations.length * sbomsOfOrganization * entriesOfSbom;
    // A kept folder holds the larger number already.
    if (reached >= components && size < components) continue;
    console.log(
      `\n${reached} components, ${organizations.length} organizations; loaded in ${(ms / 1_000).toFixed(0)} s`,
    );
    await database.session('system', (sql) => printSizes(sql, reached));
    before = await measure(models[0]!, { organizations, before });
    await printNightlyWork();
  }
} finally {
  await service.close();
}

async function measure(
  model: string,
  { organizations, before }: { organizations: Awaited<ReturnType<typeof growTo>>; before: Times | null },
): Promise<Times> {
  // A kept folder may have left work to do: alarms are looked for after a rescoring.
  await idle(service.databaseUrl);
  const members = await membersOf(service, organizations);
  const times: Times = new Map();
  const keep = (what: string, own: readonly number[]): void => {
    times.set(what, own);
    print(what, own, before?.get(what));
  };
  for (const question of questions(await knownEntries(service, model)))
    keep(question.what, await timesOf(question, members, requests));
  const { near, decide } = await reviewTimes(service, members, decisions);
  keep('review/getNearNames', near);
  keep('review/decide', decide);
  const { visible, scored } = await importTimes(service, await newLists());
  keep('import of 5,000, until visible', visible.slice(1));
  keep('… until scored', scored.slice(1));
  return times;
}

/** Names and outcomes are remembered, so each measurement imports lists that none before it has imported. */
async function newLists(): Promise<ListedComponent[][]> {
  const database = service.nest.get(Database);
  const done = await importedLists(database);
  return (await listsOfCatalogue(database, done + imports + 1, importedEntries)).slice(done);
}

function print(what: string, own: readonly number[], former: readonly number[] | undefined): void {
  const [half, most] = [percentile(own, 0.5), percentile(own, 0.99)];
  const ratio = (share: number): string => (percentile(own, share) / percentile(former!, share)).toFixed(2);
  const grown = former ? `  p50 × ${ratio(0.5)}, p99 × ${ratio(0.99)} (bar: × ${bar})` : '';
  console.log(`${what.padEnd(36)} p50 ${half.toFixed(1)} ms, p99 ${most.toFixed(1)} ms${grown}`);
}

async function printNightlyWork(): Promise<void> {
  const { all, longest } = await retentionTimes(service);
  console.log(`${'retention, nothing expired'.padEnd(36)} ${all.toFixed(0)} ms; ${longest}`);
  const { seconds, result } = await rescoring(service);
  const each = (seconds * 1_000_000) / result.components;
  console.log(
    `${'rescoring, 20 exploited'.padEnd(36)} ${seconds.toFixed(1)} s for ${result.components} entries of ` +
      `${result.sboms} SBOMs, ${each.toFixed(0)} µs an entry`,
  );
}
