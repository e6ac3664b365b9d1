/** A list has been asked for again by then. */
const watchMs = 10_000;

/** Nothing that somebody went to has the focus. */
export const isNowhere = (active: Element | null): boolean =>
  !active || active === document.body || active.id === 'main';

/** What opened a dialog may go with its row. The focus goes on at the content then, and not at the top of the page. */
export function keepFocus(opener: Element | null): void {
  const look = (): void => {
    if (opener?.isConnected) return;
    observer.disconnect();
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(look);
  setTimeout(() => observer.disconnect(), watchMs);
}
