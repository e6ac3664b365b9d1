import { lookUp } from '../../src/resolution/catalog-lookup.js';
import { buildQuery } from '../../src/resolution/matching/compare/component-query.js';
import type { ComponentEvidence } from '../../src/resolution/matching/query/evidence.js';
import type { CatalogHits, CatalogEntries } from '../../src/resolution/matching/query/catalog-entries.js';
import { rankCandidates } from '../../src/resolution/matching/rank/rank-candidates.js';
import type { RankedCandidates } from '../../src/resolution/matching/rank/ranked-candidates.js';
import { ecosystemFeatures, type EcosystemWeights } from '../../src/resolution/matching/query/ecosystem-features.js';
import { selectAutomatically } from '../../src/resolution/matching/select/auto-selection.js';
import { trainedModel } from '../../src/resolution/matching/rank/trained-model.js';
import type {
  Calibration,
  CalibrationCurve,
  SelectionWeights,
  KindWeights,
  ModelWeights,
  RankedKind,
} from '../../src/resolution/matching/rank/model-weights.js';
import { fit, type LogitChoice } from './conditional-logit.js';
import { openBenchDatabase } from './harness.js';
import { evidenceWithContexts } from './list-contexts.js';
import { cpeIdentity, evidenceOf, purlIdentity, readRows, repositoryIdentity, type LabelledRow } from './rows.js';

/** A labelled row with its catalogue entries. */
export interface Case {
  readonly row: LabelledRow;
  readonly evidence: ComponentEvidence;
  readonly hits: CatalogHits;
  readonly entries: CatalogEntries;
}

type Features = Readonly<Record<string, number>>;

/** A candidate for training and figures. */
export interface ListedCandidate {
  readonly id: string;
  readonly probability: number;
  readonly features: Features;
}

export const kinds: readonly RankedKind[] = ['package', 'product', 'repo'];

/** One for each kind: ranking caches the weights by it, in the order of the kind's features. */
const untrained = (): KindWeights => ({ none: 0, weights: {} });
const identityCurve: CalibrationCurve = [[0, 0]];
const identityCalibration: Calibration = {
  selectedBest: identityCurve,
  besideSelected: identityCurve,
  best: identityCurve,
  others: identityCurve,
};
/** Selects nothing. */
const undecided: SelectionWeights = { threshold: 2, base: 0, features: {} };
const untrainedModel: ModelWeights = {
  ecosystem: {},
  package: untrained(),
  product: untrained(),
  repo: untrained(),
  calibration: { package: identityCalibration, product: identityCalibration, repo: identityCalibration },
  selection: { package: undecided, product: undecided, repo: undecided },
};

export const folds = 3;

/** By group: the same components under other names would improve the figures. */
export const foldOf = (group: string): number =>
  [...group].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 0) % folds;

export async function loadCases(rowsFile: string, dataDir: string): Promise<Case[]> {
  const rows = await readRows(rowsFile);
  const { database, close } = await openBenchDatabase(dataDir);
  try {
    const lookUpAll = async (evidence: readonly ComponentEvidence[]): Promise<Case[]> => {
      const asked = evidence.map((one) => buildQuery(one, trainedModel));
      const { hits, entries } = await database.session('system', (sql) => lookUp(sql, asked));
      return rows.map((row, index) => ({ row, evidence: evidence[index]!, hits: hits[index]!, entries }));
    };
    const alone = await lookUpAll(rows.map(evidenceOf));
    const selectedOf = (index: number): string | null => selectedPackage(alone[index]!);
    return await lookUpAll(evidenceWithContexts(rows, selectedOf));
  } finally {
    await close();
  }
}

function selectedPackage(one: Case): string | null {
  const ranking = rankCase(one, trainedModel);
  const { package: selected } = selectAutomatically(buildQuery(one.evidence, trainedModel), ranking, trainedModel);
  return selected?.candidate.purl ?? null;
}

const lastRanking = new WeakMap<Case, { readonly model: ModelWeights; readonly ranking: RankedCandidates }>();

/** Caches the last ranking: figures use the same model several times. */
export function rankCase(one: Case, model: ModelWeights): RankedCandidates {
  const last = lastRanking.get(one);
  if (last && ranksAlike(last.model, model)) return last.ranking;
  const ranking = rankCandidates(buildQuery(one.evidence, model), one.hits, one.entries, model);
  lastRanking.set(one, { model, ranking });
  return ranking;
}

/** Calibration and selection follow the ranking. */
const ranksAlike = (one: ModelWeights, other: ModelWeights): boolean =>
  one.ecosystem === other.ecosystem && kinds.every((kind) => one[kind] === other[kind]);

export function listedOf(ranking: RankedCandidates, kind: RankedKind): ListedCandidate[] {
  if (kind === 'package') return ranking.packages.map((one) => ({ ...one, id: purlIdentity(one.candidate.purl) }));
  if (kind === 'product') return ranking.products.map((one) => ({ ...one, id: cpeIdentity(one.candidate.cpe) }));
  return ranking.repositories.map((one) => ({ ...one, id: one.candidate.url }));
}

/** Identities that are right, with aliases of the same product (the "lenient" figures). */
export function truthOf(row: LabelledRow, kind: RankedKind): Set<string> {
  if (kind === 'package') return new Set((row.truth.purls ?? []).map(purlIdentity));
  if (kind === 'repo') return new Set((row.truth.repos ?? []).map(repositoryIdentity));
  return new Set(
    [...(row.truth.cpes ?? []), ...((row.truth.cpes?.length && row.truth.cpes_ok) || [])].map(cpeIdentity),
  );
}

