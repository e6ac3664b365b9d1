import { defineVulnerabilityMetric } from './vulnerability-metric.js';
import { plural, riskOfCount } from './metric.js';

export const withoutFix = defineVulnerabilityMetric({
  kind: 'vulnerabilities',
  name: 'vulnerabilities_without_fix',
  title: 'Vulnerabilities without a fix',
  description:
    'Vulnerabilities of this version that no later version is known to fix; each adds half of what is left up to 100.',
  unit: 'vulnerabilities',
  direction: 'higher',
  weight: 0.25,
  undecidedRisk: 5,
  source: 'OSV, NVD',
  evaluate(affected) {
    const count = affected.filter(({ fixedIn }) => fixedIn === null).length;
    const fixed = affected.find(({ fixedIn }) => fixedIn !== null);
    const advice = fixed ? `; ${fixed.fixedIn!} fixes ${fixed.id}` : '';
    return {
      value: count,
      risk: riskOfCount(count, 0.5),
      text: `${plural(count, 'vulnerability has', 'vulnerabilities have')} no known fix${advice}`,
    };
  },
});
