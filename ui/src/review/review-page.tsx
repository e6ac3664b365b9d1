import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import type { ReviewFacets, ReviewFacetTotals } from '../generated/api.js';
import { Failure, Skeleton } from '../parts/loaded.js';
import { Icon, Key } from '../parts/marks.js';
import { Shell } from '../parts/shell.js';
import { KeysDialog } from '../parts/single-keys.js';
import { navigate, query, withQuery } from '../router.js';
import { mayChange, organization } from '../session.js';
import { CandidatePane } from './candidate-pane.js';
import { FilePane } from './file-pane.js';
import { pressKey, type PageActions } from './keys.js';
import { NameList } from './name-list.js';
import { settled } from './sender.js';
import { QueueEmpty, QueueEnd } from './queue-end.js';
import { filterNames } from './queue-pages.js';
import { storeOf, type ReviewStore } from './store.js';

/** Names left, what the file says in the middle, what it may be on the right. */
export function ReviewPage(): JSX.Element {
  const orgId = organization.value!.id;
  const store = useMemo(() => storeOf(orgId, mayChange.value), [orgId]);
  const help = useRef<HTMLDialogElement>(null);
  const { value: parameters } = query;
  const filters = [...filterNames, 'sort'].map((name) => parameters.get(name) ?? '').join('\n');
  useEffect(() => void (document.title = `${texts.review.title} · ${texts.product}`), []);
  useEffect(() => void store.load(), [store, filters]);
  useEffect(() => store.live.follow(), [store]);
  useEffect(() => {
    const actions: PageActions = {
      search: () => document.querySelector<HTMLInputElement>('#catalogue-search')?.focus(),
      filter: () => document.querySelector<HTMLInputElement>('#name-filter')?.focus(),
      help: () => help.current?.showModal(),
      decisions: () => navigate(`/o/${orgId}/review/decisions`),
      openRow: () => document.querySelector<HTMLAnchorElement>('#open-row')?.click(),
      nextPane,
    };
    const onKey = (event: KeyboardEvent): void => {
      if (pressKey(event, store, actions)) event.preventDefault();
    };
    const onPress = (event: KeyboardEvent | MouseEvent): void => store.aim.note(event);
    document.addEventListener('keydown', onPress, true);
    document.addEventListener('click', onPress, true);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onPress, true);
      document.removeEventListener('click', onPress, true);
      document.removeEventListener('keydown', onKey);
      store.close();
    };
  }, [store]);
  const current = store.current.value;
  useEffect(() => {
    if (current) navigate(withQuery({ name: current }), { replace: true });
  }, [current]);

  return (
    <Shell at="review" wide ownHelp>
      <header class="rq-bar">
        <Progress store={store} onHelp={() => help.current?.showModal()} />
        {store.meta.value && (
          <div id="filters" popover="auto" class="filters sheet-s">
            <FacetLists facets={store.meta.value.facets} totals={store.meta.value.facet_totals} />
            <FacetBar facets={store.meta.value.facets} total={store.meta.value.total} />
          </div>
        )}
      </header>
      {!mayChange.value && <p class="note info viewer">{texts.errors.viewer}</p>}
      <Content store={store} />
      <KeysDialog dialog={help} id="queue-keys" hasDigits groups={[...texts.review.keyList, ...texts.pageKeys]} />
    </Shell>
  );
}

function Content({ store }: { store: ReviewStore }): JSX.Element {
  if (store.error.value) return <Failure error={store.error.value} again={() => void store.load()} />;
  if (!store.meta.value) return <Skeleton />;
  if (store.groups.value.length === 0) return <QueueEmpty resolving={store.meta.value.resolving} />;
  return (
    <div class="rq">
      <NameList store={store} />
      {store.group.value ? (
        <>
          <FilePane store={store} />
          <CandidatePane store={store} />
        </>
      ) : store.hasMore.value ? (
        <Skeleton />
      ) : (
        <QueueEnd store={store} />
      )}
    </div>
  );
}

