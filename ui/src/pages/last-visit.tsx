import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { get, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { shortText } from '../parts/file-text.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { organization, viewer } from '../session.js';

/** Somebody who comes back sooner is still at the same visit. */
const visitMs = 30 * 60_000;

/** The beginning of this visit, the last sign of it, and the end of the visit before. */
interface Visit {
  readonly seen: number;
  readonly before: number | null;
}

/** When this user was here before this visit; null: never, in this browser. */
function lastVisit(key: string, now: number): number | null {
  let known: Partial<Visit> | null = null;
  try {
    known = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Visit> | null;
  } catch {
    // Of another release, or changed by hand: as if there was none.
  }
  const seen = typeof known?.seen === 'number' ? known.seen : null;
  const before = typeof known?.before === 'number' ? known.before : null;
  const last = seen !== null && now - seen > visitMs ? seen : before;
  localStorage.setItem(key, JSON.stringify({ seen: now, before: last } satisfies Visit));
  return last;
}

/** What happened in the organization since the viewer was here last. */
export function SinceLastVisit({ round }: { round: number }): JSX.Element {
  const orgId = organization.value!.id;
  const key = `visit:${orgId}:${viewer.value!.id}`;
  const loaded = useLoaded(
    async () => {
      const at = lastVisit(key, Date.now());
      if (at === null) return 'first';
      return (await get('v1/report/getOrganizationChanges', { org_id: orgId, since: new Date(at).toISOString() })).data;
    },
    [orgId],
    [round],
  );
  const { data } = loaded.state.value;
  const isFirst = data === null || data === 'first';
  return (
    <Card title={texts.visit.title} aside={!isFirst && texts.moment(data.since)}>
      <Part of={loaded}>
        {(changes) => (changes === 'first' ? <p class="soft">{texts.visit.first}</p> : <Changes of={changes} />)}
      </Part>
    </Card>
  );
}

function Changes({ of }: { of: Data<'GET v1/report/getOrganizationChanges'> }): JSX.Element {
  const path = `/o/${organization.value!.id}`;
  const names = (list: readonly string[]): string => list.map((name) => shortText(name, 30)).join(', ');
  const rows = [
    {
      count: of.imported,
      text: texts.visit.imported(of.imported),
      note: names(of.imported_names),
      href: `${path}/sboms`,
    },
    {
      count: of.vulnerabilities,
      text: texts.visit.vulnerabilities(of.vulnerabilities),
      note: of.exploited > 0 ? texts.visit.exploited(of.exploited) : '',
      href: `${path}/vulnerabilities${of.exploited > 0 ? '?exploited=true' : ''}`,
    },
    {
      count: of.settled,
      text: texts.visit.settled(of.settled),
      note: of.settled_by
        .map(({ user_id: id, user_name: name, names: count }) =>
          texts.visit.by(id === viewer.value?.id ? texts.visit.you : shortText(name, 30), count),
        )
        .join(', '),
      href: `${path}/review/decisions`,
    },
    {
      count: of.failing,
      text: texts.visit.failing(of.failing),
      note: names(of.failing_names),
      href: `${path}/sboms?verdict=failed`,
    },
    {
      count: of.no_longer_failing,
      text: texts.visit.mended(of.no_longer_failing),
      note: names(of.no_longer_failing_names),
      href: `${path}/sboms`,
    },
    {
      count: of.not_compared,
      text: texts.visit.notCompared(of.not_compared),
      note: names(of.not_compared_names),
      href: `${path}/sboms`,
    },
  ].filter(({ count }) => count > 0);
  if (rows.length === 0) return <p class="soft">{texts.visit.nothing}</p>;
  return (
    <ul class="lines">
      {rows.map(({ text, note, href }) => (
        <li key={text}>
          <a href={href}>{text}</a>
          <span class="quiet break">{note}</span>
        </li>
      ))}
    </ul>
  );
}
