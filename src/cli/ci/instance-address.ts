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

/**
 * `fetch` for requests with a key or a file, which it would hand on to wherever an answer leads.
 *
 * @param variable what names the address of the instance
 * @throws Error that names the host, and what to do, where it cannot be reached or leads elsewhere
 */
export async function fetchThere(variable: string, address: string, request: RequestInit): Promise<Response> {
  const { host } = new URL(address);
  const response = await fetch(address, { ...request, redirect: 'manual' }).catch((error: unknown) => {
    // `fetch` itself says "fetch failed" of all of them.
    const { message, cause } = error as Error;
    const why = (cause instanceof Error && (cause.message || (cause as NodeJS.ErrnoException).code)) || message;
    throw new Error(`${host} cannot be reached: ${why}. Check ${variable}, and that this machine reaches it`, { cause: error }); // prettier-ignore
  });
  const location = response.headers.get('location');
  if (response.status < 300 || response.status >= 400 || location === null) return response;
  await response.body?.cancel();
  const there = URL.canParse(location, address) ? new URL(location, address).origin : 'no address';
  throw new Error(`${host} leads to ${there}, where nothing is sent: if that is right, set ${variable} to it`);
}