function Progress({ store, onHelp }: { store: ReviewStore; onHelp: () => void }): JSX.Element {
  const count = store.done.value.size;
  const left = store.left.value;
  const { resolving = 0 } = store.meta.value ?? {};
  // Before there is an answer, none is left over that anybody knows of.
  const isKnown = store.meta.value !== null && store.error.value === null;
  return (
    <>
      <h1>{texts.review.title}</h1>
      {isKnown && (
        <>
          <span class="small soft">{texts.review.settledToday(count, left)}</span>
          <progress
            class="not-s"
            max={Math.max(1, count + left)}
            value={count}
            aria-label={texts.review.progress(count, count + left)}
          />
        </>
      )}
      {resolving > 0 && (
        <span class="mark chip pending">
          <Icon name="pending" />
          {texts.review.resolving(resolving)}
          <button type="button" class="b s bare" onClick={() => void store.load()}>
            {texts.review.resolvingShow}
          </button>
        </span>
      )}
      <span class="grow" />
      {store.group.value && (
        <button type="button" class="b s only-s" popovertarget="names">
          {texts.review.names}
        </button>
      )}
      <button type="button" class="b s only-s" popovertarget="filters">
        {texts.review.filters}
      </button>
      <a class="b s bare" href={`/o/${organization.value!.id}/review/decisions`}>
        <Icon name="undo" /> {texts.review.decisions} <span class="count">{number(settled.value.length)}</span>
      </a>
      <button type="button" class="b s bare not-s" onClick={onHelp}>
        {texts.review.keys} <Key>?</Key>
      </button>
    </>
  );
}

const set = (changes: Record<string, string | null>): void =>
  navigate(withQuery({ ...changes, name: null }), { replace: true });

function FacetBar({ facets, total }: { facets: ReviewFacets; total: number }): JSX.Element {
  const reason = query.value.get('reason') ?? '';
  const all = facets.reason.reduce((sum, { count }) => sum + count, 0);
  return (
    <div class="row facets" role="toolbar" aria-label={texts.review.filters}>
      <button type="button" class="facet" aria-pressed={reason === ''} onClick={() => set({ reason: null })}>
        {texts.review.all} <b>{number(reason === '' ? total : all)}</b>
      </button>
      {facets.reason.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          class="facet"
          aria-pressed={reason === value}
          onClick={() => set({ reason: value })}
        >
          {texts.review.reasons[value] ?? value} <b>{number(count)}</b>
        </button>
      ))}
    </div>
  );
}

/** Filters with many values. */
function FacetLists({ facets, totals }: { facets: ReviewFacets; totals: ReviewFacetTotals }): JSX.Element {
  const isChosen = (facet: keyof ReviewFacets): boolean => query.value.get(facet) !== null;
  const shown = (['ecosystem', 'supplier', 'sbom', 'team'] as const).filter(
    (facet) => facet !== 'team' || facets.team.length > 1 || isChosen('team'),
  );
  return (
    <>
      <select
        class="facet"
        aria-label={texts.review.sort}
        value={query.value.get('sort') ?? ''}
        onChange={(event) => set({ sort: event.currentTarget.value || null })}
      >
        {Object.entries(texts.review.orders).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {shown.map((facet) => (
        <FacetList key={facet} facet={facet} values={facets[facet]} total={totals[facet]} />
      ))}
    </>
  );
}

interface FacetListProperties {
  readonly facet: 'ecosystem' | 'supplier' | 'sbom' | 'team';
  readonly values: ReviewFacets['sbom'];
  readonly total: number;
}

/** Values with the most names; what is not listed is counted, and what is chosen is there also where no name has it. */
function FacetList({ facet, values, total }: FacetListProperties): JSX.Element {
  const chosen = query.value.get(facet) ?? '';
  return (
    <select
      class="facet"
      aria-label={texts.review[facet]}
      value={chosen}
      onChange={(event) => set({ [facet]: event.currentTarget.value || null })}
    >
      <option value="">
        {texts.review[facet]}: {texts.review.any}
      </option>
      {values.map(({ value, name, count }) => (
        <option key={value} value={value}>
          {`${name.slice(0, 60) || texts.review.nothingSaid} (${number(count)})`}
        </option>
      ))}
      {chosen !== '' && !values.some(({ value }) => value === chosen) && (
        <option value={chosen}>{texts.review.withoutNames}</option>
      )}
      {total > values.length && <option disabled>{texts.review.moreValues(total - values.length)}</option>}
    </select>
  );
}

function nextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('.rq [data-pane]')];
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  panes[(at + 1) % panes.length]?.focus();
}
