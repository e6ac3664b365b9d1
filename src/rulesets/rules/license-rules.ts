import {
  formatLicense,
  isAdditionRef,
  LicenseError,
  type LicenseExpression,
  parseLicense,
} from '../../model/license.js';
import { hasOpenPart, normalizeLicense } from '../../model/license-normalization.js';
import {
  classOfLicense,
  licenseClasses,
  type LicenseClass,
  minClassOfLicense,
} from '../../licenses/license-classes.js';
import { isUnknownForbidden, listParameter, type Rule, textParameter, unknownParameter } from './rule.js';

/** AND: all licences must be on the list; OR: one. An exception permits more, but what a document adds itself may not. */
function isAllowed(expression: LicenseExpression, allowed: ReadonlySet<string>): boolean {
  if (expression.kind === 'license') {
    const isBareEnough = !isAdditionRef(expression.exception ?? '') && allowed.has(expression.id.toLowerCase());
    return isBareEnough || allowed.has(formatLicense(expression).toLowerCase());
  }
  return expression.kind === 'or'
    ? expression.operands.some((one) => isAllowed(one, allowed))
    : expression.operands.every((one) => isAllowed(one, allowed));
}

/** Names are normalized, because the list and the SBOM may name one licence differently. */
function allows(license: string, list: readonly string[]): boolean {
  const allowed = new Set(
    list.flatMap((id) => [id.trim(), normalizeLicense(id) ?? []].flat()).map((id) => id.toLowerCase()),
  );
  if (allowed.has(license.trim().toLowerCase())) return true;
  try {
    return isAllowed(parseLicense(license), allowed);
  } catch (error) {
    if (error instanceof LicenseError) return false;
    throw error;
  }
}

const notDeclared = 'No licence is declared';

export const licenseRules: readonly Rule[] = [
  {
    id: 'license.known',
    category: 'license',
    name: 'Licences are known',
    description: 'Every component declares a licence.',
    check({ license }) {
      if (!license) return notDeclared;
      return hasOpenPart(license) ? `${license} declares no licence of a part` : null;
    },
  },
  {
    id: 'license.allowed',
    category: 'license',
    name: 'Only allowed licences',
    description: 'Every declared licence is on the list, or offers a choice that is.',
    parameters: {
      licenses: {
        description: 'SPDX ids, or names of licences.',
        type: 'list',
        default: ['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'],
      },
      unknown: unknownParameter,
    },
    check({ license }, parameters) {
      if (!license) return isUnknownForbidden(parameters) ? notDeclared : null;
      return allows(license, listParameter(parameters, 'licenses')) ? null : `${license} is not on the list`;
    },
  },
  {
    id: 'license.copyleft',
    category: 'license',
    name: 'No copyleft',
    description: 'No component has a licence of the class or a stricter one.',
    parameters: {
      class: {
        description: 'The mildest class that is forbidden.',
        type: 'choice',
        default: 'strong copyleft',
        choices: licenseClasses.slice(1),
      },
      unknown: unknownParameter,
    },
    check({ license }, parameters) {
      if (!license) return isUnknownForbidden(parameters) ? notDeclared : null;
      const found = classOfLicense(license) ?? minClassOfLicense(license);
      const limit = licenseClasses.indexOf(textParameter(parameters, 'class') as LicenseClass);
      if (found !== null && licenseClasses.indexOf(found) >= limit) return `${license} is a ${found} licence`;
      return classOfLicense(license) === null && isUnknownForbidden(parameters)
        ? `${license} is of no known class`
        : null;
    },
  },
];
