import { texts } from '../../texts.en.js';
import { ApiError, get, post, upload } from '../api.js';
import { follow } from '../parts/live.js';

export interface Target {
  readonly id: string;
  readonly name: string;
  /** An earlier try made it, and nobody knows whether the file came. */
  readonly isMade?: boolean;
}

/** What a file holds, without storing it; changes are null before there is an SBOM to compare with. */
export interface Reading {
  readonly format: string;
  readonly components: number;
  readonly changes: { readonly added: number; readonly updated: number; readonly removed: number } | null;
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
  readonly warningCount: number;
}

type Progress = 'reading' | 'ready' | 'importing' | 'working' | 'done' | 'failed';

/** A file that the service has, and the SBOM that it goes into. */
export interface Sent {
  readonly jobId: string;
  readonly sbomId: string;
  /** The SBOM was made for it. */
  readonly isNew: boolean;
}

export interface Item {
  readonly key: string;
  readonly name: string;
  /** Null: the browser no longer has it, or could not read it. */
  readonly file: File | null;
  readonly target: Target | null;
  /** The SBOM that has its name. */
  readonly found: Target | null;
  readonly progress: Progress;
  readonly reading: Reading | null;
  readonly problem: string | null;
  readonly sbomId: string | null;
  readonly components: number;
  /** Why no process takes its job, and what to do. */
  readonly waiting?: string | null;
  /** Something in the file was not taken. */
  readonly isPartial?: boolean;
  /** It may have been imported. */
  readonly isUnanswered?: boolean;
  /** Null: not sent yet. */
  readonly sent: Sent | null;
}

export const baseName = (file: string): string =>
  file.replace(/(?:\.(?:cdx|spdx|bom|sbom))?\.[a-z0-9]{2,5}(?:\.gz)?$/i, '') || file;

/** The SBOM that the file belongs to, by its name; null: none has it. */
export async function targetOf(file: File, orgId: string): Promise<Target | null> {
  const { data } = await get('v1/project/getSBOMs', { org_id: orgId, name: baseName(file.name), limit: 1 });
  const [found] = data.softwareLists;
  return found ? { id: found.id, name: found.name } : null;
}

const maxTargets = 1_000;

/** The SBOMs that a file could go into, and how many there are. */
export async function loadTargets(orgId: string): Promise<{ targets: readonly Target[]; total: number }> {
  const { data, meta } = await get('v1/project/getSBOMs', { org_id: orgId, sort: 'name', limit: maxTargets });
  const targets = data.softwareLists.map(({ id, name, version }) => ({ id, name: `${name} ${version}`.trim() }));
  return { targets, total: meta.total_count };
}

interface ImportAnswer {
  readonly meta: Readonly<Record<string, unknown>>;
}

const uploadInto = (file: File, query: Readonly<Record<string, string | boolean>>): Promise<ImportAnswer> =>
  upload('v1/project/importSBOM', file, query) as Promise<ImportAnswer>;

/** What an SBOM is known by, or the organization that a new one would be made in. */
type Into = { readonly sbom_id: string } | { readonly org_id: string };

/** Reads the file without storing anything of it. */
export async function check(file: File, into: Into): Promise<Partial<Item>> {
  try {
    const { meta } = await uploadInto(file, { ...into, dry_run: true, async: true });
    const job = await finished(String(meta.job_id ?? ''), () => undefined);
    return { progress: 'ready', reading: readingOf(job, 'sbom_id' in into) };
  } catch (error) {
    return failedWith(error);
  }
}

/** A page that is left loses its requests, and is gone before it goes on to the next file. */
const leavingMs = 500;

type Change = (changes: Partial<Item>) => void;

const failedWith = (error: unknown): Partial<Item> => ({
  progress: 'failed',
  problem: (error as Error).message,
  sbomId: null,
});

/** An SBOM without a file would only be in the way. */
const remove = (id: string): Promise<unknown> => post('v1/project/deleteSBOM', { id }).catch(() => undefined);

/** Imports the file; identification and scoring go on afterwards. `change` gets how far it is. */
export async function importFile(
  file: File,
  { orgId, target }: { readonly orgId: string; readonly target: Target | null },
  change: Change,
): Promise<Partial<Item>> {
  let created = target?.isMade ? target.id : null;
  try {
    if (!target) {
      const fields = { name: baseName(file.name), version: '', supplier: '', contact_name: '', contact_email: '' };
      created = (await post('v1/project/createSBOM', { ...fields, org_id: orgId })).data.id;
      change({ sbomId: created });
    }
    const sbomId = target?.id ?? created!;
    const { meta } = await uploadInto(file, { sbom_id: sbomId, async: true });
    const sent = { jobId: String(meta.job_id ?? ''), sbomId, isNew: created !== null };
    change({ sent });
    return await followImport(sent, change);
  } catch (error) {
    // The next try goes into the same SBOM, so that there are never two.
    const next = created ? { id: created, name: baseName(file.name), isMade: true } : target;
    if (next && error instanceof ApiError && error.isTransient) {
      await new Promise((resolve) => setTimeout(resolve, leavingMs));
      return { ...failedWith(error), target: next, sbomId: next.id, isUnanswered: error.isUnanswered };
    }
    if (created) await remove(created);
    return failedWith(error);
  }
}

/** What becomes of a file that the service has. */
export async function followImport({ jobId, sbomId, isNew }: Sent, change: Change): Promise<Partial<Item>> {
  try {
    const job = await finished(jobId, ({ done, waiting_reason: waiting }) => change({ components: done, waiting }));
    const reading = readingOf(job, !isNew);
    // It is imported, whatever becomes of this question.
    const sbom = await get('v1/project/getSBOM', { id: sbomId, limit: 1 }).catch(() => null);
    const components = sbom?.data.entry_count ?? reading?.components ?? 0;
    return { progress: 'working', sbomId, components, reading, isPartial: job.status === 'partial' };
  } catch (error) {
    if (isNew) await remove(sbomId);
    return failedWith(error);
  }
}

interface Job {
  readonly status: string;
  readonly done: number;
  readonly waiting_reason: string | null;
  readonly error: string | null;
  readonly result: {
    readonly format: string;
    readonly components: number;
    readonly added: number;
    readonly updated: number;
    readonly removed: number;
    readonly warnings: Reading['warnings'];
    readonly warning_count: number;
  } | null;
}

/** The job when it is over. `partial`: something in the file was not taken; the warnings say what. @throws Error why it failed */
const finished = (jobId: string, onProgress: (job: Job) => void): Promise<Job> =>
  new Promise((resolve, reject) => {
    follow(`/v1/jobs/events?id=${jobId}`, {
      on: { progress: (job) => onProgress(job as Job) },
      onEnd: (data) => {
        const job = data as Job;
        if (job.status === 'succeeded' || job.status === 'partial') resolve(job);
        else reject(new Error(job.error ?? texts.import.failed(job.status)));
      },
    });
  });

function readingOf({ result }: Job, hasTarget: boolean): Reading | null {
  if (!result) return null;
  const { format, components, warnings, warning_count: warningCount } = result;
  return { format, components, changes: hasTarget ? result : null, warnings, warningCount };
}
