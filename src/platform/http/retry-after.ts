/** How long others may make us wait before we ask them again. */
const maxWaitSeconds = 3_600;

/** Seconds that the headers of an answer ask to wait; 0: they ask for nothing. */
export const waitSecondsOf = (headers: { readonly 'retry-after'?: string | undefined }): number =>
  Math.min(retryAfterSeconds(headers['retry-after']) ?? 0, maxWaitSeconds);

/** Seconds of a `Retry-After` header, a number or a date (RFC 9110, 10.2.3); null where it is neither. */
export function retryAfterSeconds(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined) return null;
  const seconds = /^\d{1,9}$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
