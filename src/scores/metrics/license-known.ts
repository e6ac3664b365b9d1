import { hasOpenPart } from '../../model/license-normalization.js';
import type { Metric } from './metric.js';

export const licenseKnown: Metric = {
  name: 'license_known',
  title: 'Licence known',
  description:
    'Whether a licence is declared: 0 where one is, 100 where it was looked for and there is none, or none of a part.',
  scope: 'supply_chain',
  unit: 'boolean',
  direction: 'lower',
  weight: 0.25,
  source: 'SBOM, registries',
  read({ license }) {
    if (license === null) return null;
    if (hasOpenPart(license))
      return { value: false, risk: 100, text: `${license.slice(0, 200)} declares no licence of a part` };
    if (license !== '') return { value: true, risk: 0, text: `Its licence is ${license.slice(0, 200)}` };
    return { value: false, risk: 100, text: 'No licence is declared' };
  },
};
