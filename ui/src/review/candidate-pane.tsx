import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { FileText, shortText } from '../parts/file-text.js';
import { isNowhere } from '../parts/keep-focus.js';
import { Skeleton } from '../parts/loaded.js';
import { Key } from '../parts/marks.js';
import { mayChange } from '../session.js';
import { CandidateFoot } from './candidate-foot.js';
import { CatalogueSearch } from './catalogue-search.js';
import { ConflictNote } from './conflict-note.js';
import { InternalOffer } from './internal-offer.js';
import { ByOtherNote, ChangedNote, StarterNote } from './queue-notes.js';
import { VersionsPanel } from './versions-panel.js';
import { ReachPanel } from './reach-panel.js';
import { differingLetters } from './letters.js';
import { LettersText } from './letters-text.js';
import { likelihood } from './likelihood.js';
import type { ReviewStore } from './store.js';
import type { ShownCandidate } from './types.js';

export function CandidatePane({ store }: { store: ReviewStore }): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const current = store.current.value;
  const marked = store.marked.value;
  useEffect(() => {
    const active = document.activeElement;
    if (isNowhere(active) || list.current?.contains(active)) list.current?.focus({ preventScroll: true });
    list.current?.parentElement?.scrollTo(0, 0);
  }, [current]);
  useEffect(() => list.current?.querySelector('.marked')?.scrollIntoView({ block: 'nearest' }), [marked]);
  const candidates = store.candidates.value;
  const isLoading = !store.detail.value && !store.found.value && !store.isGone;
  return (
    <section class="pane pick" aria-label={texts.review.candidates}>
      <div class="pane-head">
        <h2>{texts.review.candidates}</h2>
        <CatalogueSearch store={store} />
      </div>
      <div class="scroll">
        <ConflictNote store={store} />
        <ByOtherNote store={store} />
        <ChangedNote store={store} />
        <InternalOffer />
        {isLoading && <Skeleton />}
        {!isLoading && !store.isGone && candidates.length === 0 && (
          <>
            <p class="note">{store.found.value ? texts.review.searchNothing : texts.review.noCandidate}</p>
            <StarterNote />
          </>
        )}
        <div
          ref={list}
          role="radiogroup"
          aria-label={texts.review.candidates}
          tabIndex={0}
          class="cands"
          data-pane
          {...(marked >= 0 && candidates.length > 0 && { 'aria-activedescendant': `candidate-${marked + 1}` })}
        >
          {candidates.map((candidate, index) => (
            <Candidate
              key={`${current ?? ''} ${index}`}
              candidate={candidate}
              written={store.group.value?.name ?? ''}
              digit={index + 1}
              isMarked={index === marked}
              areAllShown={store.allReasons.value}
              onShowAll={() => void (store.allReasons.value = !store.allReasons.value)}
              leftOut={store.leftOut.value}
              onToggle={(identifier) => store.toggle(identifier)}
              onMark={() => void (store.marked.value = index)}
            />
          ))}
        </div>
      </div>
      {mayChange.value && <CandidateFoot store={store} />}
      <VersionsPanel store={store} />
      <ReachPanel store={store} />
    </section>
  );
}

/** The strongest come first. */
const maxReasons = 5;

interface CandidateProperties {
  readonly candidate: ShownCandidate;
  /** The name that the file has. */
  readonly written: string;
  readonly digit: number;
  readonly isMarked: boolean;
  /** Every reason, and not only the first few. */
  readonly areAllShown: boolean;
  readonly onShowAll: () => void;
  readonly leftOut: ReadonlySet<string>;
  readonly onToggle: (identifier: string) => void;
  readonly onMark: () => void;
}

