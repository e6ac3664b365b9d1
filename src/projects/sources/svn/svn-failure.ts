import { CallerError } from '../../../model/errors.js';
import { EgressUnavailableError } from '../../../platform/egress/egress-timer.js';

const refused = (reason: string, message: string): CallerError => new CallerError(422, message, { reason });

/**
 * Translates errors of svn by number (svn_error_codes.h). Its messages may contain addresses and text of the server, so
 * they are not shown. Unknown errors are transient.
 */
export function svnFailure(stderr: string): Error {
  const codes = new Set([...stderr.matchAll(/\bE(\d{6})\b/g)].map((match) => match[1]!));
  const has = (...candidates: string[]): boolean => candidates.some((code) => codes.has(code));
  if (has('170001', '215004', '220001', '175013')) return refused('credentials', 'The source rejected the credentials');
  if (has('160013', '200009', '170000', '210005', '180001', '160006'))
    return refused('source', 'The repository, or the folder in it, does not exist');
  if (has('125002', '205011', '170003')) return refused('address', 'Subversion cannot read the address');
  return new EgressUnavailableError('network', 'The repository cannot be reached, or the connection broke');
}
