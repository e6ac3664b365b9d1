import { candidateKinds, identifierField, identify, type CandidateKind } from '../../model/search-results.js';
import { identifierAt } from './identifier-at.js';
import { mostItems, stableId, statusOf, type AnyItem, type ResolutionOutcome } from './outcome.js';
import { rememberedSentence, versionless, type Remembered } from './remembered.js';

/**
 * People come first: what one of the organization selected for this name stands at the front and is selected, what one
 * refused stands at the end and is not. `version` is the component's, as text.
 */
export function applyRemembered(
  outcome: ResolutionOutcome,
  version: string,
  remembered: readonly Remembered[],
): ResolutionOutcome {
  if (remembered.length === 0) return outcome;
  const reasons = new Map<string, string>();
  const results = { ...outcome.searchResults } as Record<CandidateKind, readonly AnyItem[]>;
  for (const kind of candidateKinds) {
    const decisions = remembered.filter((one) => one.kind === kind);
    if (decisions.length > 0) results[kind] = decided(kind, { items: results[kind], version, decisions, reasons });
  }
  const searchResults = results as unknown as ResolutionOutcome['searchResults'];
  const evidence = (): Record<string, readonly string[]> => {
    const all: Record<string, readonly string[]> = { ...outcome.evidence() };
    for (const [id, reason] of reasons) all[id] = [reason, ...(all[id] ?? [])];
    return all;
  };
  return { ...outcome, searchResults, evidence, status: statusOf(searchResults) };
}

interface Decided {
  readonly items: readonly AnyItem[];
  readonly version: string;
  readonly decisions: readonly Remembered[];
  /** By the item's id; grows. */
  readonly reasons: Map<string, string>;
}

function decided(kind: CandidateKind, { items, version, decisions, reasons }: Decided): AnyItem[] {
  const verdicts = new Map(decisions.map((one) => [one.identifier, one]));
  const verdictOf = (item: AnyItem): Remembered | undefined =>
    verdicts.get(versionless(kind, item[identifierField[kind]] ?? ''));
  const chosen = decisions.find(({ verdict }) => verdict === 'selected');
  const known = items.find((item) => verdictOf(item) === chosen);
  const first = chosen && { ...(known ?? itemOf(kind, chosen.identifier, version)), ...selected };
  const others = items
    .filter((item) => item !== known)
    .map((item) => {
      const refused = verdictOf(item)?.verdict === 'refused';
      return { ...item, ...(chosen || refused ? unselected : {}), ...(refused ? { confidence: 0 } : {}) };
    })
    // Sorting is stable: the refused go to the end, the rest stays in order.
    .sort((one, other) => Number(isRefused(verdictOf(one))) - Number(isRefused(verdictOf(other))));
  const list = [...(first ? [first] : []), ...others].slice(0, mostItems);
  for (const item of list) {
    const verdict = verdictOf(item);
    if (verdict) reasons.set(item.id, rememberedSentence(verdict));
  }
  return list;
}

const isRefused = (verdict: Remembered | undefined): boolean => verdict?.verdict === 'refused';
const selected = { selected: true, automatically_selected: true, confidence: 1 };
const unselected = { selected: false, automatically_selected: false };

/** An item for what the catalogue does not propose today. */
function itemOf(kind: CandidateKind, identifier: string, version: string): AnyItem {
  const { name, org } = identify(kind, identifier);
  const base = { id: stableId(identifier), name, org, version, is_user_input: false, ...selected };
  return { ...base, [identifierField[kind]]: identifierAt(kind, identifier, version) };
}
