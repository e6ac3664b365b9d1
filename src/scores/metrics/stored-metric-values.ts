import type { Measurement } from './formula.js';
import { metrics } from './index.js';
import type { MetricValue } from './metric.js';

/** Value and risk by metric name; a metric without data is absent. */
export type StoredMetricValues = Readonly<Record<string, readonly [value: MetricValue['value'], risk: number]>>;

export function toStoredMetricValues(measurements: readonly Measurement[]): StoredMetricValues {
  return Object.fromEntries(
    measurements.flatMap(({ metric, metricValue }) =>
      metricValue ? [[metric.name, [metricValue.value, metricValue.risk]]] : [],
    ),
  );
}

/** Restores measurements without their texts; metrics that no longer exist are left out. */
export function fromStoredMetricValues(values: StoredMetricValues): Measurement[] {
  return metrics.map((metric) => {
    const stored = Object.hasOwn(values, metric.name) ? values[metric.name] : undefined;
    return { metric, metricValue: stored ? { value: stored[0], risk: stored[1], text: '' } : null };
  });
}
