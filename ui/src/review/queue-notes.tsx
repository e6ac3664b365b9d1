import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { get } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { useLoaded } from '../parts/loaded.js';
import { Icon, Key } from '../parts/marks.js';
import { useStale } from '../parts/stale.js';
import { organization } from '../session.js';
import type { ReviewStore } from './store.js';
import type { ReviewGroupDetail } from './types.js';

/** Somebody settled the open name meanwhile. It is not taken away. */
export function ByOtherNote({ store }: { store: ReviewStore }): JSX.Element | null {
  const other = store.live.byOthers.value.get(store.current.value ?? '');
  if (!other && !store.isGone) return null;
  return (
    <div class="note info" role="status">
      <div>
        {other ? texts.review.byOther(other.user, shortText(other.what, 80)) : texts.review.gone}{' '}
        <button type="button" class="b s" onClick={() => store.next()}>
          {texts.review.nextName}
        </button>
      </div>
    </div>
  );
}

/** What a reviewer chooses from, as text: another one when there is something else to choose. */
const choicesOf = ({ candidates, entries }: ReviewGroupDetail): string =>
  JSON.stringify([entries, candidates.map(({ coordinates }) => coordinates.map(({ identifier }) => identifier))]);

/** The open name has other candidates or entries by now. They wait: nothing moves under the hands. */
export function ChangedNote({ store }: { store: ReviewStore }): JSX.Element | null {
  const detail = store.detail.value;
  const shown = detail ? choicesOf(detail) : '';
  const ask = async (): Promise<string> => {
    if (!detail) return shown;
    const { data } = await get('v1/review/getGroups', { org_id: organization.value?.id, ids: detail.id });
    if (data[0]) return choicesOf(data[0]);
    // Settled while nobody listened, as in a hidden tab.
    store.loadAgain(detail.id);
    return shown;
  };
  const hasChanged = useStale(ask, [detail], shown);
  if (!hasChanged.value) return null;
  return (
    <div class="note info" role="status">
      <span class="grow">{texts.review.candidatesChanged}</span>
      <button type="button" class="b s" aria-keyshortcuts="." onClick={() => void store.load()}>
        {texts.review.showChanged} <Key>.</Key>
      </button>
    </div>
  );
}

const starter = 'starter';

/** Why a well-known name may have no candidate. */
export function StarterNote(): JSX.Element | null {
  const sources = useLoaded(() => get('v1/catalog/getSources'), []);
  const loaded = (sources.state.value.data?.data ?? []).filter(({ loaded_at: at }) => at !== null);
  if (sources.state.value.data === null || loaded.some(({ name }) => name !== starter)) return null;
  return (
    <div class="note warning">
      <Icon name="hatched" />
      <div>
        {texts.review.starter} <a href={`/o/${organization.value!.id}/settings/sources`}>{texts.settings.sources}</a>
      </div>
    </div>
  );
}
