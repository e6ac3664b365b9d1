import type { Json, JsonObject } from '../../../model/document.js';
import { contact, externalReferences, organization } from './common.js';
import { isObject } from '../../../model/json.js';
import { choice, list, mixedList, object, text, type EitherSchema, type ListVariant } from '../../schema/schema.js';
import { attribute, element, repeated } from './fields.js';
import { date, jurisdiction, patentNumber, ref } from './text-rules.js';

const hasMember = (value: Json, ...names: readonly string[]): boolean =>
  isObject(value) && names.some((name) => value[name] !== undefined);

/**
 * Nothing distinguishes an organization from a person here but the members that only one of them has. The JSON schema
 * requires exactly one of the two to match, so such a member is added where there is none.
 */
const organizationVariant: ListVariant = {
  element: 'organization',
  matches: (value) => isObject(value) && !hasMember(value, 'email', 'phone'),
  schema: {
    ...organization,
    rule: (value: JsonObject) => (hasMember(value, 'url', 'contact', 'address') ? value : { ...value, url: [] }),
  },
};
const personVariant = (name: string): ListVariant => ({
  element: name,
  matches: isObject,
  schema: {
    ...contact,
    rule: (value: JsonObject) => (hasMember(value, 'email', 'phone') ? value : { ...value, phone: '' }),
  },
});

/** One element in a wrapper in XML, the bare value in JSON. */
const oneOf = (variants: readonly ListVariant[]): EitherSchema => ({
  kind: 'either',
  options: variants.map(({ element: child, matches, schema }) => ({ child, matches, schema, inChild: true as const })),
});

const asserter = oneOf([
  { element: 'ref', matches: (value) => typeof value === 'string', schema: ref },
  organizationVariant,
  personVariant('contact'),
]);

export const patentAssertions = list(
  object({
    'bom-ref': attribute(ref),
    assertionType: element(
      choice(
        'ownership license third-party-claim standards-inclusion prior-art exclusive-rights non-assertion ' +
          'research-or-evaluation',
      ),
      { required: true },
    ),
    patentRefs: element(list(ref, 'bom-ref')),
    asserter: element(asserter, { required: true }),
    notes: element(text),
  }),
  'patentAssertion',
);

const priorityApplication = object({
  applicationNumber: element(patentNumber, { required: true }),
  jurisdiction: element(jurisdiction, { required: true }),
  filingDate: element(date, { required: true }),
});

const patentFamily = object({
  'bom-ref': attribute(ref),
  familyId: element(text, { required: true }),
  priorityApplication: element(priorityApplication),
  members: element(list(ref, 'ref')),
  externalReferences: element(externalReferences),
});

const patent = object({
  'bom-ref': attribute(ref),
  patentNumber: element(patentNumber, { required: true }),
  applicationNumber: element(patentNumber),
  jurisdiction: element(jurisdiction, { required: true }),
  priorityApplication: element(priorityApplication),
  publicationNumber: element(patentNumber),
  title: element(text),
  abstract: element(text),
  filingDate: element(date),
  grantDate: element(date),
  patentExpirationDate: element(date),
  patentLegalStatus: element(
    choice(
      'pending granted revoked expired lapsed withdrawn abandoned suspended reinstated opposed terminated ' +
        'invalidated in-force',
    ),
    { required: true },
  ),
  patentAssignee: repeated(list(oneOf([organizationVariant, personVariant('individual')]), 'patentAssignee')),
  externalReferences: element(externalReferences),
});

export const patents = mixedList([
  { element: 'patentFamily', matches: (value) => hasMember(value, 'familyId'), schema: patentFamily },
  { element: 'patent', matches: isObject, schema: patent },
]);
