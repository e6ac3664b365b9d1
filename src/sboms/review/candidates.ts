import { identifierOf, type Candidate, type CandidateKind } from '../../model/search-results.js';
import type { LinkedIdentity } from '../../resolution/matching/select/linked-identities.js';
import type { ExplainedOutcome } from '../../resolution/resolution-engine.js';
import type { ReviewCandidate } from './review.view.js';

/** As many as there are digits to choose them by. */
const maxShown = 9;

const againstPrefix = 'Against it: ';
/** Reasons that speak against a candidate without saying so. */
const notSelected = 'Not selected automatically';
const notSelectedOf = {
  package: 'Package not selected automatically',
  repo: 'Repository not selected automatically',
  product: 'Product not selected automatically',
} satisfies Record<CandidateKind, string>;
const againstPrefixes = [againstPrefix, 'The catalogue does not know it', ...Object.values(notSelectedOf)];

/** The candidates of an entry as a person chooses among them: known ones first, then the most confident. */
export function candidatesOf({ identities, evidence }: Omit<ExplainedOutcome, 'outcome'>): ReviewCandidate[] {
  return identities
    .map((identity) => candidateOf(identity, evidence))
    .sort((a, b) => Number(b.known) - Number(a.known) || b.confidence - a.confidence)
    .slice(0, maxShown);
}

function candidateOf(identity: LinkedIdentity, evidence: ExplainedOutcome['evidence']): ReviewCandidate {
  const best = identity.reduce((one, other) => (other.item.confidence > one.item.confidence ? other : one));
  const texts = identity.flatMap(({ kind, item }) =>
    (evidence.get(item.id) ?? []).map((reason) => withKind(kind, withoutWeights(reason))),
  );
  const reasons = [...new Set(texts)];
  const isAgainst = (reason: string): boolean => againstPrefixes.some((prefix) => reason.startsWith(prefix));
  return {
    name: best.item.name,
    org: best.item.org,
    known: identity.some(({ known }) => known),
    confidence: best.item.confidence,
    coordinates: identity.map(({ kind, item, known }) => ({
      kind,
      identifier: identifierOf(kind, item as Candidate),
      known,
      confidence: item.confidence,
    })),
    reasons_for: reasons.filter((reason) => !isAgainst(reason)),
    reasons_against: reasons.filter(isAgainst).map(withoutPrefix),
  };
}

/** The weights of the model say nothing to a reviewer; `explainComponent` has them. */
const withoutWeights = (reason: string): string => reason.replace(/ \([^()]*[+−]\d[^()]*\)$/, '');

/** An identity has candidates of several kinds, each with a reason of its own. */
const withKind = (kind: CandidateKind, reason: string): string =>
  reason.startsWith(notSelected) ? notSelectedOf[kind] + reason.slice(notSelected.length) : reason;

function withoutPrefix(reason: string): string {
  if (!reason.startsWith(againstPrefix)) return reason;
  const text = reason.slice(againstPrefix.length);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
