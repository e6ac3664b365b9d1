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
