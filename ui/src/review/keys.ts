import { digitsMark, isPlainKey, singleKeys } from '../parts/single-keys.js';
import { conflicts } from './sender.js';
import type { ReviewStore } from './store.js';

export interface PageActions {
  readonly search: () => void;
  readonly filter: () => void;
  readonly help: () => void;
  readonly decisions: () => void;
  readonly openRow: () => void;
  readonly nextPane: () => void;
}

/** Controls answer Enter and the space bar themselves. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, summary') !== null;

/** They are no characters (WCAG 2.1.4): in the lists they work whatever the setting, and Escape everywhere. */
const isListKey = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Escape' ||
  (/^(?:Enter|ArrowUp|ArrowDown)$/.test(key) &&
    target instanceof HTMLElement &&
    target.closest('.cands, .names') !== null);

/** Held down, Enter presses a button again and again, whatever has come below it. */
const isHeldOnButton = ({ key, repeat, target }: KeyboardEvent): boolean =>
  key === 'Enter' && repeat && target instanceof HTMLElement && target.closest('button') !== null;

/** Digits by where they lie, letters by what they are. @returns whether the key meant something */
export function pressKey(event: KeyboardEvent, store: ReviewStore, actions: PageActions): boolean {
  if (event.key === 'F6') return done(actions.nextPane);
  if (isHeldOnButton(event)) return true;
  if (!isPlainKey(event)) return false;
  if (store.reach.value) return pressInReach(event, store);
  if (conflicts.value.length > 0 && pressInConflict(event, store)) return true;
  if (store.noteFor.value || !(singleKeys() || isListKey(event))) return false;
  if (store.versions.shown.value) return pressInVersions(event, store);
  // Without Num Lock an arrow lies on a digit of the number pad.
  const digit = event.key.length === 1 ? /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] : undefined;
  const choose = (index: number): void => {
    if (digitsMark()) store.marked.value = Math.min(index, store.candidates.value.length - 1);
    else store.settleCandidate(index);
  };
  const settling = digit ? () => choose(Number(digit) - 1) : settlingKey(event, store);
  if (settling) return done(() => store.aim.isTooSoon || settling());
  const move = movingKey(event, store, actions);
  return move ? done(move) : false;
}

function settlingKey(event: KeyboardEvent, store: ReviewStore): (() => void) | null {
  switch (event.key) {
    case 'Enter':
      return isControl(event.target) ? null : () => store.settleCandidate(store.marked.value);
    case 'x':
      return () => store.dispose('unknown');
    case 'i':
      return () => store.dispose('internal');
    case 'c':
      return () => store.dispose('commercial');
    case 'n':
      return () => store.dispose('not_software');
    default:
      return null;
  }
}

function movingKey(event: KeyboardEvent, store: ReviewStore, actions: PageActions): (() => void) | null {
  const isInNames = event.target instanceof HTMLElement && event.target.closest('.names') !== null;
  const keys: Readonly<Record<string, () => void>> = {
    s: () => store.skip(),
    j: () => store.move(1),
    k: () => store.move(-1),
    ArrowDown: () => (isInNames ? store.move(1) : store.mark(1)),
    ArrowUp: () => (isInNames ? store.move(-1) : store.mark(-1)),
    u: () => store.undo(),
    U: () => store.redo(),
    o: actions.openRow,
    '.': () => void store.load(),
    m: () => store.askNote(),
    e: () => (store.allReasons.value = !store.allReasons.value),
    h: actions.decisions,
    f: actions.filter,
    '/': actions.search,
    '?': actions.help,
    a: () => store.toggleAllNear(),
    v: () => store.showVersions(),
    // Otherwise it closes what lies over the page.
    ...(store.found.value && { Escape: () => (store.found.value = null) }),
  };
  return Object.hasOwn(keys, event.key) ? keys[event.key]! : null;
}

function pressInReach(event: KeyboardEvent, store: ReviewStore): boolean {
  const reach = store.reach.value!;
  if (event.key === 'Escape') return done(() => (store.reach.value = null));
  if (event.key === 'Enter' && !isControl(event.target))
    return done(() => store.aim.isTooSoon || store.commit(reach, null));
  return false;
}

/** What lies behind the list of versions is not settled through it. */
function pressInVersions(event: KeyboardEvent, store: ReviewStore): boolean {
  return (event.key === 'Escape' || event.key === 'v') && done(() => store.versions.close());
}

/** Both answers to another's decision; every other key goes on with the name that is open. */
function pressInConflict(event: KeyboardEvent, store: ReviewStore): boolean {
  const [conflict] = conflicts.value;
  if (!conflict || isControl(event.target)) return false;
  if (event.key === 'Enter') return done(() => store.sender.keep(conflict));
  return event.key === 'r' && singleKeys() && done(() => store.sender.replace(conflict));
}

function done(act: () => unknown): true {
  act();
  return true;
}
