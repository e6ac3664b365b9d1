import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { FileText, shortText } from '../parts/file-text.js';
import { Icon, Key, Mark } from '../parts/marks.js';
import { closeSheet } from '../parts/sheet.js';
import { navigate, query, withQuery } from '../router.js';
import { focusCandidates } from './focus-candidates.js';
import { refusal, settled } from './sender.js';
import type { ReviewStore } from './store.js';
import type { ReviewGroup } from './types.js';

export function NameList({ store }: { store: ReviewStore }): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const current = store.current.value;
  useEffect(
    () => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }),
    [current],
  );
  return (
    <section class="pane list" aria-label={texts.review.names}>
      <div id="names" popover="auto" class="names-sheet sheet-s">
        <div class="pane-head">
          <h2>{texts.review.left(store.left.value)}</h2>
          <input
            id="name-filter"
            class="input s"
            type="search"
            aria-label={texts.review.filterNames}
            placeholder={texts.review.filterNames}
            defaultValue={query.value.get('q') ?? ''}
            onChange={(event) => navigate(withQuery({ q: event.currentTarget.value, name: null }), { replace: true })}
            onKeyDown={(event) => event.key === 'Escape' && focusCandidates()}
          />
        </div>
        <ul
          ref={list}
          class="names scroll"
          role="listbox"
          aria-label={texts.review.names}
          tabIndex={0}
          data-pane
          {...(current && { 'aria-activedescendant': `name-${current}` })}
        >
          {store.groups.value.map((group) => (
            <Name key={group.id} group={group} store={store} isCurrent={group.id === current} />
          ))}
        </ul>
      </div>
      <LastDecision store={store} />
    </section>
  );
}

function Name({
  group,
  store,
  isCurrent,
}: {
  group: ReviewGroup;
  store: ReviewStore;
  isCurrent: boolean;
}): JSX.Element {
  const byOther = store.live.byOthers.value.get(group.id);
  const isDone = store.done.value.has(group.id) || byOther !== undefined;
  const mine = isDone && settled.value.find((one) => one.group.id === group.id);
  const other = isDone ? null : store.holderOf(group);
  return (
    <li
      id={`name-${group.id}`}
      role="option"
      aria-selected={isCurrent}
      class={isDone ? 'done' : other ? 'held' : ''}
      onClick={() => {
        if (isDone) return;
        closeSheet('names');
        store.open(group.id);
      }}
    >
      <span class="n clip">
        <FileText text={group.name} cut={80} />
      </span>
      <span class="r">
        {isDone && <Mark kind="passed">{''}</Mark>}
        {other && (
          <span class="who s other" title={texts.review.looking(other)}>
            {other.slice(0, 1)}
          </span>
        )}
        <span aria-hidden="true">{texts.review.reach(group.entries, group.sboms)}</span>
        <span class="hide">{texts.review.reachSpoken(group.entries, group.sboms)}</span>
      </span>
      <span class="m">
        <span class="clip">
          {mine
            ? `${texts.review.settledBy}: ${shortText(mine.label)}`
            : byOther
              ? texts.review.settledByOther(byOther.user, shortText(byOther.what))
              : other
                ? texts.review.looking(other)
                : described(group)}
        </span>
        <span class="nowrap">
          <span class={`mark ${group.risk === null ? 'unrated' : ''}`}>
            {group.risk === null ? texts.review.riskUnknown : texts.review.risk(group.risk, group.risk_unknown)}
          </span>
        </span>
      </span>
    </li>
  );
}

function described({ org, versions, version }: ReviewGroup): string {
  const supplier = org === '' ? texts.review.noSupplier : shortText(org, 40);
  const versionText =
    versions > 1 ? texts.review.versions(versions) : version === '' ? texts.review.noVersion : shortText(version, 20);
  return `${supplier} · ${versionText}`;
}

/** What became of the last decision; a refusal stays until the next one. */
function LastDecision({ store }: { store: ReviewStore }): JSX.Element | null {
  const last = settled.value.at(-1);
  const refused = refusal.value;
  if (refused)
    return (
      <div class="last" role="alert">
        <Icon name="failed" />
        <span>{refused.name ? texts.review.refused(shortText(refused.name), refused.reason) : refused.reason}</span>
      </div>
    );
  if (!last) return null;
  return (
    <div class="last" role="status">
      <span class="row clip">
        <Mark kind={last.state === 'saved' ? 'passed' : 'pending'}>{''}</Mark>
        <span class="clip">
          <strong>{shortText(last.group.name)}</strong>
          <span class="sub">
            {last.state === 'saved'
              ? texts.review.saved(last.entries)
              : last.state === 'waiting'
                ? texts.review.waits(last.entries)
                : texts.review.savingOne(last.entries)}
          </span>
        </span>
      </span>
      <button type="button" class="b s" aria-keyshortcuts="u" onClick={() => store.undo()}>
        {texts.review.undo} <Key>u</Key>
      </button>
    </div>
  );
}
