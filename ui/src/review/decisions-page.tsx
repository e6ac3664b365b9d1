import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, post } from '../api.js';
import { FileText, shortText } from '../parts/file-text.js';
import { useList } from '../parts/list.js';
import { Problem, Part } from '../parts/loaded.js';
import { More } from '../parts/more.js';
import { Stale, useStale } from '../parts/stale.js';
import { Shell } from '../parts/shell.js';
import { FormDialog } from '../parts/form-dialog.js';
import { mayChange, organization, viewer } from '../session.js';
import { decisionText } from './decision-text.js';
import { loadQueueLength } from './queue-length.js';
import type { ReviewDecisionView } from './types.js';

export function DecisionsPage(): JSX.Element {
  const orgId = organization.value!.id;
  const [problem, setProblem] = useState<Error | null>(null);
  const [asked, setAsked] = useState<ReviewDecisionView | null>(null);
  const loaded = useList((limit) => get('v1/review/getDecisions', { org_id: orgId, limit }), [orgId]);
  const stale = useStale(async () => {
    const { data, meta } = await get('v1/review/getDecisions', { org_id: orgId, limit: 1 });
    return [meta.total_count, ...data.map(({ id, undone_at: at }) => `${id} ${at ?? ''}`)].join(' ');
  }, [orgId, loaded.round]);
  useEffect(() => void (document.title = `${texts.review.allDecisions} · ${texts.product}`), []);
  const undone = (): void => {
    loaded.again();
    // Its names wait again.
    void loadQueueLength(orgId).catch(() => undefined);
  };
  const undo = (id: string): void => {
    setProblem(null);
    post('v1/review/undo', { decision_id: id }).then(undone, setProblem);
  };
  return (
    <Shell at="review">
      <p class="small">
        <a href={`/o/${orgId}/review`}>{texts.review.title}</a>
      </p>
      <h1>{texts.review.allDecisions}</h1>
      {problem && <Problem error={problem} />}
      <Stale of={stale} onShow={loaded.again} />
      <Part of={loaded}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <p class="soft">{texts.review.noDecisions}</p>
          ) : (
            <>
              <ul class="card lines wide-lines">
                {data.map((decision) => (
                  <li key={decision.id} class={decision.undone_at ? 'quiet' : ''}>
                    <span class="break">
                      <strong>
                        <FileText text={decision.name} cut={80} />
                      </strong>{' '}
                      {shortText(decisionText(decision), 120)}
                      <span class="sub">
                        {decision.user_name}, {texts.moment(decision.created_at)},{' '}
                        {texts.review.reachSpoken(decision.entries, decision.sboms)}
                        {decision.note !== '' && <> · “{shortText(decision.note, 200)}”</>}
                      </span>
                    </span>
                    {!decision.undone_at && mayChange.value && (
                      <button
                        type="button"
                        class="b s"
                        aria-label={`${texts.review.undo}: ${shortText(decision.name)}`}
                        onClick={() => (decision.user_id === viewer.value?.id ? undo(decision.id) : setAsked(decision))}
                      >
                        {texts.review.undo}
                      </button>
                    )}
                  </li>
                ))}
              </ul>
              <More shown={data.length} total={meta.total_count} limit={loaded.limit} onMore={loaded.setLimit} />
            </>
          )
        }
      </Part>
      {asked && (
        <FormDialog
          title={texts.review.undoOther(asked.user_name, shortText(asked.name))}
          note={texts.review.undoOtherNote(asked.entries, asked.sboms)}
          fields={[]}
          action={texts.review.undo}
          onClose={() => setAsked(null)}
          onSubmit={() => post('v1/review/undo', { decision_id: asked.id }).then(undone)}
        />
      )}
    </Shell>
  );
}
