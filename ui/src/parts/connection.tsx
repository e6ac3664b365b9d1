import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { generalTexts as texts } from '../../texts.en/general.js';
import { get, isOffline } from '../api.js';
import { countUnsent, othersUnsent, settled } from '../review/sender.js';
import { UnsentOfOthers } from './unsent.js';

const tryEveryMs = 5_000;

/** Without a connection: what can still be done, and what waits for it. It goes away by itself. */
export function ConnectionBar(): JSX.Element | null {
  const isOff = isOffline.value;
  const tryNow = (): void => void get('v1/users/getSelf').catch(() => undefined);
  useEffect(() => {
    if (!isOff) return undefined;
    const timer = setInterval(tryNow, tryEveryMs);
    window.addEventListener('online', tryNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryNow);
    };
  }, [isOff]);
  useEffect(() => {
    // What was decided and not sent yet would be lost, from whatever page somebody leaves.
    const onLeave = (event: BeforeUnloadEvent): void => {
      if (countUnsent() > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, []);
  if (!isOff) return <UnsentOfOthers of={othersUnsent.value} />;
  const waiting = settled.value.filter(({ state }) => state === 'waiting').length;
  return (
    <>
      <div class="connection" role="status">
        <span class="grow">{waiting > 0 ? texts.connection.waiting(waiting) : texts.connection.lost}</span>
        <button type="button" class="b s" onClick={tryNow}>
          {texts.connection.try}
        </button>
      </div>
      <UnsentOfOthers of={othersUnsent.value} />
    </>
  );
}
