import { daysBetween, type Metric } from './metric.js';

export const yearsBehind: Metric = {
  name: 'years_behind',
  title: 'Years behind',
  description:
    'Years between the release of this version and that of the latest; half of 100 after two years, three quarters after four.',
  scope: 'technology',
  unit: 'years',
  direction: 'higher',
  weight: 0.35,
  source: 'Catalogue, endoflife.date',
  read({ releasedOn, latestReleasedOn }) {
    const days = latestReleasedOn === null ? null : daysBetween(releasedOn, latestReleasedOn);
    if (days === null) return null;
    const years = days / 365.25;
    const text =
      years < 0.1
        ? 'It is as new as the latest version'
        : `It is ${years.toFixed(1)} years older than the latest version`;
    return { value: Math.round(years * 100) / 100, risk: 100 * (1 - 2 ** (-years / 2)), text };
  },
};
