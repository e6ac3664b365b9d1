import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, type Data } from '../api.js';
import { entityAddress } from '../entity/entity-address.js';
import { FileText, shortText } from '../parts/file-text.js';
import { isNowhere } from '../parts/keep-focus.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { More } from '../parts/more.js';
import { navigate, withQuery } from '../router.js';
import { mayChange, organization } from '../session.js';
import { VulnerabilityTable } from '../vulnerabilities/vulnerability-table.js';
import { EntryEditor } from './entry-editor.js';
import type { Entry } from './entry-pages.js';
import { identityOf } from './identity.js';

type Explained = Data<'GET v1/project/explainComponent'>;

const maxVulnerabilities = 20;
const maxCandidates = 6;

interface InspectorProperties {
  readonly id: string;
  /** Null: its row is not loaded. */
  readonly entry: Entry | null;
  readonly onChanged: () => void;
}

/** Back to where the entry was opened, or to the list where its row is out of view. */
const focusRow = (id: string): void => {
  const row = document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`);
  (row ?? document.querySelector<HTMLElement>('.entries'))?.focus();
};

/** The entry that is being changed. */
export const edited = signal<string | null>(null);

/** What an entry is and why, how it comes in, and what is known of it, beside the table. */
export function EntryInspector({ id, entry, onChanged }: InspectorProperties): JSX.Element {
  const stamp = JSON.stringify([entry?.updated_at, entry?.evaluation, entry?.coverage]);
  const explained = useLoaded(() => get('v1/project/explainComponent', { id }), [id], [stamp]);
  const known = entry ?? explained.state.value.data?.data;
  const isEditing = edited.value === id;
  const setEditing = (is: boolean): void => void (edited.value = is ? id : null);
  const change = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    // The field that had the focus is gone.
    if (wasEditing.current && !isEditing && isNowhere(document.activeElement)) change.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const close = (): void => {
    setEditing(false);
    navigate(withQuery({ entry: null }), { replace: true });
    focusRow(id);
  };
  return (
    <aside
      class="card inspector"
      aria-label={texts.sbom.inspector}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !(event.target as Element).closest('form')) close();
        if (event.key === 'e' && !(event.target as Element).closest('input') && mayChange.value && entry) {
          event.preventDefault();
          setEditing(true);
        }
      }}
    >
      <div class="card-head">
        <h2 class="break">
          <FileText text={known ? `${known.name} ${known.version}`.trim() : ''} cut={120} />
        </h2>
        <button type="button" class="b s bare" onClick={close}>
          {texts.close}
        </button>
      </div>
      <div class="card-body stack">
        {mayChange.value && entry && !isEditing && (
          <button ref={change} type="button" class="b s" aria-keyshortcuts="e" onClick={() => setEditing(true)}>
            {texts.sbom.edit.open}
          </button>
        )}
        {isEditing && entry && (
          <EntryEditor
            entry={entry}
            onDone={(isChanged) => {
              setEditing(false);
              if (isChanged) onChanged();
            }}
          />
        )}
        {entry?.evaluation && entry.evaluation.failures.length > 0 && (
          <section>
            <h3>{texts.sbom.whyFails}</h3>
            <ul class="small">
              {[...new Set(entry.evaluation.failures.map(({ reason }) => reason))].map((reason) => (
                <li key={reason} class="break">
                  {shortText(reason, 300)}
                </li>
              ))}
            </ul>
          </section>
        )}
        <Part of={explained}>{({ data }) => <Explanation entry={entry} explained={data} />}</Part>
        <Paths id={id} stamp={stamp} />
        <Vulnerabilities id={id} stamp={stamp} />
      </div>
    </aside>
  );
}

const selectedIn = (list: Explained['package']): string | undefined =>
  list.find(({ selected }) => selected)?.identifier;

function Explanation({ entry, explained }: { entry: Entry | null; explained: Explained }): JSX.Element {
  const identifiers = {
    purl: selectedIn(explained.package),
    cpe: selectedIn(explained.product),
    repo_url: selectedIn(explained.repo),
  };
  const address = entityAddress(identifiers);
  const identity = entry && identityOf(entry);
  const candidates = [...explained.package, ...explained.product, ...explained.repo].sort(
    (one, other) => Number(other.selected) - Number(one.selected),
  );
  const [count, setCount] = useState(maxCandidates);
  return (
    <>
      <section>
        <h3>{texts.sbom.columns.identity}</h3>
        {identity && (
          <>
            <p class="mono break">
              <FileText text={identity.name} />
            </p>
            <p class="small quiet">{identity.by}</p>
          </>
        )}
        <div class="row wrap">
          {address && (
            <a class="b s" href={address}>
              {texts.sbom.toEntity}
            </a>
          )}
          {identity?.isOpen && (
            <a
              class="b s"
              href={`/o/${organization.value!.id}/review?q=${encodeURIComponent(explained.name.slice(0, 200))}`}
            >
              {texts.sbom.toReview}
            </a>
          )}
        </div>
      </section>
      <section>
        <h3>{texts.sbom.why}</h3>
        {candidates.length === 0 && <p class="small quiet">{texts.sbom.none}</p>}
        <ul class="stack small">
          {candidates.slice(0, count).map(({ identifier, selected, confidence, evidence }) => (
            <li key={identifier} class="break">
              <span class={selected ? 'mono strong' : 'mono'}>{shortText(identifier, 120)}</span>{' '}
              {confidence.toFixed(2)}
              <span class="sub">{evidence.map((reason) => shortText(reason, 160)).join('. ')}</span>
            </li>
          ))}
        </ul>
        <More shown={Math.min(count, candidates.length)} total={candidates.length} limit={count} onMore={setCount} />
      </section>
    </>
  );
}

const maxPaths = 3;

/** How the component comes into the SBOM. */
function Paths({ id, stamp }: { id: string; stamp: string }): JSX.Element {
  const paths = useLoaded(() => get('v1/project/getPaths', { id, limit: maxPaths }), [id], [stamp]);
  return (
    <section>
      <h3>{texts.dependencies.paths}</h3>
      <Part of={paths}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <p class="small quiet">{texts.dependencies.noPath}</p>
          ) : (
            <>
              <ol class="stack small">
                {data.map(({ nodes }) => (
                  <li key={nodes.map(({ ref }) => ref).join(' ')} class="break">
                    {nodes.map(({ ref, name, version }, index) => (
                      <span key={ref}>
                        {index > 0 && ' › '}
                        <FileText text={`${name} ${version}`.trim()} cut={60} />
                      </span>
                    ))}
                  </li>
                ))}
              </ol>
              {meta.total_count > data.length && (
                <p class="small quiet">{texts.dependencies.morePaths(meta.total_count - data.length)}</p>
              )}
            </>
          )
        }
      </Part>
    </section>
  );
}

function Vulnerabilities({ id, stamp }: { id: string; stamp: string }): JSX.Element {
  const [limit, setLimit] = useState(maxVulnerabilities);
  const loaded = useLoaded(
    () => get('v1/vulnerability/getVulnerabilitiesForComponent', { id, limit }),
    [id],
    [limit, stamp],
  );
  return (
    <section>
      <h3>{texts.vulnerabilities.title}</h3>
      <Part of={loaded}>
        {({ data, meta }) => (
          <>
            <VulnerabilityTable rows={data} meta={meta} isNarrow />
            <More shown={data.length} total={meta.total_count} limit={limit} onMore={setLimit} />
          </>
        )}
      </Part>
    </section>
  );
}
