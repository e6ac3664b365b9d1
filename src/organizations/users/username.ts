/** A name to log in with: letters, digits and `._@+-`; no colon, because of HTTP Basic. */
export const usernamePattern = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,127}$/u;

/** The nearest thing to a name of another system that is one of ours; `suffix` makes it another one if it is taken. */
export function toUsername(claim: string, suffix = ''): string {
  const allowed = claim
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._@+-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '');
  const characters = Array.from(allowed).slice(0, 127 - suffix.length);
  return (characters.join('') || 'user') + suffix;
}
