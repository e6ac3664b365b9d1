import type { DatabaseSession, Sql } from '../platform/database/sql.js';
import { tenantRole } from '../platform/database/transactions.js';
import { entryKinds, keyTiers } from '../model/catalog-entry.js';
import { compact } from '../model/names/normalise.js';
import { deletionKeys, lookupKey, namespaceText } from '../model/names/lookup-key.js';
import { advanceEpochText } from './epoch.repository.js';
import { entryKeys, typoNames, type NamedEntry } from './entry-keys.js';
import { identifyPackage, identifyRepository } from './loading/identify.js';
import type { CatalogRecord } from './loading/records.js';
import { StagingTable, type StagingTableDefinition } from './loading/staging-table.js';

/** Only the most used entries of a key are kept: a key of more identifies nothing. */
export const maxOwnersPerKey = 48;
/** A few entries with the same first word or namespace say as much as all. */
const maxOwnersPerPrefix = 16;
const maxOwnersPerNamespace = 3;

/** A word that too many names have only proves that it is a word. */
const isCommonWord = `tier = ${keyTiers.word} AND owners > ${maxOwnersPerKey}`;
/** Of a too common word or word pair no entry is kept: any selection would be arbitrary. */
const isKept = `CASE
  WHEN ${isCommonWord} THEN position = 1
  WHEN tier = ${keyTiers.prefix} THEN position <= ${maxOwnersPerPrefix}
  WHEN tier = ${keyTiers.namespace} THEN position <= ${maxOwnersPerNamespace}
  WHEN tier >= ${keyTiers.acronym} THEN owners <= ${maxOwnersPerKey}
  ELSE position <= ${maxOwnersPerKey} END`;

/** Statements that fill a new table and swap it with the one in use. */
const replaceTable = (table: string, columns: string, select: string): string[] => [
  `CREATE TABLE ${table}_next (LIKE ${table})`,
  `INSERT INTO ${table}_next ${select}`,
  `ALTER TABLE ${table}_next ADD CONSTRAINT ${table}_next_pkey PRIMARY KEY (${columns})`,
  `DROP TABLE ${table}`,
  `ALTER TABLE ${table}_next RENAME TO ${table}`,
  `ALTER TABLE ${table} RENAME CONSTRAINT ${table}_next_pkey TO ${table}_pkey`,
  `GRANT SELECT ON ${table} TO ${tenantRole}`,
];

const keyStage: StagingTableDefinition = {
  name: 'staged_keys',
  columns: 'key bigint, tier smallint, kind smallint, id integer, weight integer',
  merge: replaceTable(
    'catalog_keys',
    'key, tier, kind, id',
    `SELECT key, CASE WHEN ${isCommonWord} THEN ${keyTiers.commonWord} ELSE tier END, kind, id FROM (
       SELECT *, row_number() OVER owners AS position, count(*) OVER (PARTITION BY key, tier, kind) AS owners
       FROM staged_keys WINDOW owners AS (PARTITION BY key, tier, kind ORDER BY weight DESC, id)) AS ranked
     WHERE ${isKept}`,
  ).concat(advanceEpochText),
};

const typoStage: StagingTableDefinition = {
  name: 'staged_typo_keys',
  columns: 'key bigint, name_key bigint',
  merge: replaceTable('catalog_typo_keys', 'key, name_key', 'SELECT DISTINCT key, name_key FROM staged_typo_keys'),
};

interface IndexedRow {
  readonly id: number;
  readonly identifier: string;
  /** purl type; "cpe" for products; null for repositories. */
  readonly scope: string | null;
  readonly weight: number;
  readonly name: string;
  readonly qualifier: string;
  readonly title: string | null;
}

const readers: readonly { readonly kind: keyof typeof entryKinds; readonly text: string }[] = [
  {
    kind: 'package',
    text: `SELECT id, key AS identifier, type AS scope, weight, name, coalesce(namespace, '') AS qualifier, title FROM catalog_packages`,
  },
  {
    kind: 'product',
    text: "SELECT id, key AS identifier, 'cpe' AS scope, weight, product AS name, vendor AS qualifier, title FROM catalog_products",
  },
  {
    kind: 'repo',
    text: 'SELECT id, url AS identifier, NULL AS scope, weight, name, owner AS qualifier, NULL AS title FROM catalog_repositories',
  },
];

/**
 * Rebuilds the key tables from the entries: one pass costs less than maintaining them under every kind of merge. Readers
 * see the old tables until the new ones are complete.
 */
export async function rebuildIndex(
  session: DatabaseSession,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const total = Number(
    (await session.one<{ n: string }>(`SELECT (SELECT count(*) FROM catalog_packages) +
      (SELECT count(*) FROM catalog_products) + (SELECT count(*) FROM catalog_repositories) AS n`))!.n,
  );
  let done = 0;
  const keys = new StagingTable(session, keyStage);
  const typos = new StagingTable(session, typoStage);
  for (const { kind, text } of readers) {
    for await (const rows of pages(session, text)) {
      for (const row of rows) addKeys(keys, typos, { kind: entryKinds[kind], row });
      done += rows.length;
      onProgress(done, total);
      await keys.flush();
      await typos.flush();
    }
  }
  await addSiblingRepositories(session, keys);
  await session.transaction(async (sql) => {
    await sql.query(`SELECT set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '512MB', true)`);
    for (const stage of [keys, typos]) {
      await stage.merge(sql);
      await stage.drop(sql);
    }
  });
  for (const table of ['catalog_keys', 'catalog_typo_keys', 'catalog_links', 'catalog_packages', 'catalog_products'])
    await session.query(`VACUUM (ANALYZE) ${table}`);
}

