import type { JSX, RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { setSingleKeys, singleKeys } from './keys.js';

export function HelpDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }): JSX.Element {
  const [isOn, setOn] = useState(singleKeys());
  const { help } = texts.review;
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby="help-title">
      <div class="row">
        <h2 id="help-title" class="grow">
          {help.title}
        </h2>
        <button type="button" class="b s" onClick={() => dialog.current?.close()}>
          {texts.close}
        </button>
      </div>
      <dl class="keys">
        {help.groups.map(([key, meaning]) => (
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
            setSingleKeys(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
        {isOn ? help.singleOn : help.singleOff}
      </label>
    </dialog>
  );
}
