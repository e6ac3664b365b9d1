import { externalReferences, organization, properties, tags } from './common.js';
import { iri } from './iri.js';
import { licenses } from './license.js';
import { dataGovernance } from './model-card.js';
import { patentAssertions } from './patents.js';
import { releaseNotes } from './release-notes.js';
import {
  boolean,
  choice,
  list,
  mixedList,
  object,
  text,
  type ListSchema,
  type ObjectSchema,
} from '../../schema/schema.js';
import { attribute, attributeOf, element, ownText } from './fields.js';
import { signature } from './signature.js';
import { ref, version } from './text-rules.js';

const flow = choice('inbound outbound bi-directional unknown', {}, 'unknown');

/** A data flow since 1.5, before that only its classification. */
const data: ListSchema = mixedList([
  {
    element: 'dataflow',
    since: '1.5',
    matches: () => true,
    schema: object({
      name: attribute(text),
      description: attribute(text),
      flow: attributeOf(flow, { attributeOwner: 'classification', required: 'unknown' }),
      classification: element(text, { required: 'unknown' }),
      governance: element(dataGovernance),
      source: element(list(iri, 'url')),
      destination: element(list(iri, 'url')),
    }),
  },
  {
    element: 'classification',
    matches: () => true,
    schema: object({
      flow: attribute(flow, { required: 'unknown' }),
      classification: ownText(text, { required: 'unknown' }),
    }),
  },
]);

export const service: ObjectSchema = object({
  'bom-ref': attribute(ref),
  provider: element(organization),
  group: element(text),
  name: element(text, { required: true }),
  version: element(version),
  description: element(text),
  endpoints: element(list(iri, 'endpoint')),
  authenticated: element(boolean),
  'x-trust-boundary': element(boolean),
  trustZone: element(text, { since: '1.5' }),
  data: element(data),
  licenses: element(licenses),
  patentAssertions: element(patentAssertions, { since: '1.7' }),
  externalReferences: element(externalReferences),
  properties: element(properties),
  services: element(() => services),
  releaseNotes: element(releaseNotes),
  tags: element(tags, { since: '1.6' }),
  signature,
});

export const services: ListSchema = list(service, 'service', { unique: true });
