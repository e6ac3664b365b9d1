import type { AlarmSubject } from '../../alarms/alarm-types.js';
import { severityRank } from '../../model/severities.js';
import type { Sql } from '../../platform/database/sql.js';
import { applicableRuleset, failuresOf, isChanging } from '../verdict-columns.js';
import { effectiveStatus } from '../vulnerabilities/vulnerabilities.repository.js';

/** Notes, in the transaction that writes scores, that alarms are to be looked for. */
export async function insertAlarmChecks(sql: Sql, sbomIds: readonly string[]): Promise<void> {
  await sql.run(
    `INSERT INTO alarm_checks (sbom_id, org_id)
     SELECT id, org_id FROM sboms WHERE id = ANY ($sbomIds::uuid[]) AND deleted_at IS NULL ORDER BY id
     ON CONFLICT (sbom_id) DO UPDATE SET changed_at = now()`,
    { sbomIds },
  );
}

const isReady = (sbom: string): string => `(${sbom}.deleted_at IS NOT NULL OR NOT ${isChanging(sbom)})`;

export async function hasAlarmChecks(sql: Sql): Promise<boolean> {
  return (
    (await sql.one(`SELECT FROM alarm_checks a JOIN sboms b ON b.id = a.sbom_id WHERE ${isReady('b')} LIMIT 1`)) !==
    null
  );
}

/** SBOMs, without those of `but`, whose alarms can be looked for: nothing of them is being worked in. */
export async function readyAlarmChecks(sql: Sql, but: Iterable<string>, limit: number): Promise<string[]> {
  const rows = await sql.query<{ sbom_id: string }>(
    `SELECT a.sbom_id FROM alarm_checks a JOIN sboms b ON b.id = a.sbom_id WHERE ${isReady('b')}
       AND a.sbom_id <> ALL ($seen::uuid[])
     ORDER BY a.changed_at, a.sbom_id LIMIT $limit`,
    { seen: [...but], limit },
  );
  return rows.map(({ sbom_id }) => sbom_id);
}

/** An SBOM whose alarms are looked for now. */
export interface CheckedSbom extends AlarmSubject {
  readonly is_silent: boolean;
  readonly is_first: boolean;
}

/**
 * Takes a check, for this transaction: writers of scores wait, and then ask for another one.
 *
 * @returns null: another worker has it, or something is being worked in again
 */
export async function takeAlarmCheck(sql: Sql, sbomId: string): Promise<CheckedSbom | null> {
  const check = await sql.one<{ is_silent: boolean }>(
    'SELECT is_silent FROM alarm_checks WHERE sbom_id = $sbomId FOR UPDATE SKIP LOCKED',
    { sbomId },
  );
  if (!check) return null;
  const sbom = await sql.one<CheckedSbom & { is_ready: boolean; is_deleted: boolean }>(
    `SELECT id, org_id, team_id, name, version, supplier, $isSilent::boolean AS is_silent,
       alarms_published_at IS NULL AS is_first, ${isReady('b')} AS is_ready, deleted_at IS NOT NULL AS is_deleted
     FROM sboms b WHERE id = $sbomId`,
    { sbomId, isSilent: check.is_silent },
  );
  if (sbom && !sbom.is_ready) return null;
  await sql.run('DELETE FROM alarm_checks WHERE sbom_id = $sbomId', { sbomId });
  if (!sbom || sbom.is_deleted) {
    await sql.run('DELETE FROM open_alarms WHERE sbom_id = $sbomId', { sbomId });
    return null;
  }
  await sql.run('UPDATE sboms SET alarms_published_at = coalesce(alarms_published_at, now()) WHERE id = $sbomId', {
    sbomId,
  });
  return sbom;
}

/** Of a vulnerability, licence and life cycle, the id of the alarm that new ones belong to. */
export interface AlarmIds {
  readonly found: string;
  readonly exploited: string;
  readonly license: string;
  readonly ended: string;
}

export interface AlarmCount {
  readonly event_id: string;
  readonly total: number;
}

/** Bounds keys of an index. */
const shortened = (text: string): string =>
  `CASE WHEN length(${text}) <= 300 THEN ${text} ELSE left(${text}, 260) || md5(${text}) END`;

/**
 * What a component is of, whatever its version: that of a package is no news when only the version changes. The same
 * name in another registry is another package. In the collation of `open_alarms`, whose index is of no use for another
 * one.
 */
