import { defineVulnerabilityMetric, findingScore } from './vulnerability-metric.js';

const severities = {
  critical: 'red',
  high: 'orange',
  medium: 'yellow',
  low: 'yellow',
  none: 'green',
  unknown: 'yellow',
} as const;

export const worstSeverity = defineVulnerabilityMetric({
  kind: 'vulnerabilities',
  name: 'worst_severity',
  title: 'Worst vulnerability',
  description: 'The highest CVSS base score of the vulnerabilities that affect this version, ten times.',
  unit: 'CVSS',
  direction: 'higher',
  weight: 0.9,
  undecidedRisk: 15,
  source: 'OSV, NVD',
  evaluate(affected) {
    const worst = affected.reduce((max, finding) => Math.max(max, findingScore(finding)), 0);
    if (affected.length === 0) return { value: 0, risk: 0, text: 'No vulnerability of this version is known' };
    const finding = affected.find((candidate) => findingScore(candidate) === worst)!;
    const { level, score } = finding.severity;
    const isRated = level !== 'unknown';
    const words = isRated ? level : 'not rated';
    const counts = score === null ? 'without a score, and counts as CVSS' : 'CVSS';
    return {
      value: worst,
      risk: worst * 10,
      text: isRated
        ? `The worst known vulnerability (${finding.id}) is ${level}, ${counts} ${worst.toFixed(1)}`
        : `The vulnerability ${finding.id} is not rated and counts as CVSS ${worst.toFixed(1)}`,
      tag: {
        name: 'vulnerable',
        description: `${finding.id} affects this version (${words})`,
        severity: severities[level],
      },
      link: `https://osv.dev/vulnerability/${encodeURIComponent(finding.id)}`,
    };
  },
});
