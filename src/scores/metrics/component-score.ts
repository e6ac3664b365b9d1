import type { Finding } from '../vulnerabilities/findings.js';
import { type EntityFacts, nothingKnown } from './facts.js';
import { type Measured, measure } from './formula.js';
import { licenseMetrics, vulnerabilityMetrics } from './index.js';
import type { Metric } from './metric.js';
import { measuredFrom, storedReadings, type StoredReadings } from './stored-readings.js';

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
export interface MeasuredComponent {
  readonly measured: readonly Measured[];
  readonly readings: StoredReadings;
}

/**
 * Measurements of a component: its entity's, but for the metrics on which the bill or a person knows better. `stored` is
 * null for a component that is not resolved: then nothing is known of it but what the bill says.
 */
export function measureComponent(stored: StoredReadings | null, own: ComponentFacts): MeasuredComponent {
  if (stored === null) return withReadings(measure({ ...nothingKnown, today: own.today, license: own.license }));
  if (own.license === null && own.findings === null) return { measured: measuredFrom(stored), readings: stored };
  const facts: EntityFacts = { ...nothingKnown, ...own };
  const better = new Set<Metric>([
    ...(own.license === null ? [] : licenseMetrics),
    ...(own.findings === null ? [] : vulnerabilityMetrics),
  ]);
  const measured = measuredFrom(stored).map((one) =>
    better.has(one.metric) ? { metric: one.metric, reading: one.metric.read(facts) } : one,
  );
  return withReadings(measured);
}

const withReadings = (measured: readonly Measured[]): MeasuredComponent => ({
  measured,
  readings: storedReadings(measured),
});
