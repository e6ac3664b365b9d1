import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { density, type Density } from '../parts/density.js';
import { FileText, shortText } from '../parts/file-text.js';
import { Skeleton } from '../parts/loaded.js';
import { Mark, Verdict } from '../parts/marks.js';
import { navigate, query, withQuery } from '../router.js';
import { mayChange } from '../session.js';
import { edited } from './entry-inspector.js';
import type { Entry, EntryPages } from './entry-pages.js';
import { identityOf } from './identity.js';

const columnCount = 6;
/** As `--row` in `tokens.css`. */
const rowHeights: Readonly<Record<Density, number>> = { compact: 48, roomy: 56 };
const narrowHeight = 72;
const isNarrow = matchMedia('(max-width: 29.99rem)');
const spare = 12;
/** Browsers draw no taller element: behind it, a step of the scroll bar is more than one row. */
const maxHeight = 8_000_000;
/** Rows that fly past are not asked for. */
const restMs = 60;

interface TableProperties {
  readonly pages: EntryPages;
  readonly selected: string | null;
  readonly isEmpty: boolean;
  readonly chosen: Signal<ReadonlyMap<string, Entry>>;
}

/** A table of which only the rows in view exist. */
export function EntryTable({ pages, selected, isEmpty, chosen }: TableProperties): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const total = pages.total.value;
  const view = useView(scroller, total === null);
  const count = total ?? 0;
  const rowHeight = isNarrow.matches ? narrowHeight : rowHeights[density()];
  const height = Math.min(count * rowHeight, maxHeight);
  const range = Math.max(1, height - view.height);
  const first = Math.max(0, Math.floor((view.top / range) * Math.max(0, count - view.height / rowHeight)) - spare);
  const end = Math.min(count, first + Math.ceil(view.height / rowHeight) + 2 * spare);
  const round = pages.round.value;
  useEffect(() => {
    const timer = setTimeout(() => pages.want(first, Math.max(1, end)), restMs);
    return () => clearTimeout(timer);
  }, [pages, round, first, end]);
  if (total === null) return pages.error.value ? <div /> : <Skeleton />;
  if (count === 0) return <p class="soft">{isEmpty ? texts.sbom.noEntries : texts.sbom.noMatch}</p>;
  const { columns } = texts.sbom;
  const offset = count * rowHeight <= maxHeight ? first * rowHeight : Math.max(0, view.top - spare * rowHeight);
  return (
    <div
      ref={scroller}
      class="card entries"
      tabIndex={0}
      role="group"
      aria-label={texts.sbom.list(count)}
      onKeyDown={moveByKey}
    >
      <table class="plain virtual" aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.version}</th>
            <th scope="col">{columns.identity}</th>
            <th scope="col">{columns.coverage}</th>
            <th scope="col" class="num">
              {columns.risk}
            </th>
            <th scope="col">{columns.verdict}</th>
          </tr>
        </thead>
        <tbody>
          <Filler height={offset} />
          {Array.from({ length: Math.max(0, end - first) }, (_, index) => (
            <Row
              key={first + index}
              index={first + index}
              entry={pages.entries.value[first + index]}
              selected={selected}
              chosen={chosen}
            />
          ))}
          <Filler height={Math.max(0, height - offset - (end - first) * rowHeight)} />
        </tbody>
      </table>
    </div>
  );
}

/** What of the list is in view. */
function useView(scroller: { current: HTMLDivElement | null }, isWaiting: boolean): { top: number; height: number } {
  const [view, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [isWaiting]);
  return view;
}

/** j and k, or the arrows, go to the next and the previous row; the space bar chooses it, e changes it. */
function moveByKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if ((event.key === ' ' && chooseByKey(event)) || (event.key === 'e' && editByKey(event))) return;
  if (event.key === 'Escape' && query.value.get('entry'))
    return navigate(withQuery({ entry: null }), { replace: true });
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  const list = event.currentTarget as HTMLElement;
  const row = (event.target as Element).closest('tr');
  if (!step) return;
  const next = row
    ? step > 0
      ? row.nextElementSibling
      : row.previousElementSibling
    : list.querySelector('tbody tr:nth-child(2)');
  const link = next?.querySelector<HTMLElement>('.link');
  if (!link) return;
  event.preventDefault();
  link.focus();
}

/** The space bar chooses the row whose name has the focus. */
function chooseByKey(event: KeyboardEvent): boolean {
  const target = event.target as Element;
  const box = target.closest('.link') && target.closest('tr')?.querySelector<HTMLElement>('input[type=checkbox]');
  if (!box) return false;
  event.preventDefault();
  box.click();
  return true;
}

