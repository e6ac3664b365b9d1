import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { navigate } from '../router.js';
import { organization } from '../session.js';
import { FindDialog, isFinding } from './find-dialog.js';
import { moveInRows } from './row-keys.js';
import { isPlainKey, KeysDialog, singleKeys } from './single-keys.js';

const places: Readonly<Record<string, string>> = {
  h: '',
  s: '/sboms',
  r: '/review',
  v: '/vulnerabilities',
  p: '/projects',
};

/** The second key of two must follow so soon. */
const pairMs = 1_500;

/** Keys that work on every page, and what they open. A page that takes a key itself prevents its default. */
export function PageKeys({ ownHelp }: { ownHelp: boolean }): JSX.Element {
  const help = useRef<HTMLDialogElement>(null);
  const goneAt = useRef(-pairMs);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (document.querySelector('dialog[open]')) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        isFinding.value = true;
        return;
      }
      if (!isPlainKey(event) || !singleKeys()) return;
      const isSecond = performance.now() - goneAt.current < pairMs;
      goneAt.current = event.key === 'g' ? performance.now() : -pairMs;
      const path = isSecond ? places[event.key] : undefined;
      if (path !== undefined) {
        event.preventDefault();
        // Before the keys of the page: in the queue some of them settle.
        event.stopImmediatePropagation();
        navigate(`/o/${organization.value!.id}${path}`);
      } else if (event.key === '?' && !ownHelp) {
        event.preventDefault();
        help.current?.showModal();
      } else if (!ownHelp && moveInRows(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [ownHelp]);
  return (
    <>
      <FindDialog />
      {!ownHelp && <KeysDialog dialog={help} id="page-keys" groups={texts.pageKeys} />}
    </>
  );
}
