import { CallerError } from '../../../model/errors.js';
import { EgressUnavailableError } from '../../../platform/egress/egress-timer.js';

const refused = (reason: string, message: string): CallerError => new CallerError(422, message, { reason });

/**
 * What git says (with LC_ALL=C) in words of ours: its own may hold addresses and what the other side made up. Whatever
 * is not known may pass.
 */
export function gitFailure(stderr: string): Error {
  const says = (pattern: RegExp): boolean => pattern.test(stderr);
  if (says(/Host key verification failed|host key.*(?:changed|not known)|No \S+ host key is known/i))
    return refused('host_key', 'The key of the ssh host is not known, or is another one (SSH_KNOWN_HOSTS_FILE)');
  if (says(/could not read (?:Username|Password)|Authentication failed|Permission denied|error: 40[13]\b/))
    return refused('credentials', 'The source refuses the credentials');
  if (says(/repository .* not found|error: 404\b|does not appear to be a git repository|Repository not found/i))
    return refused('source', 'There is no such repository, or the credentials do not let it be read');
  if (says(/couldn't find remote ref|no such remote ref/i))
    return refused('branch', 'The repository has no such branch');
  if (says(/redirect|transport '[^']*' not allowed|Protocol "?http"? (?:not supported|disabled)/i))
    return refused('redirect', 'The source leads to another address');
  if (says(/certificate|SSL|TLS|gnutls/))
    return new EgressUnavailableError('tls', 'The other side could not prove who it is');
  return new EgressUnavailableError('network', 'The repository cannot be reached, or broke off');
}
