import type { JSX, RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';

const storageKey = 'single-keys';

/** Keys without a modifier can be turned off (WCAG 2.1.4). */
export const singleKeys = (): boolean => localStorage.getItem(storageKey) !== 'off';

const digitsKey = 'digits';

/** Digits mark a candidate, and only Enter settles. */
export const digitsMark = (): boolean => localStorage.getItem(digitsKey) === 'mark';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(?:TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(target.type)));

/** A key without a modifier that is pressed once, and not into a field or a dialog. */
export const isPlainKey = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.altKey || event.metaKey || event.repeat || isTyping(event.target)) &&
  !document.querySelector('dialog[open]');

interface Properties {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly id: string;
  readonly groups: readonly (readonly [key: string, meaning: string])[];
  /** Digits do something on this page. */
  readonly hasDigits?: boolean;
}

/** What keys do, and whether those without a modifier do it. */
export function KeysDialog({ dialog, id, groups, hasDigits = false }: Properties): JSX.Element {
  const [isOn, setOn] = useState(singleKeys());
  const [doMark, setMark] = useState(digitsMark());
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby={id}>
      <div class="row">
        <h2 id={id} class="grow">
          {texts.keyHelp.title}
        </h2>
        <button type="button" class="b s" onClick={() => dialog.current?.close()}>
          {texts.close}
        </button>
      </div>
      <dl class="keys">
        {groups.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label class="row">
        <input
          type="checkbox"
          class="check"
          checked={isOn}
          onChange={(event) => {
            localStorage.setItem(storageKey, event.currentTarget.checked ? 'on' : 'off');
            setOn(event.currentTarget.checked);
          }}
        />
        {isOn ? texts.keyHelp.on : texts.keyHelp.off}
      </label>
      {hasDigits && (
        <label class="row">
          <input
            type="checkbox"
            class="check"
            checked={doMark}
            onChange={(event) => {
              localStorage.setItem(digitsKey, event.currentTarget.checked ? 'mark' : 'settle');
              setMark(event.currentTarget.checked);
            }}
          />
          {texts.keyHelp.digits}
        </label>
      )}
    </dialog>
  );
}