function Candidate(properties: CandidateProperties): JSX.Element {
  const { candidate, written, digit, isMarked, areAllShown, leftOut, onToggle, onMark, onShowAll } = properties;
  const isWhole = isMarked || areAllShown;
  const { name, org, known, given, confidence, coordinates } = candidate;
  const letters = known ? differingLetters(written, name) : null;
  const tag = given && !known ? texts.review.given : known ? texts.review.known : texts.review.madeUp;
  return (
    <div
      class={`cand${known || given ? '' : ' made'}${isWhole ? '' : ' small'}${isMarked ? ' marked' : ''}`}
      onClick={onMark}
    >
      <div
        id={`candidate-${digit}`}
        class="title"
        role="radio"
        aria-checked={isMarked}
        aria-keyshortcuts={String(digit)}
        tabIndex={-1}
      >
        <kbd>{digit}</kbd>
        <h3>{letters ? <LettersText of={letters[1]} /> : <FileText text={name} cut={80} />}</h3>
        <span class="soft small">
          <FileText text={[org, typeOf(candidate)].filter(Boolean).join(' · ')} cut={60} />
        </span>
        <span class={known ? 'tag' : 'tag made'}>{tag}</span>
        {confidence !== null && (
          <span class="p">
            {likelihood(confidence)} <b>{confidence.toFixed(2)}</b>
          </span>
        )}
      </div>
      {letters && isWhole && (
        <p class="small soft">
          {texts.review.written} <LettersText of={letters[0]} />
        </p>
      )}
      <dl class="coords">
        {coordinates.map(({ kind, identifier, known: isKnown, confidence: own }) => (
          <div key={identifier}>
            <dt>
              {isMarked && coordinates.length > 1 ? (
                <label class="row">
                  <input
                    type="checkbox"
                    class="check"
                    checked={!leftOut.has(identifier)}
                    disabled={!mayChange.value}
                    onChange={() => onToggle(identifier)}
                  />
                  {texts.review.kinds[kind]}
                </label>
              ) : (
                texts.review.kinds[kind]
              )}
            </dt>
            <dd class="mono break">
              <FileText text={identifier} cut={200} />
            </dd>
            <dd class={isKnown ? 'yes' : 'no'}>
              {isKnown ? texts.review.isKnown : texts.review.isNotKnown}
              {own !== undefined && confidence !== null && likelihood(own) !== likelihood(confidence) && (
                <span class="soft"> · {texts.review.less(likelihood(own), own)}</span>
              )}
              {leftOut.has(identifier) && <span class="soft"> · {texts.review.leftOut}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <Reasons {...{ candidate, isWhole, areAllShown, onShowAll }} />
    </div>
  );
}

function typeOf({ coordinates }: ShownCandidate): string {
  const purl = coordinates.find(({ kind }) => kind === 'package')?.identifier ?? '';
  return /^pkg:([^/]+)/.exec(purl)?.[1] ?? '';
}

/** An empty side says that nothing speaks against it only where something was compared. */
function Reasons({
  candidate,
  isWhole,
  areAllShown,
  onShowAll,
}: Pick<CandidateProperties, 'candidate' | 'areAllShown' | 'onShowAll'> & { isWhole: boolean }): JSX.Element {
  const { reasonsFor, reasonsAgainst, known, given } = candidate;
  const forIt = reasonsFor.length > 0 ? reasonsFor : [texts.review.nothingFor];
  const against =
    reasonsAgainst.length > 0
      ? [...reasonsAgainst, ...(known || given ? [] : [texts.review.nobodyPublishes])]
      : known
        ? []
        : [given ? texts.review.nothingToCompare : texts.review.nobodyPublishes];
  const empty = reasonsFor.length > 0 ? texts.review.nothingAgainst : texts.review.nothingToCompare;
  if (!isWhole)
    return (
      <p class="gist">
        <span class="plus">{forIt[0]}</span>
        {against[0] && <span class="minus">{against[0]}</span>}
      </p>
    );
  const shown = areAllShown ? Infinity : maxReasons;
  const hidden = Math.max(0, forIt.length - shown) + Math.max(0, against.length - shown);
  const mayHide = areAllShown && Math.max(forIt.length, against.length) > maxReasons;
  return (
    <div class="ev">
      <div class="for">
        <h4>{texts.review.for}</h4>
        <ul>
          {forIt.slice(0, shown).map((reason) => (
            <li key={reason}>{shortText(reason, 300)}</li>
          ))}
        </ul>
      </div>
      <div class="not">
        <h4>{texts.review.against}</h4>
        {against.length === 0 ? <p class="quiet">{empty}</p> : null}
        <ul>
          {against.slice(0, shown).map((reason) => (
            <li key={reason}>{shortText(reason, 300)}</li>
          ))}
        </ul>
      </div>
      {(hidden > 0 || mayHide) && (
        <button type="button" class="b s bare more" aria-keyshortcuts="e" onClick={onShowAll}>
          {hidden > 0 ? texts.review.moreReasons(hidden) : texts.review.fewerReasons} <Key>e</Key>
        </button>
      )}
    </div>
  );
}
