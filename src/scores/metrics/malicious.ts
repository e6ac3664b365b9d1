import { defineVulnerabilityMetric } from './vulnerability-metric.js';

export const malicious = defineVulnerabilityMetric({
  kind: 'malicious',
  name: 'malicious',
  title: 'Malicious package',
  description: 'Whether this version is reported to have been made to do harm.',
  unit: 'boolean',
  direction: 'higher',
  weight: 1,
  undecidedRisk: 1,
  source: 'OSV (malicious packages)',
  evaluate(affected, { findings }) {
    const finding = affected.find(({ isMalicious }) => isMalicious);
    const undecided = findings?.find(({ isMalicious, status }) => isMalicious && status === 'unknown');
    if (!finding && undecided)
      return { value: false, risk: 0, text: `Whether ${undecided.id}, which reports it as malicious, is about its version is not known` }; // prettier-ignore
    if (!finding) return { value: false, risk: 0, text: 'It is not reported as malicious' };
    const text = `It is reported as malicious (${finding.id})`;
    return { value: true, risk: 100, text, tag: { name: 'malicious', description: text, severity: 'red' } };
  },
});
