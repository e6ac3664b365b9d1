import type { S3ServiceException } from '@aws-sdk/client-s3';
import { CallerError } from '../../../model/errors.js';
import { EgressUnavailableError } from '../../../platform/egress/egress-timer.js';

const refused = (reason: string, message: string): CallerError => new CallerError(422, message, { reason });

/** Translates errors of the S3 client (Amazon S3 API Reference, Error responses). */
export function s3Failure(error: unknown): Error {
  if (error instanceof CallerError || error instanceof EgressUnavailableError) return error;
  const { name = '', $metadata, $response } = error as Partial<S3ServiceException>;
  const status = $metadata?.httpStatusCode ?? 0;
  const region = /^[a-z0-9-]{1,40}$/.exec($response?.headers['x-amz-bucket-region'] ?? '')?.[0];
  if (
    /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/.test(name) ||
    status === 301
  )
    return refused('source', `The bucket is in another region: add ?region=${region ?? '…'} to the source`);
  if (status === 404) return refused('source', 'The bucket or object does not exist');
  if (status === 401 || status === 403)
    return refused('credentials', `The source rejected the credentials (${status})`);
  if (status === 412)
    return new EgressUnavailableError('network', 'An object changed while the source was being fetched');
  if (status >= 400 && status < 500 && status !== 429)
    return refused('source', `The source answered ${status} (${/^\w{1,60}$/.exec(name)?.[0] ?? 'not an S3 error'})`);
  if (status >= 300) return new EgressUnavailableError('network', `The source answered ${status}`);
  return new EgressUnavailableError('network', 'The source does not answer like S3', { cause: error });
}
