import { classOfLicense, licenseClasses } from '../../licenses/license-classes.js';
import type { Metric } from './metric.js';

const risks = [0, 25, 60, 80];

export const copyleft: Metric = {
  name: 'license_class',
  title: 'Copyleft',
  description:
    'What its licence asks of those who pass it on: permissive 0, weak copyleft 25, strong 60, network copyleft 80.',
  scope: 'supply_chain',
  unit: 'class',
  direction: 'worse class',
  weight: 0.3,
  source: 'SPDX licence list',
  read({ license }) {
    const licenseClass = license ? classOfLicense(license) : null;
    if (licenseClass === null) return null;
    const rank = licenseClasses.indexOf(licenseClass);
    const text = `Its licence (${license!.slice(0, 200)}) is ${licenseClass === 'permissive' ? licenseClass : `a ${licenseClass} licence`}`;
    const tag = { name: 'copyleft', description: text, severity: rank > 1 ? 'orange' : 'yellow' } as const;
    return { value: licenseClass, risk: risks[rank]!, text, ...(rank > 0 ? { tag } : {}) };
  },
};
