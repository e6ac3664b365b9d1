import type { Client } from 'pg';
import { entriesByPrefix } from '../../src/catalog/catalog-search.repository.js';
import { linksOf } from '../../src/catalog/catalog.repository.js';
import {
  entryTables,
  exportedRecords,
  listTables,
  securityTables,
} from '../../src/catalog/offline/exported-records.js';
import { sealedColumns } from '../../src/commands/sealed-columns.js';
import { advanceSequences, isTableEmpty, withoutTriggers } from '../../src/platform/backup/tables.repository.js';
import { bindParameters } from '../../src/platform/database/named-parameters.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { RetentionRegistry, type RetentionRule } from '../../src/platform/retention/retention-registry.js';
import {
  countUnderOtherKeys,
  discardUnderOtherKeys,
  resealBatch,
} from '../../src/platform/security/master-keys.repository.js';
import { deleteExpired, findUnreferencedBlobs } from '../../src/retention/retention.repository.js';
import { entryPage, findEntryViews, streamEntries } from '../../src/sboms/components/components.repository.js';
import { entryJsonAsImported } from '../../src/sboms/components/components.view.js';
import {
  streamComponents,
  streamDependencies,
  streamMergedComponents,
  streamMergedDependencies,
  streamParts,
} from '../../src/sboms/exporting/export.repository.js';
import { nameMatches } from '../../src/sboms/finding/component-search.js';
import { projectOrders } from '../../src/projects/projects.dto.js';
import { projectPage } from '../../src/projects/projects.repository.js';
import { rulesetOrders } from '../../src/rulesets/rulesets.dto.js';
import { rulesetPage } from '../../src/rulesets/rulesets.repository.js';
import { compareSides, countEntriesByCoverage } from '../../src/sboms/comparing/comparison.repository.js';
import { findSpellings, foundComponentPage } from '../../src/sboms/finding/finding.repository.js';
import { vulnerabilityOrders, vulnerabilityPage } from '../../src/sboms/vulnerabilities/vulnerabilities.repository.js';
import {
  violatingComponentPage,
  visibleSbomIds,
} from '../../src/sboms/dependency-track/dependency-track.repository.js';
import { sbomOrders } from '../../src/sboms/sboms.dto.js';
import { sbomPage } from '../../src/sboms/sboms.repository.js';
import { entriesAfter } from '../../src/sboms/resolving/pending.repository.js';
import { queueOrders, queuePage } from '../../src/sboms/review/queue.repository.js';
import { deleteOrphanedScores } from '../../src/sboms/scoring/scoring.repository.js';
import { typesWithAdvisories } from '../../src/scores/facts/facts.repository.js';
import { startApp, type TestApp } from '../support/app.js';
import { openClient } from '../support/postgres.js';
import { sortedEntries, sortedListCalls, sorts } from '../support/sorted-lists.js';
import { SqlStatements, type Statement } from '../support/sql-statements.js';

/** What PREPARE takes; other statements have no plan. */
const plannable = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|VALUES|MERGE)\b/i;
const makesTemporaryTable = /^\s*CREATE TEMPORARY TABLE\s+(\w+)/i;

/** Sent whatever the text is, or run as a whole by the tests of the catalogue's loader. */
const notChecked = [
  'src/platform/database/',
  'src/catalog/loading/staging-table.ts',
  'src/catalog/index-builder.ts',
  'src/platform/backup/backup.ts',
];

const paging = { offset: 0, limit: 10 };
const id = '018f0000-0000-7000-8000-000000000001';

const anyProject: Parameters<typeof projectPage>[2] = {
  q: null,
  tag: null,
  ids: null,
  teamId: null,
  sources: null,
  type: null,
  active: null,
  monitored: null,
};

