import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { FileText, shortText } from '../parts/file-text.js';
import { Key, Mark } from '../parts/marks.js';
import { mayChange } from '../session.js';
import type { ReviewStore } from './store.js';

/** Names nearly the same: those that wait can be taken along, the others show their answer. Never merged silently. */
export function NearNames({ store }: { store: ReviewStore }): JSX.Element | null {
  const names = store.nearNames;
  if (names.length === 0) return null;
  const open = new Set(store.openNear.map(({ id }) => id));
  return (
    <section aria-label={texts.review.near}>
      <h3>
        {texts.review.near}
        {open.size > 0 && mayChange.value && (
          <span>
            {texts.review.nearTogether} <Key>a</Key>
          </span>
        )}
      </h3>
      <ul class="lines">
        {names.map(({ id, name, org, entries, choice, identifier, user_name: who }) => (
          <li key={id}>
            {open.has(id) && mayChange.value ? (
              <label class="row grow">
                <input
                  type="checkbox"
                  class="check"
                  aria-keyshortcuts="a"
                  checked={store.near.taken.value.has(id)}
                  onChange={() => store.toggleNear(id)}
                />
                <NameOf name={name} org={org} />
              </label>
            ) : (
              <span class="row grow">
                {(choice || !open.has(id)) && <Mark kind="passed">{''}</Mark>}
                <NameOf name={name} org={org} />
              </span>
            )}
            <span class="quiet break">
              {choice
                ? texts.review.nearSettled(shortText(identifier ?? texts.dispositions[choice] ?? choice, 80), who ?? '')
                : texts.counts.entries(entries)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NameOf = ({ name, org }: { name: string; org: string }): JSX.Element => (
  <span class="break">
    <FileText text={name} cut={60} />
    {org && (
      <span class="quiet">
        {' '}
        <FileText text={org} cut={40} />
      </span>
    )}
  </span>
);
