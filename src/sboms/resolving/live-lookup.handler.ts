import { LiveCatalog } from '../../catalog/live/live-catalog.js';
import { Handles, type JobHandler } from '../../jobs/handlers.js';
import type { JobContext } from '../../jobs/job-context.js';
import { purlKey, purlOrNull, type Purl } from '../../model/purl.js';
import { OrganizationResolver } from '../../resolution/organization-resolver.js';
import { markPending } from '../components/components.repository.js';
import { LookUpSbom, type LookUpPayload } from '../sboms.jobs.js';
import { queueResolution } from '../sboms.pipeline.js';
import { findSbom } from '../sboms.repository.js';
import { evidenceOf } from './evidence-of.js';
import { entriesAfter, firstId, type PendingRow } from './pending.repository.js';

const batchSize = 500;

/**
 * Queries live sources for what the entries of an SBOM name and the catalogue lacks. Entries with new data are resolved
 * again. Internal components are never sent to a live source.
 */
@Handles(LookUpSbom)
export class LiveLookupHandler implements JobHandler<LookUpPayload> {
  constructor(
    private readonly live: LiveCatalog,
    private readonly resolver: OrganizationResolver,
  ) {}

  async handle(context: JobContext, { sbom_id }: LookUpPayload): Promise<{ result: object }> {
    let [after, lookedAt, found] = [firstId, 0, 0];
    for (;;) {
      const rows = await context.transaction((sql) => entriesAfter(sql, { sbom_id }, after, batchSize));
      if (rows.length === 0) return { result: { sbom_id, looked_at: lookedAt, news: found } };
      found += await this.lookUp(context, sbom_id, rows);
      after = rows.at(-1)!.id;
      context.progress('asking', (lookedAt += rows.length));
    }
  }

  private async lookUp(context: JobContext, sbomId: string, rows: readonly PendingRow[]): Promise<number> {
    const internal = await context.transaction((sql) =>
      this.resolver.areInternal(sql, context.orgId!, rows.map(evidenceOf)),
    );
    const external = rows.filter((row, index) => !row.internal && !internal[index]);
    const requested = external.map((row) => ({ id: row.id, purls: requestedPurls(row) }));
    const repositories = new Set(external.flatMap((row) => selectedIdentifiers(row, 'repo', 'repo_url')));
    const purls = requested.flatMap((one) => one.purls);
    const updated = await this.live.lookUp({ purls, repositories: [...repositories] }, context.signal);
    const ids = requested.filter((one) => one.purls.some((purl) => updated.has(purlKey(purl)))).map(({ id }) => id);
    if (ids.length === 0) return 0;
    await context.transaction(async (sql) => {
      const sbom = await findSbom(sql, sbomId);
      if (!sbom) return;
      await markPending(sql, sbomId, ids);
      await queueResolution(sql, sbom, null);
    });
    return ids.length;
  }
}

/** Purls in the file with their qualifiers, which may name a private registry, else the selected purl. */
const requestedPurls = (row: PendingRow): Purl[] =>
  (row.purls && row.purls.length > 0 ? row.purls : selectedIdentifiers(row, 'package', 'purl'))
    .map(purlOrNull)
    .filter((purl) => purl !== null);

const selectedIdentifiers = (row: PendingRow, kind: 'package' | 'repo', field: 'purl' | 'repo_url'): string[] =>
  row.search_results[kind].flatMap((candidate) => (candidate.selected && candidate[field] ? [candidate[field]] : []));