export function train(cases: readonly Case[], penalty = 0.002): ModelWeights {
  let model: ModelWeights = { ...untrainedModel, ecosystem: trainEcosystems(cases) };
  for (const kind of kinds) {
    const questions = cases
      .filter(({ row }) => isChoice(row, kind))
      .map((one) => choiceOf(one.row, listedOf(rankCase(one, model), kind), kind))
      .filter((one) => one !== null);
    model = { ...model, [kind]: trainKind(questions, penalty) };
  }
  return model;
}

/** For each fold a model that has not seen its rows. */
export const crossValidated = (cases: readonly Case[]): ModelWeights[] =>
  Array.from({ length: folds }, (_, fold) => train(cases.filter(({ row }) => foldOf(row.group) !== fold)));

interface NamedChoice {
  readonly candidates: readonly Features[];
  readonly right: readonly number[];
  readonly wrong?: readonly number[];
  readonly importance: number;
}

/** Whether the row says which candidates of the kind are right or wrong. */
const isChoice = (row: LabelledRow, kind: RankedKind): boolean =>
  row.split === 'negative' || (row.split === 'confusable' && kind === 'product') || truthOf(row, kind).size > 0;

function choiceOf(row: LabelledRow, listed: readonly ListedCandidate[], kind: RankedKind): NamedChoice | null {
  const candidates = listed.map(({ features }) => features);
  const truth = truthOf(row, kind);
  const indexesOf = (ids: ReadonlySet<string>): number[] =>
    listed.flatMap(({ id }, index) => (ids.has(id) ? [index] : []));
  if (row.split === 'negative') return { candidates, right: [], importance: 0.5 };
  if (row.split === 'confusable' && kind === 'product') {
    const wrong = indexesOf(new Set((row.truth.must_not_cpes ?? []).map(cpeIdentity)));
    return wrong.length > 0 ? { candidates, right: [], wrong, importance: 0.5 } : null;
  }
  if (truth.size === 0) return null;
  const right = indexesOf(truth);
  return { candidates, right, importance: right.length > 0 ? 1 : 0.3 };
}

function trainKind(questions: readonly NamedChoice[], penalty: number): KindWeights {
  const names = Object.keys(questions.find(({ candidates }) => candidates.length > 0)!.candidates[0]!);
  const numbered = questions.map((question): LogitChoice => ({
    ...question,
    candidates: question.candidates.map((features) => names.map((name) => features[name]!)),
  }));
  const { none, weights } = fit(numbered, { features: names.length, penalty, rounds: 250 });
  return { none, weights: Object.fromEntries(names.map((name, index) => [name, weights[index]!])) };
}

/** Ecosystems that the model distinguishes; all others are "none". */
const ecosystemTypes = [
  'none',
  'npm',
  'pypi',
  'maven',
  'gem',
  'nuget',
  'golang',
  'cargo',
  'composer',
  'deb',
  'rpm',
  'apk',
];

/** Each ecosystem is a candidate of every component; its features are the component's, at the ecosystem's offset. */
function trainEcosystems(cases: readonly Case[]): EcosystemWeights {
  // A row of a list without truth is evidence for the others only.
  const rows = cases.filter(({ row }) => row.split !== 'confusable' && (row.list === undefined || row.truth.purls));
  const names = Object.keys(ecosystemFeatures(buildQuery(rows[0]!.evidence, untrainedModel)));
  const questions = rows.map(({ row, evidence }): LogitChoice => {
    const present = ecosystemFeatures(buildQuery(evidence, untrainedModel));
    const values = names.map((name) => present[name]!);
    const types = new Set((row.truth.purls ?? []).map((purl) => purl.slice(4).split('/')[0]!));
    const right = ecosystemTypes.flatMap((type, position) => (types.has(type) ? [position] : []));
    return {
      candidates: ecosystemTypes.map((_, position) => {
        const features = new Array<number>(ecosystemTypes.length * names.length).fill(0);
        for (const [index, value] of values.entries()) features[position * names.length + index] = value;
        return features;
      }),
      right: right.length > 0 ? right : [0],
      importance: 1,
    };
  });
  const { weights } = fit(questions, { features: ecosystemTypes.length * names.length, penalty: 0.003, rounds: 200 });
  return Object.fromEntries(
    ecosystemTypes.map((type, position) => [
      type,
      Object.fromEntries(names.map((name, index) => [name, weights[position * names.length + index]!])),
    ]),
  );
}

/**
 * No labelled row carries identifiers: what a file states itself is trusted by decree. A CPE hardly at all, since those
 * beside a purl, or several, are the guesses of a scanner; the only identifier of a component somebody has looked up.
 */
const declaredWeights: Record<RankedKind, Record<string, number>> = {
  package: { declared: 12 },
  product: { declared: 1.5, onlyDeclared: 12 },
  repo: { declared: 8 },
};

export function withDeclaredWeights(model: ModelWeights): ModelWeights {
  const of = (kind: RankedKind): KindWeights => ({
    none: model[kind].none,
    weights: { ...model[kind].weights, ...declaredWeights[kind] },
  });
  return { ...model, package: of('package'), product: of('product'), repo: of('repo') };
}
