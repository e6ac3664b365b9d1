import { asOperand } from '../model/license.js';

/** One expression of several: an expression keeps its own operators together. */
export function joinLicenses(licenses: readonly string[], operator: 'AND' | 'OR'): string {
  if (licenses.length < 2) return licenses[0] ?? '';
  return licenses.map((one) => (/[ ()]/.test(one) ? asOperand(one) : one)).join(` ${operator} `);
}