const packageOf = `(${shortened(`coalesce(split_part(c.selected_purl, '@', 1)
    || coalesce('?' || substring(c.selected_purl FROM '@.*[?&](repository_url=[^&#]*)'), ''),
  split_part(c.selected_cpe, ':', 4) || ':' || split_part(c.selected_cpe, ':', 5), c.name_key)`)}) COLLATE "default"`;

const currentAlarms = `
  SELECT 'vulnerability' AS kind, ${packageOf} AS package, left(v.id, 200) AS subject, c.id AS component_id, c.name,
    c.version, v.severity, ${effectiveStatus} AS status, v.epss, v.exploited IS NOT NULL AS exploited, v.fixed_in,
    v.summary AS text
  FROM component_scores s JOIN components c ON c.id = s.component_id AND c.deleted_at IS NULL
    JOIN entity_vulnerabilities v ON v.entity_id = s.entity_id
    LEFT JOIN component_statements t ON t.component_id = s.component_id AND t.vulnerability = v.id
  WHERE s.sbom_id = $sbomId AND ${effectiveStatus} <> 'not_affected'
  UNION ALL
  SELECT 'license', ${packageOf}, failure ->> 'rule_id', c.id, c.name, c.version, 'unknown', 'affected', NULL, false,
    NULL, failure ->> 'reason'
  FROM component_scores s JOIN components c ON c.id = s.component_id AND c.deleted_at IS NULL
    CROSS JOIN jsonb_array_elements(${failuresOf('s')}) AS failure
  WHERE s.sbom_id = $sbomId AND s.failures_key IS NOT NULL AND failure ->> 'rule_id' LIKE 'license.%'
  UNION ALL
  SELECT 'end_of_life', ${packageOf}, 'ended', c.id, c.name, c.version, 'unknown', 'affected', NULL, false, NULL,
    coalesce(jsonb_path_query_first(e.tags, '$[*] ? (@.name == "end_of_life").description') #>> '{}', '')
  FROM component_scores s JOIN components c ON c.id = s.component_id AND c.deleted_at IS NULL
    JOIN entity_scores e ON e.entity_id = s.entity_id
  WHERE s.sbom_id = $sbomId AND e.readings #>> '{end_of_life,0}' = 'ended'`;

const severityOrder = severityRank('severity');
/** What was published of a vulnerability before severities were kept rises to nothing. */
const isWorse = `coalesce(${severityRank('n.severity')} < ${severityRank('o.severity')}, false)`;
const statusOrder = `array_position(ARRAY['affected', 'unknown'], status)`;
/** Of several components of one package the worst stands for all. */
export const worstOfPackage = `${statusOrder}, NOT exploited, ${severityOrder}, epss DESC NULLS LAST, name, version, component_id`;

/** SQL: `now_open`, what holds of the SBOM `$sbomId` now, one row for each package and subject. */
export const openNow = `alarms AS MATERIALIZED (${currentAlarms}),
     now_open AS MATERIALIZED (
       SELECT * FROM (
         SELECT *, (count(*) OVER (PARTITION BY kind, package, subject))::int AS components,
           row_number() OVER (PARTITION BY kind, package, subject ORDER BY ${worstOfPackage}) AS rank
         FROM alarms) ranked WHERE rank = 1)`;

/**
 * SQL: whether a row of `open_alarms` is not in `now_open` any more. NOT IN is looked up by hash, whatever the planner
 * takes the number of alarms for.
 */
export const isNotOpen = (alarm: string): string =>
  `(${alarm}.kind, ${alarm}.package, ${alarm}.subject) NOT IN (SELECT kind, package, subject FROM now_open)`;

/** SQL: entries to which not all advisories are applied, and why. */
const blindEntries = (which: string): string =>
  `SELECT c.id, c.created_at, c.name_key, s.entity_id, ${packageOf} AS package,
     CASE WHEN s.examined IS NULL OR s.examined = 'not_examined' THEN 'not_examined'
       WHEN c.package_undecided THEN 'package_undecided'
       ELSE left(e.coverage #>> '{vulnerabilities,reason}', 300) END AS unapplied
   FROM components c LEFT JOIN component_scores s ON s.component_id = c.id
     LEFT JOIN entity_scores e ON e.entity_id = s.entity_id
   WHERE ${which} AND c.deleted_at IS NULL AND s.examined IS DISTINCT FROM 'examined'
     AND (s.examined IS DISTINCT FROM 'partly' OR c.package_undecided
       OR e.coverage #>> '{vulnerabilities,cause}' IN ('source_unknown', 'not_covered'))`;

