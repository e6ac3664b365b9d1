import type { Json, JsonObject } from '../../../model/document.js';
import { isLicenseRef, LicenseError, licenseTerms, listedLicense, parseLicense } from '../../../model/license.js';
import { attachment, contact, organization, properties } from './common.js';
import { iri } from './iri.js';
import { isObject } from '../../../model/json.js';
import {
  atLeast,
  choice,
  exactlyOne,
  list,
  mixedList,
  object,
  ruled,
  text,
  type ListSchema,
  type RuleTarget,
} from '../../schema/schema.js';
import { attribute, element, ownText, repeated } from './fields.js';
import { dateTime, ref } from './text-rules.js';

/** Identifiers of SPDX that the licence list of the CycloneDX schemas (3.28) lacks. */
const idsMissingInCycloneDx = new Set(
  (
    'BSD-2-Clause-pos-unchanged BSD-3-Clause-OpenWebUI BSD-Source-Code-no-disclaimer BSD-Source-alt-GPL ' +
    'BSD-ask-to-endorse Brian-Gladman-3-Clause-no-conversion Bugroff CC-BY-NC-3.0-IGO FDK-MPEG-H ' +
    'Hippocratic-3.0-core Informatica MVT-1.1 atc-game'
  ).split(' '),
);

/** True for a valid `license.id`. */
export const isLicenseId = (id: string): boolean => listedLicense(id) === id && !idsMissingInCycloneDx.has(id);

/** True for an SPDX identifier that CycloneDX allows only as a name. */
export const isUnlistedSpdxId = (name: string): boolean => idsMissingInCycloneDx.has(name);

/** True for a name that is meant as expression: a LicenseRef, or at least two parts that are all known. */
export function isLicenseExpression(name: string): boolean {
  if (isLicenseRef(name)) return true;
  if (!/ (AND|OR|WITH) /.test(name)) return false;
  try {
    return licenseTerms(parseLicense(name)).every(({ id, listed }) => listed || isLicenseRef(id));
  } catch (error) {
    if (error instanceof LicenseError) return false;
    throw error;
  }
}

const acknowledgement = attribute(choice('declared concluded'), { since: '1.6' });
const entityOrPerson = exactlyOne('organization', 'individual');
const licensee = object({ organization: element(organization), individual: element(contact) }, entityOrPerson);

const licensing = object({
  altIds: element(list(text, 'altId')),
  licensor: element(licensee),
  licensee: element(licensee),
  purchaser: element(licensee),
  purchaseOrder: element(text),
  licenseTypes: element(
    list(
      choice(
        'academic appliance client-access concurrent-user core-points custom-metric device evaluation named-user ' +
          'node-locked oem perpetual processor-points subscription user other',
        {},
        'other',
      ),
      'licenseType',
    ),
  ),
  lastRenewal: element(dateTime),
  expiration: element(dateTime),
});

/** An id that the schema does not list is written as a name. */
const license = object(
  {
    'bom-ref': attribute(ref, { since: '1.5' }),
    acknowledgement,
    id: element(text),
    name: element(text),
    text: element(attachment),
    url: element(iri),
    licensing: element(licensing, { since: '1.5' }),
    properties: element(properties, { since: '1.5' }),
  },
  (value, target) => {
    if (typeof value.id === 'string' && !isLicenseId(value.id)) {
      const { id, ...rest } = value;
      target.onLoss('id');
      return { ...rest, name: value.name ?? id };
    }
    return exactlyOne('id', 'name')(value, target);
  },
);

const plainExpression = object({
  'bom-ref': attribute(ref, { since: '1.5' }),
  acknowledgement,
  expression: ownText(
    ruled((value) => (value.trim() === '' ? null : value)),
    { required: true },
  ),
});

const detailedExpression = object({
  'bom-ref': attribute(ref),
  acknowledgement,
  expression: attribute(text, { required: true }),
  expressionDetails: repeated(
    list(
      object({
        licenseIdentifier: attribute(text, { xmlName: 'license-identifier', required: true }),
        'bom-ref': attribute(ref),
        text: element(attachment),
        url: element(iri),
      }),
      'details',
    ),
  ),
  licensing: element(licensing),
  properties: element(properties),
});

const detailMembers = ['expressionDetails', 'licensing', 'properties'] as const;
const hasDetails = (value: Json): boolean => isObject(value) && detailMembers.some((name) => value[name] !== undefined);

/**
 * Before 1.7 a list holds either licences or exactly one expression, which has no details. In a mixed list the
 * expressions become names of licences.
 */
export function licensesForVersion(items: Json[], target: RuleTarget): Json[] {
  if (atLeast(target.version, '1.7')) return items;
  const plain = items.map((item) => (isObject(item) ? withoutDetails(item, target) : item));
  if (plain.length < 2) return plain;
  if (target.isValidation && plain.some((item) => isObject(item) && item.expression !== undefined))
    target.onLoss('expression');
  return plain.map((item) => {
    if (!isObject(item) || item.expression === undefined) return item;
    const { expression, ...rest } = item;
    return { license: { ...rest, name: expression! } };
  });
}

function withoutDetails(item: JsonObject, target: RuleTarget): JsonObject {
  if (item.expression === undefined || !hasDetails(item)) return item;
  const { expressionDetails, licensing: _licensing, properties: _properties, ...rest } = item;
  target.onLoss(expressionDetails === undefined ? 'licensing' : 'expressionDetails');
  return rest;
}

export const licenses: ListSchema = mixedList(
  [
    {
      element: 'license',
      wrap: 'license',
      matches: (value) => isObject(value) && value.license !== undefined,
      schema: license,
    },
    { element: 'expression-detailed', matches: hasDetails, schema: detailedExpression, since: '1.7' },
    {
      element: 'expression',
      matches: (value) => isObject(value) && value.expression !== undefined,
      schema: plainExpression,
    },
  ],
  { rule: licensesForVersion },
);
