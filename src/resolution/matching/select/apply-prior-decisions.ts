import { stableId } from '../../../model/entity.js';
import { candidateKinds, identifierField, identify, type CandidateKind } from '../../../model/search-results.js';
import { identifierWithVersion } from '../compare/identifier-with-version.js';
import { maxCandidates, statusOf, type CandidateItem, type ResolutionOutcome } from './outcome.js';
import { priorDecisionReason, withoutVersion, type PriorDecision } from '../query/prior-decision.js';

/**
 * People come first: what one of the organization selected for this name stands at the front and is selected, what one
 * refused stands at the end and is not. `version` is the component's, as text.
 */
export function applyPriorDecisions(
  outcome: ResolutionOutcome,
  version: string,
  remembered: readonly PriorDecision[],
): ResolutionOutcome {
  if (remembered.length === 0) return outcome;
  const results = { ...outcome.searchResults } as Record<CandidateKind, readonly CandidateItem[]>;
  for (const kind of candidateKinds) {
    const decisions = remembered.filter((one) => one.kind === kind);
    if (decisions.length > 0) results[kind] = withDecisions(kind, results[kind], version, decisions);
  }
  const searchResults = results as unknown as ResolutionOutcome['searchResults'];
  return { ...outcome, searchResults, status: statusOf(searchResults) };
}

/** Who decided about an item, by the item's id. */
export function priorDecisionReasons(
  { searchResults }: ResolutionOutcome,
  decisions: readonly PriorDecision[],
): Map<string, string> {
  return new Map(
    candidateKinds.flatMap((kind) =>
      searchResults[kind].flatMap((item: CandidateItem): [string, string][] => {
        const verdict = decisionAbout(kind, item, decisions);
        return verdict ? [[item.id, priorDecisionReason(verdict)]] : [];
      }),
    ),
  );
}

const decisionAbout = (
  kind: CandidateKind,
  item: CandidateItem,
  remembered: readonly PriorDecision[],
): PriorDecision | undefined => {
  const identifier = withoutVersion(kind, item[identifierField[kind]] ?? '');
  return remembered.find((one) => one.kind === kind && one.identifier === identifier);
};

function withDecisions(
  kind: CandidateKind,
  items: readonly CandidateItem[],
  version: string,
  decisions: readonly PriorDecision[],
): CandidateItem[] {
  const verdicts = new Map(items.map((item) => [item, decisionAbout(kind, item, decisions)]));
  const chosen = decisions.find(({ verdict }) => verdict === 'selected');
  const known = chosen && items.find((item) => verdicts.get(item) === chosen);
  const first = chosen && { ...(known ?? itemOf(kind, chosen.identifier, version)), ...selected };
  const others = items.filter((item) => item !== known);
  const refused = others.filter((item) => verdicts.get(item)?.verdict === 'refused');
  const left = others.filter((item) => !refused.includes(item));
  return [
    ...(first ? [first] : []),
    ...left.map((item) => (chosen ? { ...item, ...unselected } : item)),
    ...refused.map((item) => ({ ...item, ...unselected, confidence: 0 })),
  ].slice(0, maxCandidates);
}

const selected = { selected: true, automatically_selected: true, confidence: 1 };
const unselected = { selected: false, automatically_selected: false };

/** An item for what the catalogue does not propose today. */
function itemOf(kind: CandidateKind, identifier: string, version: string): CandidateItem {
  const { name, org } = identify(kind, identifier);
  const base = { id: stableId(identifier), name, org, version, is_user_input: false, ...selected };
  return { ...base, [identifierField[kind]]: identifierWithVersion(kind, identifier, version) };
}