/** Opens the row that has the focus to change it. */
function editByKey(event: KeyboardEvent): boolean {
  const link = (event.target as Element).closest<HTMLElement>('.link');
  if (!link || !mayChange.value) return false;
  event.preventDefault();
  link.click();
  edited.value = link.dataset.entry ?? null;
  return true;
}

/** Takes the place of rows that are out of view. The policy forbids styles in markup; the DOM may set them. */
function Filler({ height }: { height: number }): JSX.Element {
  return (
    <tr aria-hidden="true" class="filler" ref={(row) => void row?.style.setProperty('height', `${height}px`)}>
      <td colSpan={columnCount} />
    </tr>
  );
}

interface RowProperties {
  readonly index: number;
  readonly entry: Entry | undefined;
  readonly selected: string | null;
  readonly chosen: Signal<ReadonlyMap<string, Entry>>;
}

function Row({ index, entry, selected, chosen }: RowProperties): JSX.Element {
  if (!entry)
    return (
      <tr aria-rowindex={index + 2}>
        <td colSpan={columnCount} class="quiet">
          …
        </td>
      </tr>
    );
  const identity = identityOf(entry);
  const { columns } = texts.sbom;
  const open = (): void => navigate(withQuery({ entry: entry.id }), { replace: true });
  const choose = (): void => {
    const next = new Map(chosen.value);
    if (!next.delete(entry.id)) next.set(entry.id, entry);
    chosen.value = next;
  };
  return (
    <tr aria-rowindex={index + 2} class={entry.id === selected ? 'here' : ''} onClick={open}>
      <th scope="row">
        <span class="entry-name">
          {mayChange.value && (
            <input
              type="checkbox"
              class="check"
              aria-label={texts.sbom.choose(shortText(entry.name))}
              checked={chosen.value.has(entry.id)}
              onClick={(event) => event.stopPropagation()}
              onChange={choose}
            />
          )}
          <span class="clip">
            <button
              type="button"
              class="link clip"
              data-entry={entry.id}
              aria-keyshortcuts="e"
              aria-expanded={entry.id === selected}
              onClick={open}
            >
              <FileText text={entry.name} cut={80} />
            </button>
            <span class={`sub clip${entry.org ? '' : ' quiet'}`}>
              {entry.version && (
                <span class="only-narrow">
                  <FileText text={entry.version} cut={40} />,{' '}
                </span>
              )}
              {entry.org ? <FileText text={entry.org} cut={60} /> : texts.sboms.noSupplier}
            </span>
          </span>
        </span>
      </th>
      <td class={entry.version ? '' : 'quiet'}>
        <span class="clip">{entry.version ? <FileText text={entry.version} cut={40} /> : texts.unknown}</span>
      </td>
      <td>
        <span class={identity.isOpen ? 'open clip' : 'clip'}>
          <FileText text={identity.name} cut={60} />
        </span>
        <span class="sub clip">{identity.by}</span>
      </td>
      <td>
        <Examined of={entry} />
      </td>
      <td class="num">
        <Risk of={entry} />
      </td>
      <td>
        <Judged of={entry} />
        <span class="sub clip only-narrow">
          {columns.risk} <Risk of={entry} />
        </span>
      </td>
    </tr>
  );
}

/** A dash: nobody looked, or too little is known. */
function Risk({ of: { evaluation } }: { of: Entry }): JSX.Element {
  const risk = evaluation?.risk ?? null;
  if (risk !== null) return <>{number(Math.round(risk))}</>;
  return (
    <span title={texts.unknown}>
      –<span class="hide"> {texts.unknown}</span>
    </span>
  );
}

/** What the rules say of the entry; the reasons are its title, and stand in the inspector. */
function Judged({ of: { evaluation } }: { of: Entry }): JSX.Element {
  const reasons = evaluation?.failures.map(({ reason }) => reason) ?? [];
  const verdict = !evaluation || evaluation.pending ? 'pending' : reasons.length > 0 ? 'failed' : 'passed';
  return (
    <span title={reasons.join('. ')}>
      <Verdict value={verdict} />
    </span>
  );
}

/** Of an entry that was read without its coverage. */
const notAsked = { status: 'not_examined', reason: '' } as const;

/** Whether the component was examined and why not, and what is exploited in a product of its name. */
function Examined({ of: { coverage = notAsked, may_concern: mayConcern = [] } }: { of: Entry }): JSX.Element {
  const concern = mayConcern.length > 0 ? texts.vulnerabilities.mayConcern(mayConcern.length) : '';
  const note = [concern, coverage.reason].filter(Boolean).join('. ');
  return (
    <span class="clip" title={note}>
      <Mark kind={coverage.status}>{texts.coverage[coverage.status]}</Mark>
      {note && <span class={`sub clip${concern ? ' open' : ''}`}>{note}</span>}
    </span>
  );
}