/** Adds the keys of a few entries; the limits of entries per key apply from the next rebuild on. */
export async function indexEntries(session: DatabaseSession, records: readonly CatalogRecord[]): Promise<void> {
  const named = records.flatMap((record) =>
    record.kind === 'package' ? [identifyPackage(record.purl)?.key, repositoryKey(record.repositoryUrl)] : [],
  );
  const identifiers = named.filter((key) => key !== undefined);
  await addEntryKeys(session, ({ text }) =>
    session.query<IndexedRow>(`SELECT * FROM (${text}) AS entry WHERE identifier = ANY ($identifiers::text[])`, {
      identifiers,
    }),
  );
}

/** The highest number of an entry of each kind: what comes later is new. */
export async function entryCounts(session: DatabaseSession): Promise<number[]> {
  const numbers: number[] = [];
  for (const { text } of readers)
    numbers.push(
      (await session.one<{ last: number }>(`SELECT coalesce(max(id), 0) AS last FROM (${text}) AS entry`))!.last,
    );
  return numbers;
}

/** Makes the keys of entries that came after the given numbers. @returns false, and nothing done, where they are many */
export async function indexNewEntries(
  session: DatabaseSession,
  after: readonly number[],
  limit: number,
): Promise<boolean> {
  const fresh = new Map<string, IndexedRow[]>();
  for (const [index, { kind, text }] of readers.entries()) {
    const rows = await session.query<IndexedRow>(`SELECT * FROM (${text}) AS entry WHERE id > $id LIMIT $limit`, {
      id: after[index],
      limit: limit + 1,
    });
    if (rows.length > limit) return false;
    fresh.set(kind, rows);
  }
  await addEntryKeys(session, ({ kind }) => Promise.resolve(fresh.get(kind)!));
  return true;
}

async function addEntryKeys(
  session: DatabaseSession,
  rowsOf: (reader: (typeof readers)[number]) => Promise<IndexedRow[]>,
): Promise<void> {
  const keys = new StagingTable(session, {
    ...keyStage,
    merge: [insertStaged('catalog_keys', 'key, tier, kind, id', 'staged_keys'), advanceEpochText],
  });
  const typos = new StagingTable(session, {
    ...typoStage,
    merge: [insertStaged('catalog_typo_keys', 'key, name_key', 'staged_typo_keys')],
  });
  for (const reader of readers)
    for (const row of await rowsOf(reader)) addKeys(keys, typos, { kind: entryKinds[reader.kind], row });
  await keys.flush();
  await typos.flush();
  await session.transaction(async (sql) => {
    for (const stage of [keys, typos]) {
      await stage.merge(sql);
      await stage.drop(sql);
    }
  });
}

const insertStaged = (table: string, columns: string, staged: string): string =>
  `INSERT INTO ${table} (${columns}) SELECT DISTINCT ${columns} FROM ${staged} ON CONFLICT DO NOTHING`;

const repositoryKey = (url: string | undefined): string | undefined => (url ? identifyRepository(url)?.url : undefined);

/** Adds repositories that are the source of at least a third of a namespace's packages, under the namespace's key. */
async function addSiblingRepositories(session: Sql, keys: StagingTable): Promise<void> {
  const rows = await session.query<{ type: string; namespace: string; id: number; packages: number }>(
    `SELECT type, namespace, id, packages FROM (
       SELECT p.type, p.namespace, l.to_id AS id, count(*)::integer AS packages,
         sum(count(*)) OVER (PARTITION BY p.type, p.namespace) AS linked
       FROM catalog_packages p
       JOIN catalog_links l ON l.from_kind = ${entryKinds.package} AND l.from_id = p.id
         AND l.to_kind = ${entryKinds.repo} AND l.relation = 'source_of'
       WHERE p.namespace IS NOT NULL AND p.type IN ('maven', 'npm', 'composer')
       GROUP BY p.type, p.namespace, l.to_id) AS counted
     WHERE packages * 3 >= linked`,
  );
  const added = new Set<string>();
  for (const { type, namespace, id, packages } of rows) {
    const key = lookupKey(namespaceText(type, compact(namespace)));
    // Two spellings of a namespace may have one key.
    if (added.has(`${key} ${id}`)) continue;
    added.add(`${key} ${id}`);
    keys.add([key, keyTiers.namespace, entryKinds.repo, id, packages]);
  }
  await keys.flush();
}

/** Pages by id: a cursor would need a transaction while COPY runs on the same connection. */
async function* pages(session: Sql, text: string): AsyncIterable<IndexedRow[]> {
  const size = 20_000;
  for (let after = 0; ;) {
    const rows = await session.query<IndexedRow>(`${text} WHERE id > $after ORDER BY id LIMIT ${size}`, { after });
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1)!.id;
  }
}

function addKeys(keys: StagingTable, typos: StagingTable, { kind, row }: { kind: number; row: IndexedRow }): void {
  const entry: NamedEntry = {
    identifier: row.identifier,
    scope: row.scope,
    name: row.name,
    qualifiers: row.qualifier === '' ? [] : row.qualifier.split('/'),
    titles: row.title === null ? [] : [row.title],
  };
  for (const { key, tier } of entryKeys(entry)) keys.add([key, tier, kind, row.id, row.weight]);
  for (const name of typoNames(entry)) {
    const nameKey = lookupKey(name);
    for (const key of deletionKeys(name)) typos.add([key, nameKey]);
  }
}
