import { readdirSync } from 'node:fs';
import type pg from 'pg';
import type { TestApp } from '../app.js';

/** Changed by every request, or by the queue's own housekeeping: says nothing of what a request did. */
const restless = [
  'last_active_at',
  'last_used_at',
  'state',
  'queued_at',
  'lease_until',
  'dispatch',
  'due_at',
  'attempt',
  'fence',
];

/**
 * A fingerprint of every table's content, and of the blob store's: equal before and after a request that had no effect.
 * The tables of BullMQ are left out (each of its jobs is a row of `job_runs`), and the audit log, which tells of refusals too.
 */
export async function databaseState(app: TestApp, client: pg.Client): Promise<Record<string, string>> {
  const tables = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name !~ '^(bull|schema_|audit_)'`,
  );
  const fingerprints = tables.rows.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(md5((to_jsonb(t) - $1::text[])::text), '' ORDER BY
         md5((to_jsonb(t) - $1::text[])::text)), '')) AS hash FROM "${name}" t`,
  );
  const { rows } = await client.query<{ name: string; hash: string }>(fingerprints.join(' UNION ALL '), [restless]);
  const files = readdirSync(app.configuration.dataDir, { recursive: true }).map(String).sort();
  return { ...Object.fromEntries(rows.map(({ name, hash }) => [name, hash])), files: files.join(' ') };
}
