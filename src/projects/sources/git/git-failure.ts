import { CallerError } from '../../../model/errors.js';
import { EgressUnavailableError } from '../../../platform/egress/egress-timer.js';

const refused = (reason: string, message: string): CallerError => new CallerError(422, message, { reason });

/**
 * Translates errors of git (with LC_ALL=C). Its messages may contain addresses and text of the server, so they are not
 * shown. Unknown errors are transient.
 */
export function gitFailure(stderr: string): Error {
  const says = (pattern: RegExp): boolean => pattern.test(stderr);
  if (says(/Host key verification failed|host key.*(?:changed|not known)|No \S+ host key is known/i))
    return refused(
      'host_key',
      'The host key of the SSH server is unknown or has changed; add it to SSH_KNOWN_HOSTS_FILE',
    );
  if (says(/could not read (?:Username|Password)|Authentication failed|Permission denied|error: 40[13]\b/))
    return refused('credentials', 'The source rejected the credentials');
  if (says(/repository .* not found|error: 404\b|does not appear to be a git repository|Repository not found/i))
    return refused('source', 'The repository does not exist, or the credentials do not grant access');
  if (says(/couldn't find remote ref|no such remote ref/i))
    return refused('branch', 'The repository does not have this branch or tag');
  if (says(/not our ref|unadvertised object|Server does not allow request/i))
    return refused('branch', 'The repository does not have this commit, or does not give it out by its name');
  if (says(/redirect|transport '[^']*' not allowed|Protocol "?http"? (?:not supported|disabled)/i))
    return refused('redirect', 'The source redirects to another address, which is not followed');
  if (says(/certificate|SSL|TLS|gnutls/))
    return new EgressUnavailableError('tls', 'The certificate of the source cannot be verified');
  return new EgressUnavailableError('network', 'The repository cannot be reached, or the connection broke');
}
