import type { Sql } from '../../platform/database/sql.js';

/** Not used for so long, an outcome is deleted. */
export const maxUnusedDays = 30;

/** Of another epoch, or not used for long. */
export const expiredOutcome = `t.used_on < $before OR t.epoch < (SELECT max(epoch) FROM catalog_epoch)`;

const trimmedAtOnce = 2_000;

/** An `OutcomeRow` as JSON; empty for one that found nothing. */
const outcomeText = `CASE WHEN status = 'no-resolution' AND suggestions IS NULL THEN ''
  WHEN key = ANY (ARRAY(SELECT decode(unnest(string_to_array($textKeys, ',')), 'hex'))) THEN jsonb_build_object(
    'status', status, 'purl', purl, 'cpe', cpe, 'repoUrl', repo_url, 'svcId', svc_id, 'confidence', confidence,
    'suggestions', suggestions, 'search_results', search_results)::text END`;

/** By key, the outcomes of the present epoch of the catalogue; null where the text is not wanted. */
export async function findOutcomes(
  sql: Sql,
  { keys, textKeys }: { readonly keys: readonly string[]; readonly textKeys: readonly string[] },
): Promise<{ epoch: string; outcomes: Map<string, string | null> }> {
  const present = await sql.one<{ epoch: string }>('SELECT coalesce(max(epoch), 0) AS epoch FROM catalog_epoch');
  const { epoch } = present!;
  const rows = await sql.query<{ key: string; outcome: string | null; aging: boolean }>(
    `SELECT encode(key, 'hex') AS key, ${outcomeText} AS outcome, used_on < current_date AS aging
     FROM resolution_outcomes
     WHERE key = ANY (ARRAY(SELECT decode(unnest(string_to_array($keys, ',')), 'hex'))) AND epoch = $epoch`,
    { keys: keys.join(), textKeys: textKeys.join(), epoch },
  );
  const aging = rows.filter((row) => row.aging).map(({ key }) => key);
  if (aging.length > 0)
    await sql.run(
      `UPDATE resolution_outcomes SET used_on = current_date
       WHERE key = ANY (ARRAY(SELECT decode(unnest(string_to_array($keys, ',')), 'hex')))`,
      { keys: aging.sort().join() },
    );
  return { epoch, outcomes: new Map(rows.map(({ key, outcome }) => [key, outcome])) };
}

/** Stores outcomes, each as from `serializeOutcome`, for an epoch; beyond so many the oldest ones go. */
export async function storeOutcomes(
  sql: Sql,
  epoch: string,
  outcomes: ReadonlyMap<string, string>,
  maxOutcomes: number,
): Promise<void> {
  // In order of their keys, so that transactions wait for each other in one direction only.
  const rows = [...outcomes].sort(([key], [other]) => (key < other ? -1 : 1));
  await sql.run(
    `INSERT INTO resolution_outcomes
       (key, epoch, status, search_results, suggestions, purl, cpe, repo_url, svc_id, confidence, used_on)
     SELECT decode(key, 'hex'), $epoch, status, search_results, nullif(suggestions, 'null'::jsonb), purl, cpe, "repoUrl",
       "svcId", confidence, current_date
     FROM jsonb_to_recordset($rows::jsonb) AS e (key text, status text, search_results jsonb, suggestions jsonb,
       purl text, cpe text, "repoUrl" text, "svcId" text, confidence double precision)
     ON CONFLICT (key) DO UPDATE SET number = DEFAULT, epoch = excluded.epoch, status = excluded.status,
       search_results = excluded.search_results, suggestions = excluded.suggestions, purl = excluded.purl,
       cpe = excluded.cpe, repo_url = excluded.repo_url, svc_id = excluded.svc_id, confidence = excluded.confidence,
       used_on = excluded.used_on`,
    { epoch, rows: `[${rows.map(([key, text]) => `{"key":"${key}",${text.slice(1)}`).join(',')}]` },
  );
  await sql.run(
    `DELETE FROM resolution_outcomes WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM resolution_outcomes WHERE number <= (SELECT max(number) FROM resolution_outcomes) - $maxOutcomes
       ORDER BY number LIMIT ${trimmedAtOnce} FOR UPDATE SKIP LOCKED))`,
    { maxOutcomes },
  );
}
