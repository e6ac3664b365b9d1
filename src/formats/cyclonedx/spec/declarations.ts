import { attachment, contact, externalReference, externalReferences, organization, properties } from './common.js';
import { components } from './component.js';
import { iri } from './iri.js';
import { dataGovernance } from './model-card.js';
import { patents } from './patents.js';
import { services } from './service.js';
import { boolean, decimal, list, object, text, without } from '../../schema/schema.js';
import { attribute, element, repeated } from './fields.js';
import { signature } from './signature.js';
import { dateTime, openCre, ref } from './text-rules.js';

const refs = (item: string) => list(ref, item);

const assessor = object({
  'bom-ref': attribute(ref),
  thirdParty: element(boolean),
  organization: element(organization),
});

const requirementMap = object({
  requirement: element(ref),
  claims: element(refs('claim')),
  counterClaims: element(refs('counterClaim')),
  conformance: element(
    object({
      score: element(decimal(0, 1), { required: 0 }),
      rationale: element(text),
      mitigationStrategies: element(refs('mitigationStrategy')),
    }),
  ),
  confidence: element(object({ score: element(decimal(0, 1), { required: 0 }), rationale: element(text) })),
});

const attestation = object({
  summary: element(text),
  assessor: element(ref),
  map: repeated(list(requirementMap, 'map')),
  signature,
});

const claim = object({
  'bom-ref': attribute(ref),
  target: element(ref),
  predicate: element(text),
  mitigationStrategies: element(refs('mitigationStrategy')),
  reasoning: element(text),
  evidence: repeated(refs('evidence')),
  counterEvidence: repeated(refs('counterEvidence')),
  externalReferences: element(externalReferences),
  signature,
});

const evidenceData = object({
  name: element(text),
  contents: element(object({ attachment: element(attachment), url: element(iri) })),
  classification: element(text),
  sensitiveData: repeated(list(text, 'sensitiveData')),
  governance: element(dataGovernance),
});

const evidence = object({
  'bom-ref': attribute(ref),
  propertyName: element(text),
  description: element(text),
  data: repeated(list(evidenceData, 'data')),
  created: element(dateTime),
  expires: element(dateTime),
  author: element(contact),
  reviewer: element(contact),
  signature,
});

/** Either a signature, or an organization with a reference to the signed document. */
const signatory = object(
  {
    name: element(text),
    role: element(text),
    organization: element(organization),
    externalReference: element(externalReference),
    signature,
  },
  (value, target) => {
    if (target.encoding === 'XML') return value;
    const referenced = value.externalReference !== undefined && value.organization !== undefined;
    if (value.signature === undefined) return referenced ? value : null;
    return referenced ? without(value, ['externalReference']) : value;
  },
);

export const declarations = object({
  assessors: element(list(assessor, 'assessor')),
  attestations: element(list(attestation, 'attestation')),
  claims: element(list(claim, 'claim')),
  evidence: element(list(evidence, 'evidence')),
  targets: element(
    object({
      organizations: element(list(organization, 'organization')),
      components: element(components),
      services: element(services),
    }),
  ),
  affirmation: element(
    object({ statement: element(text), signatories: element(list(signatory, 'signatory')), signature }),
  ),
  signature,
});

const requirement = object({
  'bom-ref': attribute(ref),
  identifier: element(text),
  title: element(text),
  text: element(text),
  descriptions: element(list(text, 'description')),
  openCre: repeated(list(openCre, 'openCre')),
  parent: element(ref),
  properties: element(properties),
  externalReferences: element(externalReferences),
});

const level = object({
  'bom-ref': attribute(ref),
  identifier: element(text),
  title: element(text),
  description: element(text),
  requirements: element(refs('requirement')),
});

/** Only the XSD requires the first four. */
const standard = object(
  {
    'bom-ref': attribute(ref),
    name: element(text),
    version: element(text),
    description: element(text),
    owner: element(text),
    requirements: element(list(requirement, 'requirement')),
    levels: element(list(level, 'level')),
    externalReferences: element(externalReferences),
    signature,
  },
  (value, { encoding }) =>
    encoding === 'XML' ? { name: '', version: '', description: '', owner: '', ...value } : value,
);

export const definitions = object({
  standards: element(list(standard, 'standard')),
  patents: element(patents, { since: '1.7' }),
});
