/** Figures and plurals of English. */

const rules = new Intl.PluralRules('en');
const figures = new Intl.NumberFormat('en');

/** `{n} entries`, with the form that fits. */
export const plural = (count: number, one: string, other: string): string =>
  `${figures.format(count)} ${rules.select(count) === 'one' ? one : other}`;

export const number = (value: number): string => figures.format(value);

export const entries = (count: number): string => plural(count, 'entry', 'entries');
export const names = (count: number): string => plural(count, 'name', 'names');
export const sboms = (count: number): string => plural(count, 'SBOM', 'SBOMs');
export const components = (count: number): string => plural(count, 'component', 'components');

/** A share of 0 to 1 in whole per cent: what is neither none nor all never reads as that. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return 'less than 1 %';
  if (share < 1 && share >= 0.995) return 'more than 99 %';
  return `${number(Math.round(share * 100))} %`;
}
