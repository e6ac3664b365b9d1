import { components, number, plural } from './words.js';

/** How good a delivered file is. */
export const qualityTexts = {
  note: 'The file as its supplier delivered it, against published lists of what an SBOM must have. What Stocktake found out about the components does not count.',
  none: 'No file has been imported, so there is no delivery to judge.',
  file: (format: string, count: number) => `${format}, ${components(count)}`,
  byHand: (count: number) => `${components(count)} added by hand ${count === 1 ? 'is' : 'are'} not assessed.`,
  letter: 'Letter to the supplier',
  letterText: 'Letter as text',
  workbook: 'Workbook to correct',
  score: (score: number) => `${number(score)} of 100`,
  noScore: 'nothing could be checked',
  standards: { met: 'Met', not_met: 'Not met', not_checked: 'Not met: something could not be checked' },
  states: { met: 'Met', not_met: 'Not met', not_checked: 'Not checked' } as Readonly<Record<string, string>>,
  lacking: (lacking: number, checked: number) => `${number(lacking)} of ${components(checked)} lack it`,
  document: 'the document as a whole',
  met: (count: number) => `${plural(count, 'requirement', 'requirements')} met`,
  before: {
    none: 'There is no delivery before it to compare with, or its quality was not recorded.',
    of: (what: string, at: string) => `Compared with the delivery before: ${what}, ${at}.`,
    better: (points: number) => `${plural(points, 'point', 'points')} better`,
    worse: (points: number) => `${plural(points, 'point', 'points')} worse`,
    same: 'as before',
    importOf: (count: number) => `import ${number(count)}`,
  },
  examples: (shown: number, all: number) =>
    shown < all ? `The first ${number(shown)} of ${components(all)}:` : 'Which:',
  columns: { requirement: 'Requirement', state: 'State', mend: 'How to mend it' },
};
