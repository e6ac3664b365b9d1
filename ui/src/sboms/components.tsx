import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import type { Data } from '../api.js';
import { Failure } from '../parts/loaded.js';
import { navigate, query, withQuery } from '../router.js';
import { BulkBar } from './bulk-bar.js';
import { EntryInspector } from './entry-inspector.js';
import { EntryPages, type Entry } from './entry-pages.js';
import { EntryTable } from './entry-table.js';

type Sbom = Data<'GET v1/project/getSBOM'>;

const filters = [
  ['', 'all'],
  ['partial-resolution', 'open'],
  ['no-resolution', 'none'],
  ['resolved', 'settledOnly'],
] as const;

/** The entries of an SBOM: find, choose, change. */
export function Components({ sbom, onChanged }: { sbom: Sbom; onChanged: () => void }): JSX.Element {
  const q = query.value.get('q') ?? '';
  const status = query.value.get('status') ?? '';
  const revision = `${String(sbom.updated_at)} ${sbom.verdict}`;
  const pages = useMemo(() => new EntryPages(sbom.id, { q, status }), [sbom.id, q, status]);
  const chosen = useMemo(() => signal<ReadonlyMap<string, Entry>>(new Map()), [sbom.id]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else pages.refresh();
  }, [pages, revision]);
  const selected = query.value.get('entry');
  const entry = pages.entries.value.find((one) => one?.id === selected) ?? null;
  const labels = {
    all: texts.sbom.all,
    open: texts.sbom.candidatesLeft,
    none: texts.sbom.nothingFound,
    settledOnly: texts.sbom.settledOnly,
  };
  return (
    <>
      <h2 class="hide">{texts.sbom.components}</h2>
      <div class="row wrap">
        <input
          class="input find"
          type="search"
          aria-label={texts.sbom.find}
          placeholder={texts.sbom.find}
          defaultValue={q}
          onChange={(event) => navigate(withQuery({ q: event.currentTarget.value, entry: null }), { replace: true })}
        />
        {filters.map(([value, label]) => (
          <button
            key={value}
            type="button"
            class="facet"
            aria-pressed={status === value}
            onClick={() => navigate(withQuery({ status: value, entry: null }), { replace: true })}
          >
            {labels[label]}
          </button>
        ))}
        <span class="small quiet">{pages.total.value !== null && number(pages.total.value)}</span>
      </div>
      {pages.error.value && <Failure error={pages.error.value} again={() => pages.refresh()} />}
      <BulkBar
        sbomId={sbom.id}
        chosen={chosen}
        onChanged={() => {
          pages.refresh();
          onChanged();
        }}
      />
      <div class="with-aside">
        <EntryTable pages={pages} selected={selected} isEmpty={sbom.entry_count === 0} chosen={chosen} />
        {selected && (
          <EntryInspector
            key={selected}
            id={selected}
            entry={entry}
            onChanged={() => {
              pages.refresh();
              onChanged();
            }}
          />
        )}
      </div>
    </>
  );
}
