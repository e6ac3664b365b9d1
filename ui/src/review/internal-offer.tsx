import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { post } from '../api.js';
import { useAttempt } from '../parts/attempt.js';
import { shortText } from '../parts/file-text.js';
import { isAdmin, organization } from '../session.js';
import { sharedStart } from './letters.js';
import { settled } from './sender.js';

/** Beginnings of names that the reviewer was asked about. */
const answered = signal<ReadonlySet<string>>(new Set());

/** The beginning that the last two names have in common that were settled as internal; null: none worth a rule. */
function offeredStart(): string | null {
  const orgId = organization.value?.id;
  const internal = settled.value.filter(
    (one) => one.orgId === orgId && 'disposition' in one.choice && one.choice.disposition === 'internal',
  );
  const [before, last] = internal.slice(-2).map(({ group }) => group.name);
  const start = before !== undefined && last !== undefined ? sharedStart(before, last) : null;
  return start === null || answered.value.has(start) ? null : start;
}

/** After the second internal name that begins the same: whether all such names are, also of later imports. */
export function InternalOffer(): JSX.Element | null {
  const { attempt, problem } = useAttempt();
  const start = isAdmin.value ? offeredStart() : null;
  if (start === null) return problem;
  const words = texts.review.internal;
  const close = (): void => void (answered.value = new Set([...answered.value, start]));
  const add = (): void =>
    attempt(
      () =>
        post('v1/resolution/createInternalPattern', {
          org_id: organization.value!.id,
          kind: 'name_prefix',
          pattern: start,
        }),
      words.added(start),
      close,
    );
  return (
    <div class="note info" role="status">
      <div class="stack">
        <span class="break">{words.ask(shortText(start))}</span>
        <div class="row wrap">
          <button type="button" class="b s" onClick={add}>
            {words.yes}
          </button>
          <button type="button" class="b s" onClick={close}>
            {words.no}
          </button>
        </div>
        {problem}
      </div>
    </div>
  );
}