const standsFor = `SELECT l.package, l.subject, l.is_replaced, l.unapplied AS former, b.id AS component_id, b.entity_id,
  b.unapplied FROM lost l JOIN blind b`;

/** Whether an entry is the one of an alarm, of its package or of its name. */
const isOf = (entry: string, alarm: string): string =>
  `${entry}.id = ${alarm}.component_id OR ${entry}.package = ${alarm}.package
     OR ${entry}.name_key = (SELECT f.name_key FROM components f WHERE f.id = ${alarm}.component_id)`;

const isInRuleset = (rule: string): string =>
  `(SELECT EXISTS (SELECT FROM sboms b CROSS JOIN LATERAL (${applicableRuleset('b')}) a JOIN rulesets r ON r.id = a.id
     WHERE b.id = $sbomId AND ${rule} = ANY (r.rule_ids)))`;

/**
 * SQL: `lost`, what was published and is not found any more; `blind`, the entries of the SBOM to which not all advisories
 * are applied, if anything is lost; `kept`, what is lost and not forgotten; `undated`, the entries whose end of life
 * nobody looks for; `unlicensed`, those that declare no licence any more; `gone`, what is forgotten.
 *
 * Not looked for is not mended. That some advisories are not applied counts only where it was otherwise when the
 * vulnerability was last found: many entries are never examined but in part, and what they lose is mended. An entry that
 * an import made in place of another one stands for it, by its package or its name. An entry in which the vulnerability
 * is known was looked at. A licence that nobody declares any more is not another one: what broke a rule that the ruleset
 * still has stays, also where the rule permits unknown licences.
 */
const forgotten = `lost AS MATERIALIZED (
       SELECT o.package, o.subject, o.component_id, o.unapplied, f.name_key, f.created_at,
         f.id IS NULL OR f.deleted_at IS NOT NULL AS is_replaced
       FROM open_alarms o LEFT JOIN components f ON f.id = o.component_id
       WHERE o.sbom_id = $sbomId AND o.kind = 'vulnerability'
         AND ${isNotOpen('o')}),
     blind AS MATERIALIZED (
       SELECT b.* FROM (${blindEntries('c.sbom_id = $sbomId')}) b WHERE (SELECT EXISTS (SELECT FROM lost))),
     kept AS MATERIALIZED (
       SELECT DISTINCT ON (package, subject) package, subject, is_replaced, component_id
       FROM (${standsFor} ON b.id = l.component_id
         UNION ALL ${standsFor} ON b.package = l.package
           AND (b.unapplied = 'not_examined' OR l.is_replaced AND b.created_at > coalesce(l.created_at, '-infinity'))
         UNION ALL ${standsFor} ON b.name_key = l.name_key AND l.is_replaced AND b.created_at > l.created_at) pair
       WHERE (unapplied = 'not_examined' OR unapplied IS DISTINCT FROM former)
         AND NOT EXISTS (SELECT FROM entity_vulnerabilities v WHERE v.entity_id = pair.entity_id AND v.id = subject)
       ORDER BY package, subject, component_id),
     moved AS (
       UPDATE open_alarms o SET component_id = k.component_id FROM kept k WHERE o.sbom_id = $sbomId AND k.is_replaced
         AND (o.kind, o.package, o.subject) = ('vulnerability', k.package, k.subject)),
     undated AS MATERIALIZED (
       SELECT c.id, c.name_key, ${packageOf} AS package FROM components c
         LEFT JOIN component_scores s ON s.component_id = c.id LEFT JOIN entity_scores e ON e.entity_id = s.entity_id
       WHERE (SELECT EXISTS (SELECT FROM open_alarms o WHERE o.sbom_id = $sbomId AND o.kind = 'end_of_life'))
         AND c.sbom_id = $sbomId AND c.deleted_at IS NULL
         AND (s.entity_id IS NULL OR e.coverage #>> '{end_of_life,cause}' = 'no_source')),
     unlicensed AS MATERIALIZED (
       SELECT c.id, c.name_key, ${packageOf} AS package FROM components c
         LEFT JOIN component_scores s ON s.component_id = c.id
       WHERE (SELECT EXISTS (SELECT FROM open_alarms o WHERE o.sbom_id = $sbomId AND o.kind = 'license'))
         AND c.sbom_id = $sbomId AND c.deleted_at IS NULL AND coalesce(s.license, '') = ''),
     gone AS (
       DELETE FROM open_alarms o WHERE o.sbom_id = $sbomId
         AND ${isNotOpen('o')}
         AND (o.kind <> 'vulnerability'
           OR NOT EXISTS (SELECT FROM kept k WHERE (k.package, k.subject) = (o.package, o.subject)))
         AND (o.kind <> 'end_of_life' OR NOT EXISTS (SELECT FROM undated u WHERE ${isOf('u', 'o')}))
         AND (o.kind <> 'license' OR NOT ${isInRuleset('o.subject')}
           OR NOT EXISTS (SELECT FROM unlicensed u WHERE ${isOf('u', 'o')})))`;