/** Functions whose texts depend on their arguments, called with each kind of argument. */
const callsOf = (rules: readonly RetentionRule[]): Record<string, (sql: Sql) => unknown[]> => ({
  'src/platform/security/master-keys.repository.ts': (sql) =>
    sealedColumns.flatMap((column) => [
      countUnderOtherKeys(sql, column, [Buffer.of(1)]),
      discardUnderOtherKeys(sql, column, [Buffer.of(1)]),
      resealBatch(sql, column, Buffer.of(1), (sealed) => sealed),
    ]),
  ...sortedListCalls,
  'src/rulesets/rulesets.repository.ts': (sql) =>
    sorts(rulesetOrders).map((sort) => rulesetPage(sql, { orgId: id, teamId: id }, { sort, ...paging })),
  'src/projects/projects.repository.ts': (sql) =>
    sorts(projectOrders).map((sort) => projectPage(sql, id, anyProject, { sort, ...paging })),
  'src/sboms/comparing/comparison.repository.ts': (sql) =>
    [null, id].flatMap((importId) => {
      const sides = { from: { sbomId: id, importId }, to: { sbomId: id, importId: null } };
      return [
        compareSides(sql, sides, { kind: null, ...paging, maxVulnerabilities: 10 }),
        countEntriesByCoverage(sql, sides.from),
      ];
    }),
  'src/catalog/catalog.repository.ts': (sql) => [linksOf(sql, [4, 5, 6])],
  'src/catalog/catalog-search.repository.ts': (sql) => [entriesByPrefix(sql, 'name', 10)],
  'src/catalog/offline/exported-records.ts': (sql) =>
    [...entryTables, ...securityTables, ...Object.values(listTables)].map((table) =>
      drain(exportedRecords(sql, table, 'nvd')),
    ),
  'src/scores/facts/facts.repository.ts': (sql) => [typesWithAdvisories(sql, ['npm', 'pypi'])],
  'src/sboms/scoring/scoring.repository.ts': (sql) => [deleteOrphanedScores(sql, id)],
  'src/sboms/components/components.repository.ts': (sql) => [
    drain(streamEntries(sql, id)),
    drain(streamEntries(sql, id, entryJsonAsImported('$importedAt'), { importedAt: null })),
    ...sortedEntries(sql),
    entryPage(sql, { id, entryCount: 0 }, { status: 'resolved', q: 'a' }, paging),
    findEntryViews(sql, [id]),
  ],
  'src/sboms/finding/finding.repository.ts': (sql) =>
    nameMatches.flatMap((match) => {
      const scope = { orgIds: [id], visibleScope: { organizations: [id], teams: [] } };
      const lookup = { purls: [], cpes: [], repositories: [], names: ['a'], match, candidateNames: [] };
      const spellings = [{ key: '[]', possible: false }];
      return [findSpellings(sql, scope, lookup), foundComponentPage(sql, scope, { lookup, spellings }, paging)];
    }),
  'src/sboms/sboms.repository.ts': (sql) =>
    sorts(sbomOrders).map((sort) =>
      sbomPage(
        sql,
        id,
        { organizations: [id], teams: [] },
        {
          filter: { q: null, name: null, version: null, supplier: null, teamId: null, status: null, verdict: null },
          sort,
          paging,
        },
      ),
    ),
  'src/sboms/dependency-track/dependency-track.repository.ts': (sql) => [
    ...sorts(['name', 'version']).map((sort) => violatingComponentPage(sql, id, { sort, ...paging })),
    ...sorts(['name', 'version', 'updated_at']).map((sort) =>
      visibleSbomIds(sql, { organizations: [id], teams: [] }, { name: null, part: null }, { sort, ...paging }),
    ),
  ],
  'src/sboms/vulnerabilities/vulnerabilities.repository.ts': (sql) =>
    sorts(vulnerabilityOrders).map((sort) =>
      vulnerabilityPage(sql, { sbomId: id, componentId: null }, { exploited: false }, { sort, ...paging }),
    ),
  'src/sboms/resolving/pending.repository.ts': (sql) => [
    entriesAfter(sql, { org_id: id }, id, 10),
    entriesAfter(sql, { sbom_id: id }, id, 10),
  ],
  'src/sboms/exporting/export.repository.ts': (sql) => [
    drain(streamComponents(sql, id, true)),
    drain(streamDependencies(sql, id)),
    drain(streamParts(sql, id, [])),
    drain(streamMergedComponents(sql)),
    drain(streamMergedDependencies(sql)),
  ],
  'src/sboms/review/queue.repository.ts': (sql) => [
    ...queueOrders.map((order) =>
      queuePage(
        sql,
        { orgId: id, visibleScope: { organizations: [], teams: [] } },
        { reason: null, ecosystem: null, supplier: null, sbomId: null, teamId: null, q: null },
        { order, after: null, limit: 10 },
      ),
    ),
  ],
  'src/retention/retention.repository.ts': (sql) => [
    ...rules.map((rule) => deleteExpired(sql, rule)),
    findUnreferencedBlobs(sql, [{ table: 'sbom_imports', column: 'blob' }], ['a']),
  ],
  'src/platform/backup/tables.repository.ts': (sql) => [
    isTableEmpty(sql, 'users'),
    withoutTriggers(sql, 'users', () => Promise.resolve()),
    advanceSequences(sql, 'catalog_packages'),
  ],
});

