import { Handles, type JobHandler } from '../jobs/handlers.js';
import type { JobContext, RunOutcome } from '../jobs/job-context.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';
import { mayRemoveBlobs } from '../platform/storage/blob-removal.js';
import { BlobStore } from '../platform/storage/blob-store.js';
import { DeleteExpired } from './retention.jobs.js';
import { deleteExpired, findUnreferencedBlobs, mayHaveMore } from './retention.repository.js';

/** In one transaction, which waits for an object store no longer than a lease. */
const blobBatch = 100;

@Handles(DeleteExpired)
export class DeleteExpiredHandler implements JobHandler<object> {
  constructor(
    private readonly retention: RetentionRegistry,
    private readonly blobs: BlobStore,
  ) {}

  async handle(context: JobContext): Promise<RunOutcome> {
    const removed: Record<string, number> = {};
    for (const rule of this.retention.rules) {
      context.progress(rule.name);
      let count = 0;
      for (let deleted = -1; deleted < 0 || (mayHaveMore(rule, deleted) && !context.signal.aborted); count += deleted)
        deleted = await context.transaction((sql) => deleteExpired(sql, rule));
      removed[rule.name] = count;
    }
    // After the rows that reference them.
    context.progress('files');
    removed['files'] = await this.removeFiles(context);
    await this.blobs.removeAbandoned();
    return { result: { removed } };
  }

  private async removeFiles(context: JobContext): Promise<number> {
    let count = 0;
    let names: string[] = [];
    const removeNamed = async (): Promise<void> => {
      const asked = names;
      names = [];
      if (asked.length === 0) return;
      // In the transaction, whose lock keeps a backup from starting in between.
      await context.transaction(async (sql) => {
        if (!(await mayRemoveBlobs(sql))) return;
        const orphans = await findUnreferencedBlobs(sql, this.retention.blobColumns, asked);
        for (const name of orphans) if (await this.blobs.removeOld(name)) count += 1;
      });
    };
    for await (const name of this.blobs.old()) {
      if (context.signal.aborted) return count;
      names.push(name);
      if (names.length === blobBatch) await removeNamed();
    }
    await removeNamed();
    return count;
  }
}
