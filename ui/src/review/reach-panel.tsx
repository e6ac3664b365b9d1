import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { shortText } from '../parts/file-text.js';
import { Skeleton } from '../parts/loaded.js';
import { Key } from '../parts/marks.js';
import type { ReviewStore } from './store.js';
import type { JointPreview } from './joint-preview.js';

const maxRows = 6;

/** What a decision changes, before it does: over the candidates, and in nobody's way. */
export function ReachPanel({ store }: { store: ReviewStore }): JSX.Element | null {
  const reach = store.reach.value;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (reach) panel.current?.focus();
    else document.querySelector<HTMLElement>('.cands')?.focus({ preventScroll: true });
  }, [reach]);
  const group = store.group.value;
  if (!reach || !group) return null;
  const preview = store.jointPreview;
  const own = store.previews.value.get(group.id)?.sboms ?? [];
  const [first] = own;
  return (
    <div ref={panel} class="reach-panel" role="group" aria-labelledby="reach-title" tabIndex={-1}>
      <div class="row">
        <h3 id="reach-title" class="grow">
          {texts.review.previewTitle(shortText(group.name, 40), shortText(reach.label, 40), store.reachEntries)}
        </h3>
        <button type="button" class="b s bare" onClick={() => void (store.reach.value = null)}>
          {texts.cancel} <Key>Esc</Key>
        </button>
      </div>
      <p class="small soft">{reach.isMadeUp ? texts.review.previewMadeUp : texts.review.previewNote}</p>
      {preview ? (
        <PreviewTable preview={preview} />
      ) : store.isPreviewMissing ? (
        <div class="row wrap">
          <p class="small grow">{texts.review.previewMissing}</p>
          <button type="button" class="b s" onClick={() => void store.askPreview()}>
            {texts.retry}
          </button>
        </div>
      ) : (
        <Skeleton />
      )}
      {preview && preview.settledByHand > 0 && <p class="small quiet">{texts.review.byHand(preview.settledByHand)}</p>}
      {store.near.taken.value.size > 0 && (
        <p class="small soft">{texts.review.withNear(store.near.taken.value.size)}</p>
      )}
      <div class="act">
        <span class="grow" />
        {first && preview && own.length > 1 && (
          <button
            type="button"
            class="b"
            onClick={() => store.commit(reach, { sbomId: first.sbom_id, entries: first.entries })}
          >
            {texts.review.onlyThis(shortText(first.name, 30))}
          </button>
        )}
        <button type="button" class="b main" disabled={!preview} onClick={() => store.commit(reach, null)}>
          {texts.review.confirmSettle(store.reachEntries)} <Key>Enter</Key>
        </button>
      </div>
    </div>
  );
}

function PreviewTable({ preview: { sboms } }: { preview: JointPreview }): JSX.Element {
  return (
    <>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{texts.review.previewColumns.sbom}</th>
            <th scope="col" class="num">
              {texts.review.previewColumns.entries}
            </th>
            <th scope="col">{texts.review.previewColumns.status}</th>
            <th scope="col">{texts.review.previewColumns.follows}</th>
          </tr>
        </thead>
        <tbody>
          {sboms.slice(0, maxRows).map(({ sbom_id, name, version, entries, status, left }) => (
            <tr key={sbom_id}>
              <td>{shortText(`${name} ${version}`.trim(), 40)}</td>
              <td class="num">{number(entries)}</td>
              <td>{texts.status[status] ?? status}</td>
              <td>{texts.review.follows(left, status === 'finished')}</td>
            </tr>
          ))}
        </tbody>
      </table>

      {sboms.length > maxRows && <p class="small quiet">{texts.review.previewCut(maxRows, sboms.length)}</p>}
    </>
  );
}
