import type { Measured } from './formula.js';
import { metrics } from './index.js';
import type { Reading } from './metric.js';

/** Value and risk of every metric that had data, by the metric's name; what is not there had none. */
export type StoredReadings = Readonly<Record<string, readonly [value: Reading['value'], risk: number]>>;

export function storedReadings(measured: readonly Measured[]): StoredReadings {
  return Object.fromEntries(
    measured.flatMap(({ metric, reading }) => (reading ? [[metric.name, [reading.value, reading.risk]]] : [])),
  );
}

/** The measurements again, without their texts; metrics that this version no longer has are left out. */
export function measuredFrom(stored: StoredReadings): Measured[] {
  return metrics.map((metric) => {
    const kept = Object.hasOwn(stored, metric.name) ? stored[metric.name] : undefined;
    return { metric, reading: kept ? { value: kept[0], risk: kept[1], text: '' } : null };
  });
}
