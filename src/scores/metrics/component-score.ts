import type { EntityCoverage } from '../coverage/entity-coverage.js';
import type { Finding } from '../vulnerabilities/findings.js';
import { type EntityFacts, unknownEntityFacts } from './facts.js';
import { type Measurement, measureAll } from './formula.js';
import { licenseMetrics, vulnerabilityMetrics } from './index.js';
import type { Metric } from './metric.js';
import { fromStoredMetricValues, toStoredMetricValues, type StoredMetricValues } from './stored-metric-values.js';

/** What only the SBOM says of a component. Null: nothing, and the entity's measurement counts. */
export interface ComponentFacts {
  /** Licence expression or text. */
  readonly license: string | null;
  /** The entity's findings with the statuses of VEX statements applied. */
  readonly findings: readonly Finding[] | null;
  readonly version: string;
  /** Of its entity. */
  readonly coverage: EntityCoverage;
  /** ISO 8601. */
  readonly today: string;
}

/** Measurements of a component, and the values that rules read. */
export interface ComponentMeasurements {
  readonly measurements: readonly Measurement[];
  readonly metricValues: StoredMetricValues;
}

/**
 * The entity's measurements, with those replaced for which the SBOM or a person has better data. `stored` is null for an
 * unresolved component: only the SBOM describes it.
 */
export function measureComponent(stored: StoredMetricValues | null, own: ComponentFacts): ComponentMeasurements {
  if (stored === null)
    return withStoredValues(measureAll({ ...unknownEntityFacts, today: own.today, license: own.license }));
  if (own.license === null && own.findings === null)
    return { measurements: fromStoredMetricValues(stored), metricValues: stored };
  const facts: EntityFacts = { ...unknownEntityFacts, ...own };
  const overridden = new Set<Metric>([
    ...(own.license === null ? [] : licenseMetrics),
    ...(own.findings === null ? [] : vulnerabilityMetrics),
  ]);
  const measurements = fromStoredMetricValues(stored).map((measurement) =>
    overridden.has(measurement.metric)
      ? { metric: measurement.metric, metricValue: measurement.metric.read(facts) }
      : measurement,
  );
  return withStoredValues(measurements);
}

const withStoredValues = (measurements: readonly Measurement[]): ComponentMeasurements => ({
  measurements,
  metricValues: toStoredMetricValues(measurements),
});
