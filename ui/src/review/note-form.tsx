import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { focusCandidates } from './focus-candidates.js';
import type { ReviewStore } from './store.js';

/** A word on a decision, for whoever asks later. */
export function NoteForm({ store }: { store: ReviewStore }): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  // Before the next key: it belongs to the note.
  useLayoutEffect(() => {
    field.current?.focus();
    return focusCandidates;
  }, []);
  const wanted = store.noteFor.value!;
  const settle = (): void => store.settleNoted(field.current?.value.trim() ?? '');
  return (
    <form
      class="foot"
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
    >
      <label class="field">
        {wanted === 'candidate' ? texts.review.note : texts.dispositions[wanted]}: {texts.review.noteLabel}
        <textarea
          ref={field}
          class="input"
          rows={2}
          maxLength={500}
          onKeyDown={(event) => {
            if (event.key === 'Escape') store.noteFor.value = null;
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            // The key that opened the form is held still.
            if (!event.repeat) settle();
          }}
        />
      </label>
      <div class="act">
        <span class="small quiet grow">{texts.review.noteHint}</span>
        <button type="button" class="b" onClick={() => void (store.noteFor.value = null)}>
          {texts.cancel}
        </button>
        <button type="submit" class="b main">
          {wanted === 'candidate' ? texts.review.settle(store.marked.value + 1) : texts.dispositions[wanted]}
        </button>
      </div>
    </form>
  );
}
