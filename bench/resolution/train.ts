import { lookUp } from '../../src/resolution/catalog-lookup.js';
import { ask, type Asked } from '../../src/resolution/matching/asked.js';
import type { CatalogKnowledge, DirectHits } from '../../src/resolution/matching/knowledge.js';
import { rank, type Ranking } from '../../src/resolution/matching/match.js';
import { packageFeatureNames } from '../../src/resolution/matching/package-features.js';
import { productFeatureNames } from '../../src/resolution/matching/product-features.js';
import { repositoryFeatureNames } from '../../src/resolution/matching/repository-features.js';
import type { KindWeights, ModelWeights } from '../../src/resolution/matching/weights.js';
import { fit, type Question } from './conditional-logit.js';
import { openBenchDatabase } from './harness.js';
import { writeModule } from './write-model.js';
import { cpeIdentity, evidenceOf, purlIdentity, readRows, repositoryIdentity, type LabelledRow } from './rows.js';

type Kind = keyof ModelWeights;
interface Case {
  readonly row: LabelledRow;
  readonly asked: Asked;
  readonly hits: DirectHits;
  readonly known: CatalogKnowledge;
}

const featureCounts: Record<Kind, number> = {
  package: packageFeatureNames.length,
  product: productFeatureNames.length,
  repo: repositoryFeatureNames.length,
};
const flat = (count: number): KindWeights => ({ none: 0, weights: new Array<number>(count).fill(0) });
export const flatModel: ModelWeights = {
  package: flat(featureCounts.package),
  product: flat(featureCounts.product),
  repo: flat(featureCounts.repo),
};
const kinds: readonly Kind[] = ['package', 'product', 'repo'];

/** The same components again under other names would flatter the figures: groups stay together. */
const foldOf = (group: string, folds: number): number =>
  [...group].reduce((sum, sign) => sum + sign.charCodeAt(0), 0) % folds;

export function identifiers(
  ranking: Ranking,
  kind: Kind,
): { id: string; share: number; features: readonly number[] }[] {
  if (kind === 'package')
    return ranking.packages.map((one) => ({
      id: purlIdentity(one.candidate.purl),
      share: one.share,
      features: one.features,
    }));
  if (kind === 'product')
    return ranking.products.map((one) => ({
      id: cpeIdentity(one.candidate.cpe),
      share: one.share,
      features: one.features,
    }));
  return ranking.repositories.map((one) => ({ id: one.candidate.url, share: one.share, features: one.features }));
}

export function truthOf(row: LabelledRow, kind: Kind): Set<string> {
  if (kind === 'package') return new Set((row.truth.purls ?? []).map(purlIdentity));
  if (kind === 'repo') return new Set((row.truth.repos ?? []).map(repositoryIdentity));
  return new Set(
    [...(row.truth.cpes ?? []), ...((row.truth.cpes?.length && row.truth.cpes_ok) || [])].map(cpeIdentity),
  );
}

function question({ row }: Case, ranking: Ranking, kind: Kind): Question | null {
  const listed = identifiers(ranking, kind);
  const candidates = listed.map(({ features }) => features);
  const truth = truthOf(row, kind);
  const right = listed.flatMap(({ id }, place) => (truth.has(id) ? [place] : []));
  if (row.split === 'negative') return { candidates, right: [], importance: 0.5 };
  if (row.split === 'confusable' && kind === 'product') {
    const forbidden = new Set((row.truth.must_not_cpes ?? []).map(cpeIdentity));
    const wrong = listed.flatMap(({ id }, place) => (forbidden.has(id) ? [place] : []));
    return wrong.length > 0 ? { candidates, right: [], wrong, importance: 0.5 } : null;
  }
  if (truth.size === 0) return null;
  return { candidates, right, importance: right.length > 0 ? 1 : 0.3 };
}

export function train(cases: readonly Case[], penalty = 0.002): ModelWeights {
  let model = flatModel;
  for (const kind of kinds) {
    const questions = cases
      .map((one) => question(one, rank(one.asked, one.hits, one.known, model), kind))
      .filter((one) => one !== null);
    model = { ...model, [kind]: fit(questions, { features: featureCounts[kind], penalty, rounds: 400 }) };
  }
  return model;
}

/** No labelled row carries identifiers: what a file states itself is trusted by decree, a CPE hardly at all. */
const statedWeights: Record<Kind, number> = { package: 12, product: 1.5, repo: 8 };

function withStatedWeights(model: ModelWeights): ModelWeights {
  const of = (kind: Kind): KindWeights => ({
    none: model[kind].none,
    weights: model[kind].weights.map((weight, index) => (index === 0 ? statedWeights[kind] : weight)),
  });
  return { package: of('package'), product: of('product'), repo: of('repo') };
}

export async function loadCases(rowsFile: string, dataDir: string): Promise<Case[]> {
  const rows = await readRows(rowsFile);
  const { database, close } = await openBenchDatabase(dataDir);
  const asked = rows.map((row) => ask(evidenceOf(row)));
  const { hits, known } = await database.session('system', (sql) => lookUp(sql, asked));
  await close();
  return rows.map((row, index) => ({ row, asked: asked[index]!, hits: hits[index]!, known }));
}

export function evaluate(cases: readonly Case[], models: (one: Case) => ModelWeights): void {
  const table = new Map<string, number[]>();
  for (const one of cases) {
    const ranking = rank(one.asked, one.hits, one.known, models(one));
    for (const kind of kinds) {
      const truth = truthOf(one.row, kind);
      if (truth.size === 0 || !/clean|noisy/.test(one.row.split)) continue;
      const place = identifiers(ranking, kind).findIndex(({ id }) => truth.has(id));
      for (const key of [`${one.row.split} ${kind} *`, `${one.row.split} ${kind} ${one.row.slice}`]) {
        const counts = table.get(key) ?? [0, 0, 0, 0];
        counts[0]! += 1;
        if (place === 0) counts[1]! += 1;
        if (place >= 0 && place < 5) counts[2]! += 1;
        if (place >= 0) counts[3]! += 1;
        table.set(key, counts);
      }
    }
  }
  for (const key of [...table.keys()].sort()) {
    const [n, top1, top5, any] = table.get(key)! as [number, number, number, number];
    const share = (count: number): string => `${((100 * count) / n).toFixed(1)}%`;
    console.log(
      `${key.padEnd(34)} n=${String(n).padEnd(5)} top1=${share(top1)} top5=${share(top5)} found=${share(any)}`,
    );
  }
}

export function crossValidated(cases: readonly Case[], folds = 5): (one: Case) => ModelWeights {
  const models = Array.from({ length: folds }, (_, fold) =>
    train(cases.filter(({ row }) => foldOf(row.group, folds) !== fold)),
  );
  return ({ row }) => models[foldOf(row.group, folds)]!;
}

const [rowsFile, dataDir, out] = process.argv.slice(2);
const cases = await loadCases(rowsFile!, dataDir!);
evaluate(cases, crossValidated(cases));
const model = train(cases);
const names: Record<Kind, readonly string[]> = {
  package: packageFeatureNames,
  product: productFeatureNames,
  repo: repositoryFeatureNames,
};
for (const kind of kinds)
  console.log(
    kind,
    'none',
    model[kind].none.toFixed(2),
    model[kind].weights.map((w, i) => `${names[kind][i]}=${w.toFixed(2)}`).join(' '),
  );
if (out) writeModule(out, 'trainedModel', 'ModelWeights', withStatedWeights(model));
