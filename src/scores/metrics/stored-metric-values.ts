import type { Measurement } from './formula.js';
import { metrics } from './index.js';
import type { MetricValue } from './metric.js';

/** Value and risk of every metric that had data, by the metric's name; what is not there had none. */
export type StoredMetricValues = Readonly<Record<string, readonly [value: MetricValue['value'], risk: number]>>;

export function toStoredMetricValues(measured: readonly Measurement[]): StoredMetricValues {
  return Object.fromEntries(
    measured.flatMap(({ metric, metricValue: reading }) =>
      reading ? [[metric.name, [reading.value, reading.risk]]] : [],
    ),
  );
}

/** The measurements again, without their texts; metrics that this version no longer has are left out. */
export function fromStoredMetricValues(values: StoredMetricValues): Measurement[] {
  return metrics.map((metric) => {
    const stored = Object.hasOwn(values, metric.name) ? values[metric.name] : undefined;
    return { metric, metricValue: stored ? { value: stored[0], risk: stored[1], text: '' } : null };
  });
}
