import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { generalTexts as texts } from '../../texts.en/general.js';
import type { Unsent } from '../review/kept.js';

/** What this tab keeps for people who are not signed in: it would end with the tab. */
export function UnsentOfOthers({ of }: { of: readonly Unsent[] }): JSX.Element | null {
  const isAny = of.length > 0;
  useEffect(() => {
    if (!isAny) return undefined;
    const onLeave = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [isAny]);
  if (!isAny) return null;
  return (
    <div class="connection" role="status">
      {of.map(({ username, count }) => (
        <p key={username}>{texts.connection.ofOther(count, username)}</p>
      ))}
    </div>
  );
}
