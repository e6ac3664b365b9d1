const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** What a row is opened by. */
const openerOf = (row: Element | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('th a, th .link') ?? row?.querySelector<HTMLElement>('a, button') ?? null;

/** j and k go to the next and the previous row of the lists of a page, the space bar chooses it. @returns whether the key did that */
export function moveInRows(event: KeyboardEvent): boolean {
  const target = event.target as Element;
  // The virtual table loads rows while it moves: it answers its keys itself.
  if (target.closest('.entries')) return false;
  const row = target.closest('main tbody tr');
  if (event.key === ' ') {
    const box = target.matches('a') ? row?.querySelector<HTMLElement>('input[type=checkbox]') : null;
    box?.click();
    return Boolean(box);
  }
  const step = steps[event.key];
  if (step === undefined) return false;
  const rows = [...document.querySelectorAll('main tbody tr:not(.filler)')].filter((one) => openerOf(one));
  const opener = openerOf(row ? rows[rows.indexOf(row) + step] : rows[0]);
  opener?.focus();
  return opener !== null;
}
