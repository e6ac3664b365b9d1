/** Seconds that a `Retry-After` asks for, as number or date (RFC 9110, 10.2.3); null where it says neither. */
export function retryAfterSeconds(said: string | undefined, now = Date.now()): number | null {
  if (said === undefined) return null;
  const seconds = /^\d{1,9}$/.test(said.trim()) ? Number(said) : (Date.parse(said) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
