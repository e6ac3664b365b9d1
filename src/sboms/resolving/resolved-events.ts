import { selectionOf } from '../../model/selection.js';
import type { Sql } from '../../platform/database/sql.js';
import { publishEvent, hasSubscribers, type EventData } from '../../webhooks/webhook-events.js';
import type { ComponentChange, ComponentRow } from '../components/components.repository.js';

export const resolvedEvent = 'component.resolved';

/** Bounds the size of an event and the number of requests. */
const componentsPerEvent = 100;

/** Publishes events for entries that became resolved. */
export async function publishResolvedEvents(
  sql: Sql,
  sbom: { readonly id: string; readonly org_id: string },
  changes: readonly { readonly before: ComponentRow | undefined; readonly after: ComponentChange }[],
): Promise<void> {
  if (changes.length === 0 || !(await hasSubscribers(sql, sbom.org_id, resolvedEvent))) return;
  const resolved = changes.filter(
    ({ before, after }) =>
      after.status === 'resolved' && (!before || selectionOf(before.search_results).status !== 'resolved'),
  );
  const components = resolved.map(({ after }) => ({
    id: after.id,
    name: after.name,
    org: after.org,
    version: after.version,
    package: after.purl,
    product: after.cpe,
    repo: after.repoUrl,
  }));
  const events: EventData[] = [];
  for (let start = 0; start < components.length; start += componentsPerEvent)
    events.push({
      org_id: sbom.org_id,
      sbom_id: sbom.id,
      components: components.slice(start, start + componentsPerEvent),
    });
  await publishEvent(sql, sbom.org_id, resolvedEvent, events);
}
