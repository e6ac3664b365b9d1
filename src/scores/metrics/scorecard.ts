import type { Metric } from './metric.js';

export const scorecard: Metric = {
  name: 'scorecard',
  title: 'OpenSSF Scorecard',
  description: 'Automated checks of how a repository is run, 0 to 10; the risk is ten times what is missing to 10.',
  scope: 'ecosystem',
  unit: 'score of 10',
  direction: 'lower',
  weight: 0.4,
  source: 'OpenSSF Scorecard',
  read({ repository }) {
    const score = repository?.scorecard ?? null;
    if (score === null) return null;
    const risk = Math.min(100, Math.max(0, 10 * (10 - score)));
    const { scorecardOn, link } = repository!;
    const text = `Its OpenSSF Scorecard is ${score.toFixed(1)} of 10${scorecardOn ? ` (${scorecardOn})` : ''}`;
    return { value: score, risk, text, link, ...(scorecardOn ? { observedOn: scorecardOn } : {}) };
  },
};