describe('every statement of the sources', () => {
  let app: TestApp;
  let client: Client;
  let statements: readonly Statement[];
  let calls: ReturnType<typeof callsOf>;

  beforeAll(async () => {
    app = await startApp();
    calls = callsOf(app.nest.get(RetentionRegistry).rules);
    client = await openClient(app.databaseUrl);
    statements = new SqlStatements()
      .all()
      .filter(({ location }) => !notChecked.some((path) => location.startsWith(path)));
  });
  afterAll(async () => {
    await client?.end();
    await app?.close();
  });

  it('is found, with its text or a call that makes it', () => {
    expect(statements.length).toBeGreaterThan(300);
    const open = statements.filter(({ texts }) => texts === null).map(({ location }) => location);
    expect(open.filter((location) => !(fileOf(location) in calls))).toEqual([]);
    expect(Object.keys(calls).filter((file) => !open.some((location) => fileOf(location) === file))).toEqual([]);
  });

  it('is accepted by PostgreSQL with the migrated schema', async () => {
    const all = [
      ...statements.flatMap(({ location, texts }) => (texts ?? []).map((text) => ({ location, text }))),
      ...(await recorded(calls)),
    ];
    await client.query('BEGIN');
    await makeTemporaryTables(
      client,
      all.map(({ text }) => text),
    );
    const faults: string[] = [];
    let prepared = 0;
    for (const { location, text } of all) {
      if (!plannable.test(text)) continue;
      prepared += 1;
      await client.query('SAVEPOINT before');
      try {
        await client.query(`PREPARE statement_${prepared} AS ${positionalText(text)}`);
      } catch (error) {
        faults.push(`${location}: ${(error as Error).message}\n${text}`);
      }
      await client.query('ROLLBACK TO before');
    }
    expect(faults).toEqual([]);
    expect(prepared).toBeGreaterThan(300);
  });
});

async function drain(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _item of items);
}

/** The texts that the functions send; a function may well fail for want of rows afterwards. */
async function recorded(calls: ReturnType<typeof callsOf>): Promise<{ location: string; text: string }[]> {
  const texts: { location: string; text: string }[] = [];
  for (const [location, call] of Object.entries(calls)) {
    const note =
      <T>(answer: T) =>
      (text: string): T => {
        texts.push({ location, text });
        return answer;
      };
    const sql = {
      query: note(Promise.resolve([])),
      one: note(Promise.resolve(null)),
      run: note(Promise.resolve(0)),
      batches: note((async function* () {})()),
    };
    await Promise.allSettled(call(sql as unknown as Sql));
  }
  return texts;
}

const fileOf = (location: string): string => location.split(':')[0]!;

/** The text as it is sent, whatever the values. */
function positionalText(text: string): string {
  return bindParameters(text, Object.fromEntries(parametersOf(text).map((name) => [name, null]))).text;
}

const parametersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$([A-Za-z]\w*)/g)].map(([, name]) => name!)),
];

/** One of them is made from another: those that fail are tried again after the others. */
async function makeTemporaryTables(client: Client, texts: readonly string[]): Promise<void> {
  const byName = new Map(texts.flatMap((text) => (makesTemporaryTable.test(text) ? [[nameOf(text), text]] : [])));
  for (let open = byName.size + 1; byName.size < open;) {
    open = byName.size;
    for (const [name, text] of byName)
      if (await succeeds(client, { text: positionalText(text), values: parametersOf(text).map(() => null) }))
        byName.delete(name);
  }
  expect([...byName.keys()]).toEqual([]);
}

const nameOf = (text: string): string => makesTemporaryTable.exec(text)![1]!;

async function succeeds(client: Client, statement: { text: string; values: null[] }): Promise<boolean> {
  await client.query('SAVEPOINT before');
  const isDone = await client.query(statement).then(
    () => true,
    () => false,
  );
  await client.query(isDone ? 'RELEASE before' : 'ROLLBACK TO before');
  return isDone;
}
