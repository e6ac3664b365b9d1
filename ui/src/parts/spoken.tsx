import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { location } from '../router.js';
import { isNowhere } from './keep-focus.js';
import { announce, announcement } from './loaded.js';

/**
 * What a screen reader hears. It stays while pages come and go: of a region that comes with its text, nothing is read. A
 * page that comes without a load is named, and takes the focus that went with the link.
 */
export function Spoken(): JSX.Element {
  useEffect(() => {
    let { path } = location.value;
    const observer = new MutationObserver(() => {
      if (location.value.path === path) return;
      path = location.value.path;
      announce(document.title);
      if (isNowhere(document.activeElement)) document.getElementById('main')?.focus({ preventScroll: true });
    });
    observer.observe(document.querySelector('title')!, { childList: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div class="hide" role="status" aria-live="polite">
      {announcement}
    </div>
  );
}
