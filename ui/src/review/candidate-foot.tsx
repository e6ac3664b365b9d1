import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { Key } from '../parts/marks.js';
import { closeSheet } from '../parts/sheet.js';
import { NoteForm } from './note-form.js';
import type { ReviewStore } from './store.js';
import type { Disposition } from './types.js';

const dispositionKeys: readonly (readonly [Disposition, string])[] = [
  ['unknown', 'x'],
  ['internal', 'i'],
  ['commercial', 'c'],
  ['not_software', 'n'],
];

/** What can be done with the open name. */
export function CandidateFoot({ store }: { store: ReviewStore }): JSX.Element {
  const group = store.group.value!;
  const marked = store.marked.value;
  if (store.noteFor.value) return <NoteForm store={store} />;
  return (
    <div class="foot">
      <div id="none-fits" popover="auto" class="none sheet-s">
        <h3>{texts.review.noneFits}</h3>
        {dispositionKeys.map(([disposition, key]) => (
          <button
            key={key}
            type="button"
            class="b"
            aria-keyshortcuts={key}
            onClick={() => {
              closeSheet('none-fits');
              store.dispose(disposition);
            }}
          >
            {texts.dispositions[disposition]} <Key>{key}</Key>
          </button>
        ))}
      </div>
      <div class="act">
        <span class="reach">
          <strong>
            {store.near.taken.value.size > 0
              ? texts.review.reachNear(store.reachEntries, store.near.taken.value.size)
              : texts.review.reachNote(group.entries, group.sboms)}
          </strong>{' '}
          <span class="not-s">{store.isShownFirst ? texts.review.reachFirst : texts.review.reachAtOnce}</span>
        </span>
        <button type="button" class="b only-s" popovertarget="none-fits">
          {texts.review.noneFitsButton}
        </button>
        {store.candidates.value.length > 0 && (
          <button type="button" class="b bare" aria-keyshortcuts="v" onClick={() => store.showVersions()}>
            {texts.review.versionsButton} <Key>v</Key>
          </button>
        )}
        <button
          type="button"
          class="b bare"
          aria-keyshortcuts="m"
          disabled={marked < 0 || store.candidates.value.length === 0}
          onClick={() => store.askNote()}
        >
          {texts.review.note} <Key>m</Key>
        </button>
        <button type="button" class="b" aria-keyshortcuts="s" onClick={() => store.skip()}>
          {texts.review.skip} <Key>s</Key>
        </button>
        <button
          type="button"
          class="b main"
          aria-keyshortcuts="Enter"
          disabled={marked < 0 || store.candidates.value.length === 0}
          onClick={() => store.settleCandidate(marked)}
        >
          {marked < 0 || store.candidates.value.length === 0
            ? texts.review.settleNothing
            : texts.review.settle(marked + 1)}{' '}
          <Key>Enter</Key>
        </button>
      </div>
    </div>
  );
}
