import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { post } from '../api.js';
import { FormDialog, type Field, type Values } from '../parts/form-dialog.js';
import { isPlainKey, singleKeys } from '../parts/single-keys.js';
import { announce } from '../parts/loaded.js';
import type { Entry } from './entry-pages.js';

type Action = 'edit' | 'resolve' | 'remove';

interface BulkProperties {
  readonly sbomId: string;
  readonly chosen: Signal<ReadonlyMap<string, Entry>>;
  readonly onChanged: () => void;
}

/** What can be done with the entries that are chosen. */
export function BulkBar({ sbomId, chosen, onChanged }: BulkProperties): JSX.Element | null {
  const [action, setAction] = useState<Action | null>(null);
  const entries = [...chosen.value.values()];
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'b' || !isPlainKey(event) || !singleKeys()) return;
      const first = bar.current?.querySelector('button');
      if (first) event.preventDefault();
      first?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (entries.length === 0) return null;
  const ids = entries.map(({ id }) => id);
  const { bulk } = texts.sbom;
  const run: Readonly<Record<Action, (values: Values) => Promise<unknown>>> = {
    edit: ({ org, version }) =>
      post(
        'v1/project/updateComponents',
        entries.map(({ id, updated_at }) => ({
          id,
          sbom_id: sbomId,
          unchanged_since: updated_at,
          ...(org && { org }),
          ...(version && { version }),
        })),
      ),
    resolve: () => post('v1/project/resolveComponents', { sbom_id: sbomId, ids }),
    remove: () => post('v1/project/deleteComponents', { sbom_id: sbomId, ids }),
  };
  const fields: readonly Field[] =
    action === 'edit'
      ? [
          { name: 'org', label: texts.sboms.columns.supplier, hint: bulk.unchanged },
          { name: 'version', label: texts.sbom.columns.version, hint: bulk.unchanged },
        ]
      : [];
  return (
    <div ref={bar} class="row wrap note" aria-keyshortcuts="b" role="region" aria-label={bulk.title}>
      <strong>{bulk.chosen(entries.length)}</strong>
      {(['edit', 'resolve', 'remove'] as const).map((one) => (
        <button key={one} type="button" class="b s" onClick={() => setAction(one)}>
          {bulk.actions[one]}
        </button>
      ))}
      <button
        type="button"
        class="b s bare"
        onClick={() => {
          chosen.value = new Map();
          document.querySelector<HTMLElement>('.entries')?.focus();
        }}
      >
        {bulk.none}
      </button>
      {action && (
        <FormDialog
          title={bulk.titles[action](entries.length)}
          note={bulk.notes[action]}
          fields={fields}
          action={bulk.actions[action]}
          onClose={() => setAction(null)}
          onSubmit={async (values) => {
            await run[action](values);
            chosen.value = new Map();
            announce(bulk.done(entries.length));
            onChanged();
          }}
        />
      )}
    </div>
  );
}
