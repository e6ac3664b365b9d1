import type { Finding } from '../vulnerabilities/findings.js';
import type { SeverityLevel } from '../vulnerabilities/severity.js';
import type { EntityFacts } from './facts.js';
import type { Metric, Reading } from './metric.js';

/** A metric over the vulnerabilities that affect the entity. */
export interface VulnerabilityMetric extends Omit<Metric, 'read' | 'scope'> {
  /** Null where what is asked of them is not known of any; what is known of some only is `partly`. */
  judge(affected: readonly Finding[], facts: EntityFacts): (Reading & { readonly partly?: boolean }) | null;
}

/**
 * Makes it a metric. There is no data where nobody knows this kind of software, or where there are vulnerabilities and
 * no version to judge them by. Where some can be judged and some cannot, the risk is not below the prior: to learn of
 * one vulnerability more never makes anything safer.
 */
export function vulnerabilityMetric({ judge, ...definition }: VulnerabilityMetric): Metric {
  const read = (facts: EntityFacts): Reading | null => {
    const { findings, version } = facts;
    if (findings === null) return null;
    const { affected, isOpen } = partsOf(findings);
    if (isOpen && version === '' && affected.length === 0) return null;
    const judged = judge(affected, facts);
    if (!judged) return null;
    const { partly = false, ...reading } = judged;
    return isOpen || partly ? { ...reading, risk: Math.max(reading.risk, definition.prior) } : reading;
  };
  return { ...definition, scope: 'technology', read };
}

interface Parts {
  readonly affected: readonly Finding[];
  /** Of one at least nobody can say. */
  readonly isOpen: boolean;
}

/** Every metric asks for them. */
const parts = new WeakMap<readonly Finding[], Parts>();

function partsOf(findings: readonly Finding[]): Parts {
  const known = parts.get(findings);
  if (known) return known;
  const affected = findings.filter(({ status }) => status === 'affected');
  const own = { affected, isOpen: findings.some(({ status }) => status === 'unknown') };
  parts.set(findings, own);
  return own;
}

/** Middles of the ranges of the qualitative scale; one that nobody has rated counts as medium. */
const scores: Readonly<Record<SeverityLevel, number>> = {
  critical: 9.5,
  high: 8,
  medium: 5.5,
  low: 2.5,
  none: 0,
  unknown: 5.5,
};

/** CVSS base score, or what stands for it where a source only has a word. */
export const scoreOfFinding = ({ severity }: Finding): number => severity.score ?? scores[severity.level];
