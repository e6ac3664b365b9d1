import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { get } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { useLoaded } from '../parts/loaded.js';
import { Icon } from '../parts/marks.js';
import { organization } from '../session.js';
import type { ReviewStore } from './store.js';

/** Somebody settled the open name meanwhile. It is not taken away. */
export function ByOtherNote({ store }: { store: ReviewStore }): JSX.Element | null {
  const other = store.live.byOthers.value.get(store.current.value ?? '');
  if (!other) return null;
  return (
    <div class="note info" role="status">
      <div>
        {texts.review.byOther(other.user, shortText(other.what, 80))}{' '}
        <button type="button" class="b s" onClick={() => store.next()}>
          {texts.review.nextName}
        </button>
      </div>
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
