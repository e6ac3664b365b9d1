import type { AlarmSubject } from '../../alarms/alarm-types.js';
import type { OpenItem, OpenItems } from '../../alarms/issues/issue-content.js';
import type { ChannelRow } from '../../alarms/channels.repository.js';
import { isLeftOut } from '../../alarms/messages.repository.js';
import type { Sql } from '../../platform/database/sql.js';
import { isNotOpen, openNow, worstOfPackage } from './detection.repository.js';

/** Items that an issue names; it counts the others. */
const maxItems = 200;

/** Null: the SBOM was deleted. */
export const findIssueSubject = (sql: Sql, sbomId: string): Promise<AlarmSubject | null> =>
  sql.one<AlarmSubject>(
    'SELECT id, org_id, team_id, name, version, supplier FROM sboms WHERE id = $sbomId AND deleted_at IS NULL',
    { sbomId },
  );

/** Whether the filter of a channel lets the SBOM pass. */
export const isWanted = ({ team_ids, suppliers }: ChannelRow, sbom: AlarmSubject): boolean =>
  (team_ids.length === 0 || team_ids.includes(sbom.team_id)) &&
  (suppliers.length === 0 || suppliers.some((one) => one.toLowerCase() === sbom.supplier.toLowerCase()));

/** Whether the filter of a channel may leave out something of an SBOM that passes. */
export const isSelective = ({ events, min_severity, min_epss, exploited_only }: ChannelRow): boolean =>
  events.length > 0 || min_severity !== 'none' || min_epss > 0 || exploited_only;

/** Which of the things that are open are a type that the channel wants. */
const wantedTypes = `($all OR n.kind = 'license' AND 'license.violated' = ANY ($events)
  OR n.kind = 'end_of_life' AND 'component.end_of_life' = ANY ($events)
  OR n.kind = 'vulnerability' AND ('vulnerability.found' = ANY ($events)
    OR n.exploited AND 'vulnerability.exploited' = ANY ($events)))`;

/** What passes, whether or not it is decided: what was published has no probability of exploitation with it. */
const passes = (item: string): string => `${isLeftOut(item, `${item}.kind = 'vulnerability'`)} IS NULL`;

/** What is open of an SBOM now and passes the filter of a channel. */
export async function readOpenItems(sql: Sql, sbomId: string, channel: ChannelRow): Promise<OpenItems> {
  const filter = {
    sbomId,
    all: channel.events.length === 0,
    events: channel.events,
    minSeverity: channel.min_severity,
    minEpss: channel.min_epss,
    exploitedOnly: channel.exploited_only,
  };
  const rows = await sql.query<OpenItem & { total: number }>(
    `WITH ${openNow}
     SELECT n.kind, n.subject, n.package, n.component_id, n.name AS component, n.version, n.components, n.severity,
       n.status, n.epss, n.exploited, n.fixed_in, left(n.text, 500) AS text, (count(*) OVER ())::int AS total
     FROM now_open n WHERE ${wantedTypes} AND ${passes('n')}
     ORDER BY n.kind <> 'vulnerability', ${worstOfPackage}, n.subject LIMIT $maxItems`,
    { ...filter, maxItems, includeUndecided: channel.include_undecided },
  );
  const others = await sql.one<{ unexamined: number; undecided: number }>(
    `WITH ${openNow}
     SELECT (SELECT count(*)::int FROM (SELECT *, NULL::float8 AS epss FROM open_alarms) n
         WHERE n.sbom_id = $sbomId AND ${wantedTypes} AND ${passes('n')}
           AND ${isNotOpen('n')}
       ) AS unexamined,
       (SELECT count(*)::int FROM now_open n WHERE n.status = 'unknown' AND ${wantedTypes} AND ${passes('n')}) AS undecided`,
    { ...filter, includeUndecided: true },
  );
  return {
    total: rows[0]?.total ?? 0,
    items: rows,
    unexamined: others?.unexamined ?? 0,
    undecided: channel.include_undecided ? 0 : (others?.undecided ?? 0),
  };
}
