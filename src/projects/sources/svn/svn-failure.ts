import { CallerError } from '../../../model/errors.js';
import { EgressUnavailableError } from '../../../platform/egress/egress-timer.js';

const refused = (reason: string, message: string): CallerError => new CallerError(422, message, { reason });

/**
 * What svn says, by the numbers of its errors (svn_error_codes.h), in words of ours: its own may hold addresses and what
 * the other side made up. Whatever is not known may pass.
 */
export function svnFailure(stderr: string): Error {
  const codes = new Set([...stderr.matchAll(/\bE(\d{6})\b/g)].map((match) => match[1]!));
  const has = (...some: string[]): boolean => some.some((code) => codes.has(code));
  if (has('170001', '215004', '220001', '175013')) return refused('credentials', 'The source refuses the credentials');
  if (has('160013', '200009', '170000', '210005', '180001', '160006'))
    return refused('source', 'There is no such folder in the repository, or no repository at the address');
  if (has('125002', '205011', '170003')) return refused('address', 'The address is none that Subversion can read');
  return new EgressUnavailableError('network', 'The repository cannot be reached, or broke off');
}
