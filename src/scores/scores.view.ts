import { formatCpe } from '../model/cpe.js';
import { plainCpeValue } from '../model/cpe-name.js';
import { formatPurl } from '../model/purl.js';
import type { FoundEntity } from './entities/entity.js';
import { formulaVersion, type Measured, riskTags, type Score, scoreOf, shown, summaryOf } from './metrics/formula.js';
import { type Reading, type RiskTag, type ScoreScope, scoreScopes } from './metrics/metric.js';
import type { HistoryRow } from './stored/history.repository.js';
import { packagePage, productPage } from './source-links.js';

interface EntityHead {
  readonly id: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
}

export interface EntitySource {
  readonly type: 'package' | 'product' | 'repo';
  /** Who says so: names of the catalogue's sources. */
  readonly source: readonly string[];
  readonly id: string;
  readonly link: string;
}

/** `data` of getEntityOverviewForEntity (specification, "Entity overview"). */
export interface EntityOverview extends EntityHead {
  readonly sources: readonly EntitySource[];
  readonly score: {
    readonly name: string;
    readonly value: number;
    readonly scopes: readonly { readonly name: ScoreScope; readonly value: number }[];
  };
  readonly summary: string;
  readonly risk_tags: readonly RiskTag[];
}

/** One of `metrics` of getMetricsForEntity (api-decisions, "Score"); without data `value` and `score` are null. */
export interface MetricView {
  readonly name: string;
  readonly title: string;
  readonly scope: ScoreScope;
  readonly value: number | string | boolean | null;
  readonly unit: string;
  readonly score: number | null;
  readonly weight: number;
  /** The risk that counts where there is no data. */
  readonly prior: number;
  readonly direction: string;
  readonly source: string;
  readonly link: string;
  readonly observed_at: string | null;
  readonly text: string;
}

export interface EntityMetrics extends EntityHead {
  readonly metrics: readonly MetricView[];
}

/** `data` of getHistoryForEntity: each score held until the one before it in the list. */
export interface EntityHistory extends EntityHead {
  readonly history: readonly {
    readonly scored_at: string;
    readonly score: EntityOverview['score'];
    /** Vulnerabilities that affected it. */
    readonly vulnerabilities: number;
  }[];
}

const headOf = ({ id, name, org, version }: FoundEntity): EntityHead => ({ id, name, org, version });

export function overviewOf(entity: FoundEntity, measured: readonly Measured[]): EntityOverview {
  const score = scoreOf(measured);
  return {
    ...headOf(entity),
    sources: sourcesOf(entity),
    score: scoreView(formulaVersion, score),
    summary: summaryOf(entity, measured),
    risk_tags: riskTags(measured),
  };
}

function sourcesOf({ purl, cpe, repository, rows }: FoundEntity): EntitySource[] {
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

export function metricsOf(entity: FoundEntity, measured: readonly Measured[], observedAt: Date | null): EntityMetrics {
  const metrics = measured.map(({ metric, reading }): MetricView => {
    const { name, title, scope, unit, weight, prior, direction, source } = metric;
    return {
      ...{ name, title, scope, unit, weight, prior, direction, source },
      value: reading?.value ?? null,
      score: reading && shown(reading.risk),
      link: reading?.link ?? '',
      observed_at: reading && observedOn(reading, observedAt),
      text: reading ? `${reading.text}.` : `There is no data; a usual risk of ${prior} counts.`,
    };
  });
  return { ...headOf(entity), metrics };
}

const observedOn = ({ observedOn: day }: Reading, catalog: Date | null): string | null =>
  day ? new Date(day).toISOString() : (catalog?.toISOString() ?? null);

const scoreView = (version: string, { value, scopes }: Score): EntityOverview['score'] => ({
  name: `risk-${version}`,
  value: shown(value),
  scopes: scoreScopes.map((name) => ({ name, value: shown(scopes[name]) })),
});

export const entityHistory = (entity: FoundEntity, rows: readonly HistoryRow[]): EntityHistory => ({
  ...headOf(entity),
  history: rows.map((row) => ({
    scored_at: row.scored_at.toISOString(),
    score: scoreView(row.formula_version, {
      value: row.risk,
      scopes: { ecosystem: row.risk_ecosystem, technology: row.risk_technology, supply_chain: row.risk_supply_chain },
    }),
    vulnerabilities: row.vulnerabilities,
  })),
});
