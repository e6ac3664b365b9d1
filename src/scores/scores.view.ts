import { formatCpe } from '../model/cpe.js';
import { plainCpeValue } from '../model/cpe-name.js';
import { formatPurl } from '../model/purl.js';
import type { CoverageStatus, EntityCoverage } from './coverage/entity-coverage.js';
import type { ResolvedEntity } from './entities/entity.js';
import {
  formulaVersion,
  type Measurement,
  riskTags,
  type Score,
  scoreOf,
  roundCoverage,
  roundScore,
  summaryOf,
} from './metrics/formula.js';
import { type MetricValue, type RiskTag, type ScoreScope, scoreScopes } from './metrics/metric.js';
import type { ExploitedProduct } from './vulnerabilities/exploited-products.js';
import type { HistoryRow } from './stored/history.repository.js';
import { packagePage, productPage } from './source-links.js';

interface EntityHeader {
  readonly id: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
}

export interface EntitySource {
  readonly type: 'package' | 'product' | 'repo';
  /** Names of the catalogue's sources. */
  readonly source: readonly string[];
  readonly id: string;
  readonly link: string;
}

interface EntityScoreView {
  readonly name: string;
  readonly value: number;
  readonly scopes: readonly { readonly name: ScoreScope; readonly value: number }[];
}

/** `data` of getEntityOverviewForEntity. */
export interface EntityOverview extends EntityHeader {
  readonly sources: readonly EntitySource[];
  /** `value`: the risk that the data shows. `coverage`: share of the weight of all metrics that rests on data, 0–1. */
  readonly score: EntityScoreView & { readonly coverage: number };
  /** By kind of finding, whether the loaded sources can answer for it, and why not. */
  readonly coverage: EntityCoverage;
  /**
   * Exploited vulnerabilities (KEV) of a product of this name that no loaded advisory links with the entity: nobody has
   * compared them with its version.
   */
  readonly may_concern: readonly ExploitedProduct[];
  readonly summary: string;
  readonly risk_tags: readonly RiskTag[];
}

/** One of `metrics` of getMetricsForEntity; without data `value` and `score` are null. */
export interface MetricView {
  readonly name: string;
  readonly title: string;
  readonly scope: ScoreScope;
  readonly value: number | string | boolean | null;
  readonly unit: string;
  readonly score: number | null;
  readonly weight: number;
  readonly direction: string;
  readonly source: string;
  readonly link: string;
  readonly observed_at: string | null;
  readonly text: string;
}

export interface EntityMetrics extends EntityHeader {
  /** By kind of finding, whether the loaded sources can answer for it, and why not. */
  readonly coverage: EntityCoverage;
  readonly metrics: readonly MetricView[];
}

/** `data` of getHistoryForEntity: each score was valid until the one before it in the list. */
export interface EntityHistory extends EntityHeader {
  readonly history: readonly {
    readonly scored_at: string;
    /** `coverage`: share of the weight of all metrics that rested on data, 0–1; null: it was not recorded then. */
    readonly score: EntityScoreView & { readonly coverage: number | null };
    /** Number of vulnerabilities that were known to affect it. */
    readonly vulnerabilities: number;
    /** Whether they were looked for: without that their number says nothing; null: it was not recorded then. */
    readonly examined: CoverageStatus | null;
  }[];
}

const headerOf = ({ id, name, org, version }: ResolvedEntity): EntityHeader => ({ id, name, org, version });

export function entityOverview(
  entity: ResolvedEntity,
  measurements: readonly Measurement[],
  { coverage, mayConcern }: { readonly coverage: EntityCoverage; readonly mayConcern: readonly ExploitedProduct[] },
): EntityOverview {
  const score = scoreOf(measurements);
  return {
    ...headerOf(entity),
    sources: sourcesOf(entity),
    score: { ...scoreView(formulaVersion, score), coverage: roundCoverage(score.coverage) },
    coverage,
    may_concern: mayConcern,
    summary: summaryOf({ name: entity.name, version: entity.version, coverage }, measurements),
    risk_tags: riskTags(measurements, coverage),
  };
}

function sourcesOf({ purl, cpe, repository, rows }: ResolvedEntity): EntitySource[] {
  const sources: EntitySource[] = [];
  if (purl)
    sources.push({
      type: 'package',
      source: rows.package?.sources ?? [],
      id: formatPurl(purl),
      link: packagePage(purl),
    });
  if (cpe) {
    const link = productPage(plainCpeValue(cpe.vendor), plainCpeValue(cpe.product));
    sources.push({ type: 'product', source: rows.product?.sources ?? [], id: formatCpe(cpe).toLowerCase(), link });
  }
  if (repository)
    sources.push({ type: 'repo', source: rows.repository?.sources ?? [], id: repository.url, link: repository.url });
  return sources;
}

export function entityMetrics(
  entity: ResolvedEntity,
  measurements: readonly Measurement[],
  observedAt: Date | null,
): Omit<EntityMetrics, 'coverage'> {
  const metrics = measurements.map(({ metric, metricValue }): MetricView => {
    const { name, title, scope, unit, weight, direction, source } = metric;
    return {
      name,
      title,
      scope,
      unit,
      weight,
      direction,
      source,
      value: metricValue?.value ?? null,
      score: metricValue && roundScore(metricValue.risk),
      link: metricValue?.link ?? '',
      observed_at: metricValue && observedOn(metricValue, observedAt),
      text: metricValue ? `${metricValue.text}.` : 'There is no data; it adds nothing to the risk.',
    };
  });
  return { ...headerOf(entity), metrics };
}

const observedOn = ({ observedOn: day }: MetricValue, catalog: Date | null): string | null =>
  day ? new Date(day).toISOString() : (catalog?.toISOString() ?? null);

const scoreView = (version: string, { value, scopes }: Pick<Score, 'value' | 'scopes'>): EntityScoreView => ({
  name: `risk-${version}`,
  value: roundScore(value),
  scopes: scoreScopes.map((name) => ({ name, value: roundScore(scopes[name]) })),
});

export const entityHistory = (entity: ResolvedEntity, rows: readonly HistoryRow[]): EntityHistory => ({
  ...headerOf(entity),
  history: rows.map((row) => ({
    scored_at: row.scored_at.toISOString(),
    score: {
      ...scoreView(row.formula_version, {
        value: row.risk,
        scopes: { ecosystem: row.risk_ecosystem, technology: row.risk_technology, supply_chain: row.risk_supply_chain },
      }),
      coverage: row.coverage,
    },
    vulnerabilities: row.vulnerabilities,
    examined: row.examined,
  })),
});
