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
import { EntryPages, maxChosen, revisionOf, type Entry } from './entry-pages.js';
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
interface ComponentsProperties {
  readonly sbom: Sbom;
  readonly pages: EntryPages;
  readonly onChanged: () => void;
}

const filterNames = ['status', 'examined', 'failing'] as const;
const noFilter = Object.fromEntries(filterNames.map((name) => [name, null]));

interface Asked {
  readonly q: string;
  readonly status: string;
  readonly examined: string;
  readonly failing: string;
  readonly sort: string;
}

/** What the address asks for. */
const asked = (): Asked => {
  const [q, status, examined, failing, sort] = ['q', ...filterNames, 'sort'].map((name) => query.value.get(name) ?? '');
  return { q: q!, status: status!, examined: examined!, failing: failing!, sort: sort! };
};

/** The entries that the address asks for, asked for at once, beside the SBOM itself; null where they are not shown. */
export function useEntryPages(sbomId: string, isShown: boolean): EntryPages | null {
  const filter = asked();
  return useMemo(() => (isShown ? new EntryPages(sbomId, filter) : null), [sbomId, isShown, ...Object.values(filter)]);
}

/** The entries of an SBOM: find, choose, change. */
export function Components({ sbom, pages, onChanged }: ComponentsProperties): JSX.Element {
  const { q, status, examined, failing, sort } = asked();
  const chosen = useMemo(() => signal<ReadonlyMap<string, Entry>>(new Map()), [sbom.id]);
  const revision = revisionOf(sbom);
  const loaded = pages.revision.value;
  const refreshedFor = useRef<string | null>(null);
  useEffect(() => {
    // Once for each: what was loaded may be newer than the SBOM, not only older.
    if (loaded === null || loaded === revision || refreshedFor.current === revision) return;
    refreshedFor.current = revision;
    pages.refreshSoon();
  }, [pages, revision, loaded]);
  const selected = query.value.get('entry');
  const entry = pages.entries.value.find((one) => one?.id === selected) ?? null;
  const pressed: Readonly<Record<string, string>> = { status, examined, failing };
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
            aria-pressed={filterNames.every((name) => (asks[name] ?? '') === pressed[name])}
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
