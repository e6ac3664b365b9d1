import { computed, signal } from '@preact/signals';

/** Where the viewer is: the address is the only state that a link can carry. */
export const location = signal({ path: window.location.pathname, search: window.location.search });

window.addEventListener('popstate', () => {
  location.value = { path: window.location.pathname, search: window.location.search };
});

export const query = computed(() => new URLSearchParams(location.value.search));

/** @param replace moving within a page leaves no trace in the history */
export function navigate(address: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  location.value = { path: window.location.pathname, search: window.location.search };
  if (!replace) window.scrollTo(0, 0);
}

/** A part of the address as text; null: somebody broke it. */
export function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Changes some parameters of the address; empty ones are left out. */
export function withQuery(changes: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(location.value.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  const text = next.toString();
  return location.value.path + (text ? `?${text}` : '');
}

/** A click on a link of this site, without modifier, stays in the page. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== window.location.origin) return;
  if (!/^\/(?:$|signin|o\/)/.test(link.pathname) || link.hash) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}
