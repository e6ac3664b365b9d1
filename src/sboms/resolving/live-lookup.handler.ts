import { LiveCatalog } from '../../catalog/live/live-catalog.js';
import { Handles, type JobHandler } from '../../jobs/handlers.js';
import type { JobContext } from '../../jobs/job-context.js';
import { formatPurl, purlKey, purlOrNull, type Purl } from '../../model/purl.js';
import type { ComponentEvidence } from '../../resolution/matching/query/evidence.js';
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
    const requests = await this.requestsOf(context, rows);
    const repositories = new Set(requests.flatMap(({ row }) => selectedIdentifiers(row, 'repo', 'repo_url')));
    const purls = requests.flatMap((one) => one.purls);
    const candidates = requests.flatMap((one) => one.candidates);
    const request = { purls, candidates, repositories: [...repositories] };
    const updated = await this.live.lookUp(request, context.signal);
    const refused = await this.live.refuse(requests.flatMap((one) => one.selected));
    const isAffected = ({ purls: own, candidates: possible, selected }: EntryRequest): boolean =>
      [...own, ...possible].some((purl) => updated.has(purlKey(purl))) ||
      selected.some((purl) => refused.has(purlKey(purl)));
    const ids = requests.filter(isAffected).map(({ row }) => row.id);
    if (ids.length === 0) return 0;
    await context.transaction(async (sql) => {
      const sbom = await findSbom(sql, sbomId);
      if (!sbom) return;
      await markPending(sql, sbomId, ids);
      await queueResolution(sql, sbom);
    });
    return ids.length;
  }

  /** Without internal components and candidates of their names. */
  private async requestsOf(context: JobContext, rows: readonly PendingRow[]): Promise<EntryRequest[]> {
    return context.transaction(async (sql) => {
      const evidence = await this.resolver.withOrganizationEvidence(sql, context.orgId!, rows.map(evidenceOf));
      const requests = rows.flatMap((row, index) => {
        const { internal, priorDecisions } = evidence[index]!;
        return row.internal || internal ? [] : [requestOf(row, (priorDecisions?.length ?? 0) > 0)];
      });
      const candidates = requests.flatMap((one) => one.candidates);
      const internal = await this.resolver.areInternal(sql, context.orgId!, candidates.map(evidenceOfPurl));
      const own = new Set(candidates.filter((_, index) => internal[index]));
      return requests.map((one) => ({ ...one, candidates: one.candidates.filter((purl) => !own.has(purl)) }));
    });
  }
}

interface EntryRequest {
  readonly row: PendingRow;
  readonly purls: readonly Purl[];
  /** Where nobody has named the package and none is selected. */
  readonly candidates: readonly Purl[];
  /** Selected without a person and without a declaration. */
  readonly selected: readonly Purl[];
}

/** More candidates of a name are seldom right. */
const maxCandidates = 2;

function requestOf(row: PendingRow, hasDecisions: boolean): EntryRequest {
  const declared = purlsOf(row.purls ?? []);
  const selected = purlsOf(selectedIdentifiers(row, 'package', 'purl'));
  const isOpen = declared.length === 0 && !row.decided.includes('package') && !hasDecisions;
  const found = row.search_results.package.slice(0, maxCandidates).flatMap(({ purl }) => purl ?? []);
  return {
    row,
    // Purls in the file with their qualifiers, which may name a private registry, else the selected purl.
    purls: declared.length > 0 ? declared : selected,
    candidates: isOpen && selected.length === 0 ? purlsOf(found) : [],
    selected: isOpen ? selected : [],
  };
}

const purlsOf = (texts: readonly string[]): Purl[] => texts.map(purlOrNull).filter((purl) => purl !== null);

const evidenceOfPurl = (purl: Purl): ComponentEvidence => ({
  name: purl.name,
  org: purl.namespace ?? '',
  version: '',
  purls: [formatPurl(purl)],
});

const selectedIdentifiers = (row: PendingRow, kind: 'package' | 'repo', field: 'purl' | 'repo_url'): string[] =>
  row.search_results[kind].flatMap((candidate) => (candidate.selected && candidate[field] ? [candidate[field]] : []));
