import { iri } from './iri.js';
import { choice, list, object, text } from '../../schema/schema.js';
import { attribute, element, ownText, repeated } from './fields.js';
import { email, hashContent, ref, version } from './text-rules.js';

export const property = object({
  name: attribute(text, { required: true }),
  value: ownText(text),
});
export const properties = list(property, 'property');

export const hash = object({
  alg: attribute(
    choice('MD5 SHA-1 SHA-256 SHA-384 SHA-512 SHA3-256 SHA3-384 SHA3-512 BLAKE2b-256 BLAKE2b-384 BLAKE2b-512 BLAKE3', {
      '1.7': 'Streebog-256 Streebog-512',
    }),
    { required: true },
  ),
  content: ownText(hashContent, { required: true }),
});
export const hashes = list(hash, 'hash');

export const attachment = object({
  contentType: attribute(text, { xmlName: 'content-type' }),
  encoding: attribute(choice('base64')),
  content: ownText(text, { required: '' }),
});

export const contact = object({
  'bom-ref': attribute(ref, { since: '1.5' }),
  name: element(text),
  email: element(email),
  phone: element(text),
});

export const postalAddress = object({
  'bom-ref': attribute(ref),
  country: element(text),
  region: element(text),
  locality: element(text),
  postOfficeBoxNumber: element(text),
  postalCode: element(text),
  streetAddress: element(text),
});

export const organization = object({
  'bom-ref': attribute(ref, { since: '1.5' }),
  name: element(text),
  address: element(postalAddress, { since: '1.6' }),
  url: repeated(list(iri, 'url')),
  contact: repeated(list(contact, 'contact')),
});

export const externalReference = object({
  type: attribute(
    choice(
      'vcs issue-tracker website advisories bom mailing-list social chat documentation support distribution license ' +
        'build-meta build-system release-notes other',
      {
        '1.5':
          'distribution-intake security-contact model-card log configuration evidence formulation attestation ' +
          'threat-model adversary-model risk-assessment vulnerability-assertion exploitability-statement ' +
          'pentest-report static-analysis-report dynamic-analysis-report runtime-analysis-report ' +
          'component-analysis-report maturity-report certification-report codified-infrastructure quality-metrics poam',
        '1.6': 'source-distribution electronic-signature digital-signature rfc-9116',
        '1.7': 'patent patent-family patent-assertion citation',
      },
      'other',
    ),
    { required: 'other' },
  ),
  url: element(iri, { required: true }),
  comment: element(text),
  hashes: element(hashes),
  properties: element(properties, { since: '1.7' }),
});
export const externalReferences = list(externalReference, 'reference');

export const tags = list(text, 'tag');

export const tool = object({
  vendor: element(text),
  name: element(text),
  version: element(version),
  hashes: element(hashes),
  externalReferences: element(externalReferences),
});

export const dependency = object({
  ref: attribute(ref, { required: true }),
  dependsOn: repeated(list(ref, 'dependency', { attribute: 'ref', unique: true })),
  provides: repeated(list(ref, 'provides', { attribute: 'ref', unique: true }), { since: '1.6' }),
});
export const dependencies = list(dependency, 'dependency', { unique: true });

export const issue = object({
  type: attribute(choice('defect enhancement security'), { required: 'defect' }),
  id: element(text),
  name: element(text),
  description: element(text),
  source: element(object({ name: element(text), url: element(iri) })),
  references: element(list(iri, 'url')),
});
