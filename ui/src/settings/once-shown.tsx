import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { Copy } from '../parts/copy.js';

/** A secret that nobody can read again, or something else to be copied at once. */
export function OnceShown({
  title,
  note = texts.settings.once,
  value,
  onClose,
}: {
  title: string;
  note?: string;
  value: string;
  onClose: () => void;
}): JSX.Element {
  return (
    <div class="note warning" role="alert">
      <div class="stack">
        <strong>{title}</strong>
        <span>{note}</span>
        <code class="mono break">{value}</code>
        <div class="row">
          <Copy text={value} />
          <button type="button" class="b s" onClick={onClose}>
            {texts.close}
          </button>
        </div>
      </div>
    </div>
  );
}
