import { findCycle } from './find-cycle.js';
import { daysBetween, type Metric, type MetricValue } from './metric.js';

export const endOfLife: Metric = {
  name: 'end_of_life',
  title: 'End of life',
  description: 'State of its release cycle: 0 supported, 20 security fixes only, 40 ends within 180 days, 100 ended.',
  scope: 'technology',
  unit: 'class',
  direction: 'worse class',
  weight: 0.5,
  source: 'endoflife.date',
  read({ lifecycle, version, today }) {
    const cycle = lifecycle ? findCycle(lifecycle.cycles, version) : null;
    if (!lifecycle || !cycle || cycle.endOfLife === null) return null;
    const { endOfLife: end } = cycle;
    const metricValue = (value: string, risk: number, text: string): MetricValue => ({
      value,
      risk,
      text: `${lifecycle.title} ${cycle.name} ${text}`,
      link: lifecycle.link,
    });
    if (isPast(end, today)) {
      const ended = metricValue(
        'ended',
        100,
        `has reached its end of life${typeof end === 'string' ? ` on ${end}` : ''}`,
      );
      return { ...ended, tag: { name: 'end_of_life', description: ended.text, severity: 'red' } };
    }
    if (typeof end === 'string' && (daysBetween(today, end) ?? Infinity) <= 180) {
      const ending = metricValue('ending', 40, `reaches its end of life on ${end}`);
      return { ...ending, tag: { name: 'end_of_life', description: ending.text, severity: 'yellow' } };
    }
    if (cycle.endOfSupport !== null && isPast(cycle.endOfSupport, today))
      return metricValue('security_only', 20, 'gets security fixes only');
    return metricValue('supported', 0, 'is supported');
  },
};

const isPast = (end: string | boolean, today: string): boolean => (typeof end === 'boolean' ? end : end <= today);
