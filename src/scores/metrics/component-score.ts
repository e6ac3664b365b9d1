import type { Finding } from '../vulnerabilities/findings.js';
import { type EntityFacts, unknownEntityFacts } from './facts.js';
import { type Measurement, measureAll } from './formula.js';
import { licenseMetrics, vulnerabilityMetrics } from './index.js';
import type { Metric } from './metric.js';
import { fromStoredMetricValues, toStoredMetricValues, type StoredMetricValues } from './stored-metric-values.js';

/** What only the bill knows of a component; null: nothing, and the entity's own measurement stands. */
export interface ComponentFacts {
  /** Licence expression or text. */
  readonly license: string | null;
  /** The entity's findings with the statuses that VEX statements give them. */
  readonly findings: readonly Finding[] | null;
  readonly version: string;
  /** ISO 8601. */
  readonly today: string;
}

/** What was measured of a component, and what of it rules ask for. */
export interface ComponentMeasurements {
  readonly measurements: readonly Measurement[];
  readonly metricValues: StoredMetricValues;
}

/**
 * Measurements of a component: its entity's, but for the metrics on which the bill or a person knows better. `stored` is
 * null for a component that is not resolved: then nothing is known of it but what the bill says.
 */
export function measureComponent(
  stored: StoredMetricValues | null,
  componentFacts: ComponentFacts,
): ComponentMeasurements {
  if (stored === null)
    return withStoredValues(
      measureAll({ ...unknownEntityFacts, today: componentFacts.today, license: componentFacts.license }),
    );
  if (componentFacts.license === null && componentFacts.findings === null)
    return { measurements: fromStoredMetricValues(stored), metricValues: stored };
  const facts: EntityFacts = { ...unknownEntityFacts, ...componentFacts };
  const overridden = new Set<Metric>([
    ...(componentFacts.license === null ? [] : licenseMetrics),
    ...(componentFacts.findings === null ? [] : vulnerabilityMetrics),
  ]);
  const measurements = fromStoredMetricValues(stored).map((one) =>
    overridden.has(one.metric) ? { metric: one.metric, metricValue: one.metric.read(facts) } : one,
  );
  return withStoredValues(measurements);
}

const withStoredValues = (measurements: readonly Measurement[]): ComponentMeasurements => ({
  measurements,
  metricValues: toStoredMetricValues(measurements),
});
