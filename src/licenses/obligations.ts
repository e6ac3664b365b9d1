import type { LicenseTerm } from '../model/license.js';
import type { LicenseClass } from './license-classes.js';

/** How the product reaches others. */
export const licenseUsages = ['internal', 'saas', 'distributed'] as const;
export type LicenseUsage = (typeof licenseUsages)[number];

/** What a licence asks of those who use the component so. */
export interface Obligation {
  readonly id: string;
  readonly text: string;
}

interface ObligationRule extends Obligation {
  readonly usages: readonly LicenseUsage[];
  readonly applies: (term: LicenseTerm, licenseClass: LicenseClass | null) => boolean;
}

/** Licences that ask for nothing, not even a notice. */
const noConditions = /^(?:CC0-1\.0|Unlicense|0BSD|WTFPL|MIT-0|PDDL-1\.0)$/;
const statesChanges = /^(?:Apache-2\.0|MPL-|EPL-|CDDL-|L?GPL-|AGPL-|EUPL-|CPL-)/;
const copyleft: ReadonlySet<LicenseClass> = new Set(['weak copyleft', 'strong copyleft', 'network copyleft']);

/**
 * Obligations by class and by licence, in short; the text of the licence counts. Sources: the licences, and the
 * summaries of choosealicense.com ("conditions") and of the FSF's licence list.
 */
const rules: readonly ObligationRule[] = [
  {
    id: 'terms-of-licence',
    text: 'Read the licence: it is in no class, and may restrict the use or ask for more than stands here.',
    usages: ['internal', 'saas', 'distributed'],
    applies: (_term, licenseClass) => licenseClass === null,
  },
  {
    id: 'notice',
    text: 'Hand on the copyright notices and the text of the licence.',
    usages: ['distributed'],
    applies: ({ id }) => !noConditions.test(id),
  },
  {
    id: 'notice-file',
    text: 'Hand on the NOTICE file of the component, if it has one (Apache-2.0, section 4d).',
    usages: ['distributed'],
    applies: ({ id }) => id === 'Apache-2.0',
  },
  {
    id: 'state-changes',
    text: 'Mark the files that you have changed.',
    usages: ['distributed'],
    applies: ({ id }) => statesChanges.test(id),
  },
  {
    id: 'advertising',
    text: 'Name the authors in advertising that mentions the component.',
    usages: ['distributed'],
    applies: ({ id }) => /^(?:BSD-4-Clause|Apache-1\.[01]|OpenSSL|Apache-1\.0)/.test(id),
  },
  {
    id: 'source-of-component',
    text: 'Offer the source of the component with your changes, under its licence.',
    usages: ['distributed'],
    applies: (_term, licenseClass) => licenseClass !== null && copyleft.has(licenseClass),
  },
  {
    id: 'relinking',
    text: 'Let recipients replace the component: link dynamically, or hand on object files; allow reverse engineering for it.',
    usages: ['distributed'],
    applies: ({ id }) => /^LGPL-/.test(id),
  },
  {
    id: 'source-of-work',
    text: 'Offer the source of the whole work that contains it, under the same licence.',
    usages: ['distributed'],
    applies: (_term, licenseClass) => licenseClass === 'strong copyleft' || licenseClass === 'network copyleft',
  },
  {
    id: 'source-to-network-users',
    text: 'Offer the source of the whole work to those who use it over a network.',
    usages: ['internal', 'saas', 'distributed'],
    applies: (_term, licenseClass) => licenseClass === 'network copyleft',
  },
];

/** The obligations of a licence of the SPDX list where the component is used so; of one without a class not all. */
export const obligationsOf = (
  term: LicenseTerm,
  licenseClass: LicenseClass | null,
  usage: LicenseUsage,
): Obligation[] =>
  rules
    .filter(({ usages, applies }) => usages.includes(usage) && applies(term, licenseClass))
    .map(({ id, text }) => ({ id, text }));
