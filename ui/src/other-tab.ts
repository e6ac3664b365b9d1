/**
 * What this tab does when another one signs in or out: they share the cookie, so that what is done here would be done in
 * the name of whoever signed in there.
 *
 * @param stored who is signed in by now; null: nobody
 * @param own who this tab shows as signed in
 */
export function afterChange(
  stored: string | null,
  own: string | undefined,
  hasExpired: boolean,
): 'load' | 'expire' | null {
  if (stored === null) return own === undefined ? null : 'expire';
  return stored !== own || hasExpired ? 'load' : null;
}
