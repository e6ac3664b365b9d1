import { UsageError } from '../usage.js';

/**
 * The address of an instance that a variable names, without slashes at its end.
 *
 * @throws UsageError where it is none
 */
export function instanceAddress(variable: string, url: string, example: string): string {
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new UsageError(`${variable} is no address: it looks like ${example}`);
  return url.replace(/\/+$/, '');
}
