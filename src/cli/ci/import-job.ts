import { formatErrorReasons } from '../../formats/format.js';
import type { JobView } from '../../jobs/jobs.dto.js';
import { ServiceRefusal, type CiClient } from './ci-client.js';

const pollMs = 1_000;

/** Reasons for which the service answers 422 to a file that it reads at once; too large a file is 413. */
const refusedFiles: ReadonlySet<string | null> = new Set([
  ...formatErrorReasons.filter((reason) => reason !== 'limit' && reason !== 'ratio'),
  ...['empty', 'corrupt'],
]);

/**
 * Waits for an import that was not finished with the answer to its upload. One that fails leaves the SBOM as it was: what
 * the ruleset says of that is no answer about the file.
 *
 * @param endsAt in milliseconds since 1970
 * @returns false where the time is up
 * @throws ServiceRefusal why it failed
 */
export async function waitForImport(client: CiClient, id: string, endsAt = Infinity): Promise<boolean> {
  for (;;) {
    const { status, error, reason } = (await client.get<JobView>('v1/jobs/getJob', { id })).data;
    if (status === 'succeeded' || status === 'partial') return true;
    if (status === 'failed' || status === 'cancelled')
      throw new ServiceRefusal(refusedFiles.has(reason) ? 422 : 409, `The import ${status}: ${error ?? 'no reason'}`);
    if (Date.now() >= endsAt) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
