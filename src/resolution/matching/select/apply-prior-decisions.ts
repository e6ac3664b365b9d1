import { stableId } from '../../../model/entity.js';
import { candidateKinds, identifierField, identify, type CandidateKind } from '../../../model/search-results.js';
import { identifierWithVersion } from '../compare/identifier-with-version.js';
import { maxCandidates, statusOf, type CandidateItem, type ResolutionOutcome } from './outcome.js';
import { priorDecisionReason, withoutVersion, type PriorDecision } from '../query/prior-decision.js';

/** Moves what a person selected for this name to the front and selects it, and what a person refused to the end. */
export function applyPriorDecisions(
  outcome: ResolutionOutcome,
  version: string,
  decisions: readonly PriorDecision[],
): ResolutionOutcome {
  if (decisions.length === 0) return outcome;
  const results = { ...outcome.searchResults } as Record<CandidateKind, readonly CandidateItem[]>;
  for (const kind of candidateKinds) {
    const ofKind = decisions.filter((one) => one.kind === kind);
    if (ofKind.length > 0) results[kind] = withDecisions(kind, results[kind], version, ofKind);
  }
  const searchResults = results as unknown as ResolutionOutcome['searchResults'];
  return { ...outcome, searchResults, status: statusOf(searchResults) };
}

/** By item id, the reason for a prior decision. */
export function priorDecisionReasons(
  { searchResults }: ResolutionOutcome,
  decisions: readonly PriorDecision[],
): Map<string, string> {
  return new Map(
    candidateKinds.flatMap((kind) =>
      searchResults[kind].flatMap((item: CandidateItem): [string, string][] => {
        const decision = decisionAbout(kind, item, decisions);
        return decision ? [[item.id, priorDecisionReason(decision)]] : [];
      }),
    ),
  );
}

function decisionAbout(
  kind: CandidateKind,
  item: CandidateItem,
  decisions: readonly PriorDecision[],
): PriorDecision | undefined {
  const identifier = withoutVersion(kind, item[identifierField[kind]] ?? '');
  return decisions.find((one) => one.kind === kind && one.identifier === identifier);
}

function withDecisions(
  kind: CandidateKind,
  items: readonly CandidateItem[],
  version: string,
  decisions: readonly PriorDecision[],
): CandidateItem[] {
  const decisionOf = new Map(items.map((item) => [item, decisionAbout(kind, item, decisions)]));
  const chosen = decisions.find(({ verdict }) => verdict === 'selected');
  const existing = chosen && items.find((item) => decisionOf.get(item) === chosen);
  const first = chosen && { ...(existing ?? itemOf(kind, chosen.identifier, version)), ...selected };
  const others = items.filter((item) => item !== existing);
  const refused = others.filter((item) => decisionOf.get(item)?.verdict === 'refused');
  const left = others.filter((item) => !refused.includes(item));
  return [
    ...(first ? [first] : []),
    ...left.map((item) => (chosen ? { ...item, ...unselected } : item)),
    ...refused.map((item) => ({ ...item, ...unselected, confidence: 0 })),
  ].slice(0, maxCandidates);
}

const selected = { selected: true, automatically_selected: true, confidence: 1 };
const unselected = { selected: false, automatically_selected: false };

/** For an identifier that is not among the candidates. */
function itemOf(kind: CandidateKind, identifier: string, version: string): CandidateItem {
  const { name, org } = identify(kind, identifier);
  const base = { id: stableId(identifier), name, org, version, is_user_input: false, known: false, ...selected };
  return { ...base, [identifierField[kind]]: identifierWithVersion(kind, identifier, version) };
}
