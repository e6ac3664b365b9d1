import { signal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import type { Data } from '../api.js';
import { Failure } from '../parts/loaded.js';
import { navigate, query, withQuery } from '../router.js';
import { mayChange } from '../session.js';
import { BulkBar } from './bulk-bar.js';
import { EntryInspector } from './entry-inspector.js';
import { EntryPages, maxChosen, type Entry } from './entry-pages.js';
import { EntryTable } from './entry-table.js';

type Sbom = Data<'GET v1/project/getSBOM'>;

const { all, candidatesLeft, nothingFound, settledOnly, failingOnly, unexaminedOnly } = texts.sbom;

/** Each with what it asks for. */
const filters: readonly { readonly label: string; readonly asks: Readonly<Record<string, string>> }[] = [
  { label: all, asks: {} },
  { label: failingOnly, asks: { failing: 'true' } },
  { label: unexaminedOnly, asks: { examined: 'not_examined' } },
  { label: candidatesLeft, asks: { status: 'partial-resolution' } },
  { label: nothingFound, asks: { status: 'no-resolution' } },
  { label: settledOnly, asks: { status: 'resolved' } },
];
const filterNames = ['status', 'examined', 'failing'] as const;
const noFilter = Object.fromEntries(filterNames.map((name) => [name, null]));

/** The entries of an SBOM: find, choose, change. */
export function Components({ sbom, onChanged }: { sbom: Sbom; onChanged: () => void }): JSX.Element {
  const q = query.value.get('q') ?? '';
  const [status, examined, failing, sort] = [...filterNames, 'sort'].map((name) => query.value.get(name) ?? '') as [
    string,
    string,
    string,
    string,
  ];
  const revision = `${String(sbom.updated_at)} ${sbom.verdict}`;
  const pages = useMemo(
    () => new EntryPages(sbom.id, { q, status, examined, failing, sort }),
    [sbom.id, q, status, examined, failing, sort],
  );
  const chosen = useMemo(() => signal<ReadonlyMap<string, Entry>>(new Map()), [sbom.id]);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else pages.refreshSoon();
  }, [pages, revision]);
  const selected = query.value.get('entry');
  const entry = pages.entries.value.find((one) => one?.id === selected) ?? null;
  const asked: Readonly<Record<string, string>> = { status, examined, failing };
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
        {filters.map(({ label, asks }) => (
          <button
            key={label}
            type="button"
            class="facet"
            aria-pressed={filterNames.every((name) => (asks[name] ?? '') === asked[name])}
            onClick={() => navigate(withQuery({ ...noFilter, ...asks, entry: null }), { replace: true })}
          >
            {label}
          </button>
        ))}
        <span class="grow" />
        <label class="row small soft">
          {texts.sboms.choose.sort}
          <select
            class="input s"
            value={sort}
            onChange={(event) => navigate(withQuery({ sort: event.currentTarget.value }), { replace: true })}
          >
            {Object.entries(texts.sbom.orders).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <span class="small quiet">{pages.total.value !== null && number(pages.total.value)}</span>
        <ChooseAll pages={pages} chosen={chosen} />
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

/** Chooses what the filter matches. How many that is stands on the button, and again before anything is done. */
function ChooseAll({ pages, chosen }: { pages: EntryPages; chosen: Signal<ReadonlyMap<string, Entry>> }): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  const count = pages.total.value ?? 0;
  if (!mayChange.value || count === 0) return <></>;
  const choose = async (): Promise<void> => {
    setBusy(true);
    try {
      chosen.value = new Map((await pages.all()).map((entry) => [entry.id, entry]));
    } catch (error) {
      pages.error.value = error as Error;
    }
    setBusy(false);
  };
  return (
    <button type="button" class="b s" disabled={isBusy || count > maxChosen} onClick={() => void choose()}>
      {count > maxChosen ? texts.sbom.tooMany(maxChosen) : texts.sbom.chooseAll(count)}
    </button>
  );
}
