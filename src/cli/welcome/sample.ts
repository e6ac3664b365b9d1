import { join } from 'node:path';
import { ProgressBar } from '../../catalog/progress-bar.js';
import { projectRoot } from '../../platform/project-root.js';
import type { ApiClient, JobStatus } from './api-client.js';
import { textTable } from './text-table.js';

const file = 'samples/webshop.cdx.json';
const description = {
  name: 'Webshop',
  version: '5.2.0',
  supplier: 'Example Webshop Inc.',
  contact_name: 'Stocktake',
  contact_email: 'sample@example.com',
};

interface SampleCandidate {
  readonly selected: boolean;
  readonly purl?: string;
  readonly repo_url?: string;
  readonly cpe?: string;
}

interface SampleEntry {
  readonly name: string;
  readonly version: string;
  readonly status: string;
  readonly search_results: { readonly [kind in 'package' | 'repo' | 'product']: readonly SampleCandidate[] };
}

interface SampleSbom {
  readonly id: string;
  readonly name: string;
  readonly entry_count: number;
  readonly entries: readonly SampleEntry[];
}

export interface WelcomeOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/**
 * Imports the sample into an organization without SBOMs through the API and shows the resolved components. A sample
 * that an earlier, killed start began is finished.
 */
export async function importSample(api: ApiClient, output: WelcomeOutput): Promise<void> {
  const organizations = await api.get<{ organization: { id: string } }[]>('v1/organizations/getOwnOrganizations');
  const orgId = organizations.data[0]?.organization.id;
  if (orgId === undefined) return;
  const { data } = await api.get<{ softwareLists: SampleSbom[] }>('v1/project/getSBOMs', { org_id: orgId });
  const [existing, ...others] = data.softwareLists;
  if (others.length > 0 || (existing && existing.name !== description.name)) return;
  const sbom =
    existing ?? (await api.post<SampleSbom>('v1/project/createSBOM', {}, { ...description, org_id: orgId })).data;

  output.write(`Importing the sample, ${file}:\n`);
  const query = { sbom_id: sbom.id, async: 'true' };
  const imported = await api.upload('v1/project/importSBOM', query, join(projectRoot, file));
  await follow(api, imported.meta.job_id, output);
  const resolving = await api.post('v1/project/resolveComponents', {}, { sbom_id: sbom.id });
  await follow(api, resolving.meta.job_id, output);

  const { data: resolved } = await api.get<SampleSbom>('v1/project/getSBOM', { id: sbom.id, limit: '1000' });
  output.write(`\n${tableOf(resolved.entries, output)}\n${summaryOf(resolved.entries)}\n`);
}

async function follow(api: ApiClient, jobId: string | undefined, output: WelcomeOutput): Promise<void> {
  if (jobId === undefined) return;
  const bar = new ProgressBar(output);
  let last: JobStatus | null = null;
  for await (const job of api.jobStates(jobId)) {
    last = job;
    if (job.stage !== null) bar.show({ step: `  ${job.stage}`, done: job.done, total: job.total ?? 0 });
  }
  bar.end();
  if (last?.status === 'failed' || last?.status === 'cancelled') throw new Error(last.error ?? last.status);
}

function tableOf(entries: readonly SampleEntry[], output: WelcomeOutput): string {
  const rows = entries.map(({ name, version, status, search_results: { package: packages, repo, product } }) => [
    name,
    version,
    packages.find(({ selected }) => selected)?.purl ?? '',
    repo.find(({ selected }) => selected)?.repo_url?.replace('https://', '') ?? '',
    product.find(({ selected }) => selected)?.cpe?.replace(/(:\*)+$/, '') ?? '',
    status,
  ]);
  return textTable(['Name', 'Version', 'Package', 'Repository', 'CPE', 'Status'], rows, output.columns ?? 160);
}

function summaryOf(entries: readonly SampleEntry[]): string {
  const count = (status: string): number => entries.filter((entry) => entry.status === status).length;
  return (
    `${entries.length} components: ${count('resolved')} resolved, ${count('partial-resolution')} with candidates to ` +
    `choose from, ${count('no-resolution')} for a reviewer to look into.\n`
  );
}
