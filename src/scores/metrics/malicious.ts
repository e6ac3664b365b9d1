import { vulnerabilityMetric } from './affecting.js';

export const malicious = vulnerabilityMetric({
  name: 'malicious',
  title: 'Malicious package',
  description: 'Whether this version is reported to have been made to do harm.',
  unit: 'boolean',
  direction: 'higher',
  weight: 1,
  prior: 1,
  source: 'OSV (malicious packages)',
  judge(affected) {
    const found = affected.find(({ isMalicious }) => isMalicious);
    if (!found) return { value: false, risk: 0, text: 'It is not reported as malicious' };
    const text = `It is reported as malicious (${found.id})`;
    return { value: true, risk: 100, text, tag: { name: 'malicious', description: text, severity: 'red' } };
  },
});
