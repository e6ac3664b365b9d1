import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { ApiError, post } from '../api.js';
import { FileText } from '../parts/file-text.js';
import { announce, Problem } from '../parts/loaded.js';
import type { Entry } from './entry-pages.js';

const fields = [
  ['name', texts.sbom.columns.name],
  ['org', texts.sboms.columns.supplier],
  ['version', texts.sbom.columns.version],
] as const;

const valuesOf = ({ name, org, version }: Entry): Record<'name' | 'org' | 'version', string> => ({
  name,
  org,
  version,
});

const isSame = (one: Entry, other: Entry): boolean => fields.every(([name]) => one[name] === other[name]);

/** Changes an entry where it stands. What somebody else changed meanwhile is shown, and not overwritten. */
export function EntryEditor({ entry, onDone }: { entry: Entry; onDone: (isChanged: boolean) => void }): JSX.Element {
  const [problem, setProblem] = useState<Error | null>(null);
  const [theirs, setTheirs] = useState<Entry | null>(null);
  // As it was when it was opened: the row goes on changing below.
  const [opened] = useState(entry);
  const [typed, setTyped] = useState(valuesOf(opened));
  const save = async (since: string): Promise<void> => {
    try {
      const change = { id: entry.id, sbom_id: entry.sbom_id, ...typed, unchanged_since: since };
      await post('v1/project/updateComponents', [change]);
      announce(texts.sbom.edit.saved);
      onDone(true);
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 409;
      const present = isConflict ? ((error.body.present as readonly Entry[] | undefined)?.[0] ?? null) : null;
      // The service has found out more about the same: there is nothing that somebody would lose.
      if (present && since !== present.updated_at && isSame(present, opened)) return save(present.updated_at);
      setTheirs(present);
      setProblem(error as Error);
    }
  };
  return (
    <form
      class="stack"
      aria-label={texts.sbom.edit.title}
      onSubmit={(event) => {
        event.preventDefault();
        void save(opened.updated_at);
      }}
    >
      {fields.map(([name, label], index) => (
        <label key={name} class="field">
          {label}
          <input
            class="input"
            dir="auto"
            required={name === 'name'}
            value={typed[name]}
            ref={(input) =>
              void (index === 0 && input && !input.form?.contains(document.activeElement) && input.focus())
            }
            onInput={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
            onKeyDown={(event) => event.key === 'Escape' && onDone(false)}
          />
        </label>
      ))}
      {theirs ? (
        <div class="note warning" role="alert">
          <div class="stack">
            <span>{problem?.message}</span>
            <span>
              {texts.sbom.edit.theirs}{' '}
              <strong>
                <FileText text={`${theirs.name} ${theirs.version} ${theirs.org}`.trim()} cut={120} />
              </strong>
            </span>
            <div class="row">
              <button type="button" class="b s" onClick={() => onDone(true)}>
                {texts.sbom.edit.keepTheirs}
              </button>
              <button type="button" class="b s" onClick={() => void save(theirs.updated_at)}>
                {texts.review.replace}
              </button>
            </div>
          </div>
        </div>
      ) : (
        problem && <Problem error={problem} />
      )}
      <div class="row">
        <button type="submit" class="b s main">
          {texts.sbom.edit.save}
        </button>
        <button type="button" class="b s" onClick={() => onDone(false)}>
          {texts.cancel}
        </button>
      </div>
    </form>
  );
}
