import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ReviewVersion } from '../generated/api.js';
import { texts } from '../../texts.en.js';
import { FileText, shortText } from '../parts/file-text.js';
import { Skeleton } from '../parts/loaded.js';
import { Key, Mark } from '../parts/marks.js';
import { mayChange } from '../session.js';
import type { ReviewStore } from './store.js';

/** Versions of the entries beside those of the catalogue; a chosen one is for the entries of that version alone. */
export function VersionsPanel({ store }: { store: ReviewStore }): JSX.Element | null {
  const shown = store.versions.shown.value;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown) panel.current?.focus();
    else if (panel.current === null && document.activeElement === document.body)
      document.querySelector<HTMLElement>('.cands')?.focus({ preventScroll: true });
  }, [shown === null]);
  if (!shown) return null;
  const { candidate, versions } = shown;
  return (
    <div ref={panel} class="reach-panel" role="group" aria-labelledby="versions-title" tabIndex={-1}>
      <div class="row">
        <h3 id="versions-title" class="grow">
          {texts.review.versionsTitle(shortText(candidate.name, 40))}
        </h3>
        <button type="button" class="b s bare" onClick={() => store.versions.close()}>
          {texts.close} <Key>Esc</Key>
        </button>
      </div>
      <p class="small soft">{texts.review.versionsNote}</p>
      {versions ? (
        <ul class="lines">
          {versions.map((one) => (
            <Version key={one.version} of={one} store={store} />
          ))}
        </ul>
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

function Version({ of, store }: { of: ReviewVersion; store: ReviewStore }): JSX.Element {
  const { version, entries, known, below, above } = of;
  const near = [...below, ...above];
  const settle = (chosen: string): void => store.settleVersion(version, entries, chosen);
  return (
    <li class="row wrap">
      <span class="break">
        {version === '' ? <span class="absent">{texts.review.versionNone}</span> : <FileText text={version} cut={60} />}{' '}
        <span class="quiet">{texts.counts.entries(entries)}</span>
      </span>
      <Mark kind={known ? 'passed' : 'not_known'}>{known ? texts.review.isKnown : texts.review.isNotKnown}</Mark>
      <span class="grow" />
      {mayChange.value && version !== '' && (
        <button type="button" class="b s" onClick={() => settle(version)}>
          {texts.review.versionSettle(shortText(version, 30))}
        </button>
      )}
      {near.length > 0 && (
        <span class="small quiet">{version === '' ? texts.review.newest : texts.review.nearest}</span>
      )}
      {near.map((one) =>
        mayChange.value ? (
          <button key={one} type="button" class="b s" onClick={() => settle(one)}>
            {shortText(one, 30)}
          </button>
        ) : (
          <span key={one}>{shortText(one, 30)}</span>
        ),
      )}
    </li>
  );
}