/**
 * Compares what holds of an SBOM with what was published, records the difference, and stores its items.
 *
 * A vulnerability is news again when it turns out to affect the version, is rated worse than ever before, or begins to be
 * exploited; an exploited one that turns out to affect the version is news as such too, because most channels leave out
 * what is undecided.
 *
 * @param keepItems whether anybody may want them
 * @returns the alarms that have items
 */
export function replaceOpenAlarms(
  sql: Sql,
  sbom: { readonly id: string; readonly org_id: string },
  ids: AlarmIds,
  keepItems: boolean,
): Promise<AlarmCount[]> {
  return sql.query<AlarmCount>(
    `WITH ${openNow},
     ${forgotten},
     news AS MATERIALIZED (
       SELECT n.*, n.status = 'affected' AND o.status IS DISTINCT FROM 'affected' OR o.sbom_id IS NULL
           OR ${isWorse} AS is_found,
         CASE WHEN o.status = 'affected' AND ${isWorse} THEN o.severity END AS former_severity,
         CASE WHEN o.severity IS NULL OR ${isWorse} THEN n.severity ELSE o.severity END AS worst_severity,
         n.exploited AND (NOT coalesce(o.exploited, false)
           OR (n.status = 'affected' AND o.status IS DISTINCT FROM 'affected')) AS is_exploited,
         coalesce(b.unapplied, '') AS unapplied
       FROM now_open n
         LEFT JOIN LATERAL (${blindEntries('c.id = n.component_id')} LIMIT 1) b ON true
         LEFT JOIN LATERAL (SELECT * FROM open_alarms a WHERE a.sbom_id = $sbomId
           AND (a.kind, a.package, a.subject) = (n.kind, n.package, n.subject) LIMIT 1) o ON true
       WHERE o.sbom_id IS NULL OR (o.status, o.exploited, o.component_id, o.unapplied)
         IS DISTINCT FROM (n.status, n.exploited, n.component_id, coalesce(b.unapplied, ''))
         OR o.severity IS NULL OR ${isWorse}),
     written AS (
       INSERT INTO open_alarms (sbom_id, org_id, kind, package, subject, component_id, status, exploited, severity,
         unapplied)
       SELECT $sbomId, $orgId, kind, package, subject, component_id, status, exploited, worst_severity, unapplied FROM news
       ON CONFLICT (sbom_id, kind, package, subject) DO UPDATE SET component_id = excluded.component_id,
         status = excluded.status, exploited = excluded.exploited, severity = excluded.severity,
         unapplied = excluded.unapplied),
     events AS MATERIALIZED (
       SELECT CASE kind WHEN 'vulnerability' THEN $found WHEN 'license' THEN $license ELSE $ended END::uuid AS event_id,
         news.* FROM news WHERE is_found
       UNION ALL SELECT $exploited::uuid, news.* FROM news WHERE is_exploited),
     items AS (
       INSERT INTO alarm_items (event_id, position, org_id, subject, package, component_id, component, version,
         components, severity, status, epss, exploited, fixed_in, text, former_severity)
       SELECT event_id, row_number() OVER (PARTITION BY event_id ORDER BY ${worstOfPackage}, subject) - 1, $orgId,
         subject, package, component_id, left(name, 500), left(version, 200), components, severity, status, epss,
         exploited, left(fixed_in, 200), left(text, 500), former_severity
       FROM events WHERE $keepItems)
     SELECT event_id, count(*)::int AS total FROM events GROUP BY event_id`,
    { sbomId: sbom.id, orgId: sbom.org_id, keepItems, ...ids },
  );
}
