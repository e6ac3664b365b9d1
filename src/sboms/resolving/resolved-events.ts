import { selectionOf } from '../../model/selection.js';
import type { Sql } from '../../platform/database/sql.js';
import { announce, isAwaited, type EventData } from '../../webhooks/webhook-events.js';
import type { ComponentChange, ComponentRow } from '../components/components.repository.js';

/** Entries that one event tells of: bodies stay small, and a long list makes no storm of requests. */
const ofOneEvent = 100;

/** Tells of entries that are now known to be something, and were not before. */
export async function announceResolved(
  sql: Sql,
  sbom: { readonly id: string; readonly org_id: string },
  changes: readonly { readonly before: ComponentRow | undefined; readonly after: ComponentChange }[],
): Promise<void> {
  if (changes.length === 0 || !(await isAwaited(sql, sbom.org_id, 'component.resolved'))) return;
  const resolved = changes.filter(
    ({ before, after }) =>
      after.status === 'resolved' && (!before || selectionOf(before.search_results).status !== 'resolved'),
  );
  const components = resolved.map(({ after }) => ({
    ...{ id: after.id, name: after.name, org: after.org, version: after.version },
    ...{ package: after.purl, product: after.cpe, repo: after.repoUrl },
  }));
  const events: EventData[] = [];
  for (let start = 0; start < components.length; start += ofOneEvent)
    events.push({
      ...{ org_id: sbom.org_id, sbom_id: sbom.id },
      components: components.slice(start, start + ofOneEvent),
    });
  await announce(sql, sbom.org_id, 'component.resolved', events);
}
