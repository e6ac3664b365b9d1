import type { Json, JsonObject } from '../../../model/document.js';
import { isLicenseRef, LicenseError, licenseTerms, listedLicense, parseLicense } from '../../../model/license.js';
import { attachment, contact, organization, properties } from './common.js';
import { iri } from './iri.js';
import type { ListSchema, RuleTarget } from '../../schema/schema.js';
import {
  atLeast,
  attribute,
  choice,
  element,
  exactlyOne,
  isObject,
  list,
  mixedList,
  object,
  ownText,
  repeated,
  ruled,
  text,
} from '../../schema/schema.js';
import { dateTime, ref } from './text-rules.js';

/** Identifiers that SPDX has but the licence list of CycloneDX's schemas (3.28) has not yet. */
const idsMissingInCycloneDx = new Set(
  (
    'BSD-2-Clause-pos-unchanged BSD-3-Clause-OpenWebUI BSD-Source-Code-no-disclaimer BSD-Source-alt-GPL ' +
    'BSD-ask-to-endorse Brian-Gladman-3-Clause-no-conversion Bugroff CC-BY-NC-3.0-IGO FDK-MPEG-H ' +
    'Hippocratic-3.0-core Informatica MVT-1.1 atc-game'
  ).split(' '),
);

/** True for what may stand in `license.id`: one identifier of the SPDX licence list. */
export const isLicenseId = (id: string): boolean => listedLicense(id) === id && !idsMissingInCycloneDx.has(id);

/** An SPDX identifier that had to be written as a name. */
export const isUnlistedSpdxId = (name: string): boolean => idsMissingInCycloneDx.has(name);

/** True for a LicenseRef and for an SPDX expression of at least two parts, all known: such a name was meant as one. */
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

/** An id that the schema's list does not have is written as a name: nothing but the list's guarantee is lost. */
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
 * Before 1.7 a list holds either licences or exactly one expression, and expressions have no details. Of a mixture,
 * the expressions become names of licences.
 */
export function licensesForVersion(items: Json[], target: RuleTarget): Json[] {
  if (atLeast(target.version, '1.7')) return items;
  const plain = items.map((item) => (isObject(item) ? withoutDetails(item, target) : item));
  if (plain.length < 2) return plain;
  if (target.isJudged && plain.some((item) => isObject(item) && item.expression !== undefined))
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
      shape: license,
    },
    { element: 'expression-detailed', matches: hasDetails, shape: detailedExpression, since: '1.7' },
    {
      element: 'expression',
      matches: (value) => isObject(value) && value.expression !== undefined,
      shape: plainExpression,
    },
  ],
  { rule: licensesForVersion },
);
