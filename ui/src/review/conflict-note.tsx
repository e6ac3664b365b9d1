import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { shortText } from '../parts/file-text.js';
import { Icon, Key } from '../parts/marks.js';
import { decisionText } from './decision-text.js';
import { conflicts } from './sender.js';
import type { ReviewStore } from './store.js';

/** Both decisions side by side; nothing was overwritten. */
export function ConflictNote({ store }: { store: ReviewStore }): JSX.Element | null {
  const [conflict] = conflicts.value;
  if (!conflict) return null;
  const { settled: mine, decision } = conflict;
  const who = decision?.user_name ?? texts.unknown;
  return (
    <div class="note warning conflict" role="alert">
      <Icon name="warning" />
      <div>
        <p>
          {decision
            ? texts.review.conflict(who, shortText(mine.group.name))
            : texts.review.conflictChanged(shortText(mine.group.name))}
        </p>
        <dl class="facts">
          <dt>{texts.review.theirs}</dt>
          <dd class="break">{decision ? decisionText(decision) : texts.review.nobodyDecided}</dd>
          <dt>{texts.review.mine}</dt>
          <dd class="break">{shortText(mine.label)}</dd>
        </dl>
        <p class="row wrap">
          <button type="button" class="b s main" aria-keyshortcuts="Enter" onClick={() => store.sender.keep(conflict)}>
            {decision ? texts.review.keepTheirs(who) : texts.review.letWait} <Key>Enter</Key>
          </button>
          <button type="button" class="b s" aria-keyshortcuts="r" onClick={() => store.sender.replace(conflict)}>
            {texts.review.replace} <Key>r</Key>
          </button>
        </p>
      </div>
    </div>
  );
}
