import { LiveCatalog } from '../../catalog/live/live-catalog.js';
import { Handles, type JobHandler } from '../../jobs/handler.js';
import type { JobContext } from '../../jobs/job-context.js';
import { purlKey, purlOrNull, type Purl } from '../../model/purl.js';
import { OrganizationResolver } from '../../resolution/organization-resolver.js';
import { ComponentsRepository } from '../components/components.repository.js';
import { LookUpSbom, type LookUpPayload } from '../sboms.jobs.js';
import { afterEntriesChanged } from '../sboms.pipeline.js';
import { SbomsRepository } from '../sboms.repository.js';
import { evidenceOf } from './evidence-of.js';
import { firstId, PendingRepository, type PendingRow } from './pending.repository.js';

const batchSize = 500;

/**
 * Asks live sources about what the entries of an SBOM name and the catalogue does not know; entries about which there is
 * news are resolved again. What is the organization's own is never asked about.
 */
@Handles(LookUpSbom)
export class LookUpHandler implements JobHandler<LookUpPayload> {
  constructor(
    private readonly live: LiveCatalog,
    private readonly resolver: OrganizationResolver,
    private readonly pending: PendingRepository,
    private readonly components: ComponentsRepository,
    private readonly sboms: SbomsRepository,
  ) {}

  async handle(context: JobContext, { sbom_id }: LookUpPayload): Promise<{ result: object }> {
    let [after, lookedAt, news] = [firstId, 0, 0];
    for (;;) {
      const rows = await context.transaction((sql) => this.pending.page(sql, { sbom_id }, after, batchSize));
      if (rows.length === 0) return { result: { sbom_id, looked_at: lookedAt, news } };
      news += await this.lookUp(context, sbom_id, rows);
      after = rows.at(-1)!.id;
      context.progress('asking', (lookedAt += rows.length));
    }
  }

  private async lookUp(context: JobContext, sbomId: string, rows: readonly PendingRow[]): Promise<number> {
    const internal = await context.transaction((sql) =>
      this.resolver.internal(sql, context.orgId!, rows.map(evidenceOf)),
    );
    const outsiders = rows.filter((row, index) => !row.internal && !internal[index]);
    const asked = outsiders.map((row) => ({ id: row.id, purls: purlsOf(row) }));
    const repositories = new Set(outsiders.flatMap((row) => chosen(row, 'repo', 'repo_url')));
    const purls = asked.flatMap((one) => one.purls);
    const learnt = await this.live.ask({ purls, repositories: [...repositories] }, context.signal);
    const ids = asked.filter((one) => one.purls.some((purl) => learnt.has(purlKey(purl)))).map(({ id }) => id);
    if (ids.length === 0) return 0;
    await context.transaction(async (sql) => {
      const sbom = await this.sboms.find(sql, sbomId);
      if (!sbom) return;
      await this.components.markPending(sql, sbomId, ids);
      await afterEntriesChanged(sql, sbom, null);
    });
    return ids.length;
  }
}

/** What the file states, qualifiers and all: they may name a registry of the organization's own. Else what is selected. */
const purlsOf = (row: PendingRow): Purl[] =>
  (row.purls && row.purls.length > 0 ? row.purls : chosen(row, 'package', 'purl'))
    .map(purlOrNull)
    .filter((purl) => purl !== null);

const chosen = (row: PendingRow, kind: 'package' | 'repo', field: 'purl' | 'repo_url'): string[] =>
  row.search_results[kind].flatMap((candidate) => (candidate.selected && candidate[field] ? [candidate[field]] : []));
