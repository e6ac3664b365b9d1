import type { CiClient } from '../../../src/cli/ci/ci-client.js';
import { waitForImport } from '../../../src/cli/ci/import-job.js';
import { FormatError } from '../../../src/formats/format.js';
import { decideRetry } from '../../../src/jobs/retry-policy.js';
import { CallerError } from '../../../src/model/errors.js';

describe('an import that failed', () => {
  /** The status that the command makes its exit code of: 422 for a file that is no readable SBOM. */
  async function statusAfter(error: Error): Promise<number> {
    const { code: reason, message } = decideRetry(error, 1, { attempts: 1, firstDelaySeconds: 1, maxDelaySeconds: 1 });
    const client = { get: async () => ({ data: { status: 'failed', error: message, reason } }) };
    return waitForImport(client as unknown as CiClient, 'id').catch(({ status }) => status);
  }

  it.each<[string, Error, number]>([
    ['a newer import', new CallerError(409, 'A newer file was imported'), 409],
    ['a right that is gone', new CallerError(403, 'No', { reason: 'forbidden' }), 409],
    ['a file that is too large', new FormatError('limit', 'Too large'), 409],
    ['a file that is no SBOM', new FormatError('unknown_format', 'No SBOM'), 422],
    ['an invalid file', new FormatError('invalid', 'Two documents'), 422],
    ['an empty file', new CallerError(422, 'Empty', { reason: 'empty' }), 422],
    ['a damaged file', new CallerError(422, 'Damaged', { reason: 'corrupt' }), 422],
  ])('says whether the file is at fault: %s', async (_what, error, status) =>
    expect(await statusAfter(error)).toBe(status),
  );
});
