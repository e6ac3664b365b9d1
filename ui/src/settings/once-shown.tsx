import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { announce } from '../parts/loaded.js';

/** A secret that nobody can read again. */
export function OnceShown({
  title,
  value,
  onClose,
}: {
  title: string;
  value: string;
  onClose: () => void;
}): JSX.Element {
  return (
    <div class="note warning" role="alert">
      <div class="stack">
        <strong>{title}</strong>
        <span>{texts.settings.once}</span>
        <code class="mono break">{value}</code>
        <div class="row">
          <button
            type="button"
            class="b s"
            onClick={() => void navigator.clipboard?.writeText(value).then(() => announce(texts.settings.copied))}
          >
            {texts.settings.copy}
          </button>
          <button type="button" class="b s" onClick={onClose}>
            {texts.close}
          </button>
        </div>
      </div>
    </div>
  );
}
