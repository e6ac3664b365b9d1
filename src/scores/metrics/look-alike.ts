import type { Metric } from './metric.js';

/** Below this ratio of popularity, a similar name is taken for coincidence. */
const minRatio = 10;

export const lookAlike: Metric = {
  name: 'look_alike',
  title: 'Look-alike',
  description:
    'How many times as popular a package of nearly the same name is: nothing below 10, then 50 × the decimal logarithm.',
  scope: 'supply_chain',
  unit: 'times as popular',
  direction: 'higher',
  weight: 0.6,
  source: 'Catalogue',
  read({ lookAlikes }) {
    if (lookAlikes === null) return null;
    const mostPopular = [...lookAlikes].sort((a, b) => b.timesAsPopular - a.timesAsPopular)[0];
    if (!mostPopular || mostPopular.timesAsPopular < minRatio)
      return {
        value: mostPopular?.timesAsPopular ?? 0,
        risk: 0,
        text: 'No popular package has a name that is mistaken for this one',
      };
    const text = `Its name is easily mistaken for ${mostPopular.purl}, ${Math.round(mostPopular.timesAsPopular)} times as popular`;
    const risk = Math.min(100, 50 * Math.log10(mostPopular.timesAsPopular));
    return {
      value: mostPopular.timesAsPopular,
      risk,
      text,
      tag: { name: 'look_alike', description: text, severity: 'orange' },
    };
  },
};
