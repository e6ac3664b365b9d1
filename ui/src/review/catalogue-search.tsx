import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get } from '../api.js';
import { Key } from '../parts/marks.js';
import { focusCandidates } from './focus-candidates.js';
import { refusal } from './sender.js';
import type { ReviewStore } from './store.js';
import type { ShownCandidate } from './types.js';

const debounceMs = 150;
const maxResults = 9;

/** Searches as the reviewer types; an identifier is taken as it stands. */
export function CatalogueSearch({ store }: { store: ReviewStore }): JSX.Element {
  const timer = useRef(0);
  const asked = useRef('');
  const search = (text: string): void => {
    clearTimeout(timer.current);
    asked.current = text;
    if (text === '') return void (store.found.value = null);
    const given = givenIdentifier(text);
    if (given) return show(store, [given]);
    timer.current = window.setTimeout(() => {
      get('v1/search', { q: text, limit: maxResults }).then(
        ({ data }) => asked.current === text && show(store, resultsOf(data)),
        (error: Error) => void (refusal.value = { name: '', reason: error.message }),
      );
    }, debounceMs);
  };
  return (
    <label class="search">
      <span class="hide">{texts.review.search}</span>
      <input
        key={store.current.value}
        id="catalogue-search"
        class="input s"
        type="search"
        maxLength={256}
        placeholder={texts.review.search}
        title={`${texts.review.searchLabel}. ${texts.review.searchHint}`}
        aria-keyshortcuts="/"
        onInput={(event) => search(event.currentTarget.value.trim())}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') {
            event.currentTarget.value = '';
            search('');
          }
          focusCandidates();
        }}
      />
      <Key>/</Key>
    </label>
  );
}

function show(store: ReviewStore, candidates: readonly ShownCandidate[]): void {
  store.found.value = candidates.slice(0, maxResults);
  store.marked.value = candidates.length > 0 ? 0 : -1;
}

const given = (kind: string, identifier: string): ShownCandidate => ({
  name: identifier,
  org: '',
  known: false,
  given: true,
  confidence: null,
  reasonsFor: [],
  reasonsAgainst: [],
  coordinates: [{ kind, identifier, known: false }],
});

function givenIdentifier(text: string): ShownCandidate | null {
  if (/^pkg:[a-z][a-z0-9.+-]*\/\S+/i.test(text)) return given('package', text);
  if (/^cpe:(?:2\.3:|\/)\S+/i.test(text)) return given('product', text);
  return /^(?:https?|git|ssh):\/\/\S+\/\S+/i.test(text) ? given('repo', text) : null;
}

interface Found {
  readonly package: readonly { purl: string; name: string; org: string }[];
  readonly repo: readonly { repo_url: string; name: string; org: string }[];
  readonly product: readonly { cpe: string; name: string; org: string }[];
}

/** The first of each kind before the second of any. */
function resultsOf(found: Found): ShownCandidate[] {
  const lists = [
    found.package.map((one) => ({ ...one, kind: 'package', identifier: one.purl })),
    found.product.map((one) => ({ ...one, kind: 'product', identifier: one.cpe })),
    found.repo.map((one) => ({ ...one, kind: 'repo', identifier: one.repo_url })),
  ];
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? []))
    .flat()
    .map(({ kind, identifier, name, org }) => ({
      ...given(kind, identifier),
      name,
      org,
      known: true,
      coordinates: [{ kind, identifier, known: true }],
    }));
}
