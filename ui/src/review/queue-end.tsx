import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { get } from '../api.js';
import { useLoaded } from '../parts/loaded.js';
import { organization } from '../session.js';
import { ConflictNote } from './conflict-note.js';
import { InternalOffer } from './internal-offer.js';
import { queueLength } from './queue-length.js';
import { isFiltered } from './queue-pages.js';
import { settled } from './sender.js';
import type { ReviewStore } from './store.js';

interface Sboms {
  readonly total: number;
  readonly ready: number;
  readonly unexamined: number;
}

/** What the SBOMs of the organization are like now; null: not known yet. */
function useSboms(): Sboms | null {
  const orgId = organization.value!.id;
  const all = useLoaded(() => get('v1/project/getSBOMs', { org_id: orgId, limit: 1 }), [orgId]);
  const ready = useLoaded(
    () => get('v1/project/getSBOMs', { org_id: orgId, status: 'allconfirmed', limit: 1 }),
    [orgId],
  );
  const [listed, waiting] = [all.state.value.data, ready.state.value.data];
  if (!listed || !waiting) return null;
  const { partly, notExamined } = listed.data.organization.coverage;
  return { total: listed.meta.total_count, ready: waiting.meta.total_count, unexamined: partly + notExamined };
}

/** What is ready, and what nobody examined: settled is not safe. */
function Next({ sboms }: { sboms: Sboms | null }): JSX.Element {
  const path = `/o/${organization.value!.id}`;
  return (
    <>
      {sboms && sboms.unexamined > 0 && <p class="soft">{texts.review.endUnexamined(sboms.unexamined)}</p>}
      <p class="row wrap">
        <a class="b main" href={sboms && sboms.ready > 0 ? `${path}/sboms?status=allconfirmed` : `${path}/sboms`}>
          {sboms && sboms.ready > 0 ? texts.review.endReady(sboms.ready) : texts.review.toSboms}
        </a>
        {sboms && sboms.unexamined > 0 && (
          <a class="b" href={`${path}/vulnerabilities`}>
            {texts.review.toUnexamined}
          </a>
        )}
      </p>
    </>
  );
}

/** What the filters hide. */
function OtherFilters(): JSX.Element {
  const left = queueLength.value ?? 0;
  return (
    <>
      {left > 0 && <p class="soft">{texts.review.emptyFilterLeft(left)}</p>}
      <a class="b main" href={`/o/${organization.value!.id}/review`}>
        {texts.review.clearFilters}
      </a>
    </>
  );
}

/** Nothing waits: under the filters, at all, or because there is nothing yet. */
export function QueueEmpty({ resolving }: { resolving: number }): JSX.Element {
  const sboms = useSboms();
  const path = `/o/${organization.value!.id}`;
  if (isFiltered())
    return (
      <div class="empty">
        <h2>{texts.review.emptyFilter}</h2>
        <OtherFilters />
      </div>
    );
  if (sboms?.total === 0)
    return (
      <div class="empty">
        <h2>{texts.home.empty}</h2>
        <p class="soft">{texts.review.emptyNote}</p>
        <a class="b main" href={`${path}/sboms`}>
          {texts.import.one}
        </a>
      </div>
    );
  return (
    <div class="empty">
      <h2>{resolving > 0 ? texts.review.emptyYet : texts.review.emptyTitle}</h2>
      <p class="soft">{texts.review.emptyNote}</p>
      <Next sboms={sboms} />
    </div>
  );
}

/** Every name of the list is settled. */
export function QueueEnd({ store }: { store: ReviewStore }): JSX.Element {
  const saved = settled.value.filter(({ state }) => state !== 'conflict' && state !== 'refused');
  const count = saved.reduce((sum, { entries }) => sum + entries, 0);
  const sboms = useSboms();
  // Not known yet is not none.
  const isHidingNames = isFiltered() && queueLength.value !== 0;
  const disposed = saved.filter(({ choice }) => 'disposition' in choice).length;
  return (
    <div class="empty end">
      <ConflictNote store={store} />
      <InternalOffer />
      <h2>{isHidingNames ? texts.review.emptyFilter : texts.review.endTitle}</h2>
      <p class="soft">{texts.review.endNote(saved.length, count)}</p>
      {disposed > 0 && <p class="soft">{texts.review.endDisposed(disposed)}</p>}
      {isHidingNames ? <OtherFilters /> : <Next sboms={sboms} />}
    </div>
  );
}
