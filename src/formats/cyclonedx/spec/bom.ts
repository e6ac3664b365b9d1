import { contact, dependencies, externalReferences, organization, properties } from './common.js';
import { component, components } from './component.js';
import { declarations, definitions } from './declarations.js';
import { formula } from './formulation.js';
import { licenses } from './license.js';
import { service, services } from './service.js';
import { choice, exactlyOne, integer, list, object, text, without } from '../../schema/schema.js';
import { attribute, element } from './fields.js';
import { signature } from './signature.js';
import { dateTime, ref, urnUuid } from './text-rules.js';
import { tools } from './tools.js';
import { vulnerability } from './vulnerability.js';

const lifecycle = object(
  {
    phase: element(choice('design pre-build build post-build operations discovery decommission')),
    name: element(text),
    description: element(text),
  },
  (value, target) =>
    exactlyOne('phase', 'name')(value.phase === undefined ? value : without(value, ['description']), target),
);

export const metadata = object({
  timestamp: element(dateTime),
  lifecycles: element(list(lifecycle, 'lifecycle'), { since: '1.5' }),
  tools: element(tools),
  authors: element(list(contact, 'author')),
  component: element(component),
  manufacturer: element(organization, { since: '1.6' }),
  manufacture: element(organization),
  supplier: element(organization),
  licenses: element(licenses),
  properties: element(properties),
  distributionConstraints: element(object({ tlp: element(choice('CLEAR GREEN AMBER AMBER_AND_STRICT RED')) }), {
    since: '1.7',
  }),
});

const refs = (item: string) => list(ref, item, { attribute: 'ref', unique: true });

export const composition = object({
  'bom-ref': attribute(ref, { since: '1.5' }),
  aggregate: element(
    choice(
      'complete incomplete incomplete_first_party_only incomplete_third_party_only unknown not_specified',
      {
        '1.5':
          'incomplete_first_party_proprietary_only incomplete_first_party_opensource_only ' +
          'incomplete_third_party_proprietary_only incomplete_third_party_opensource_only',
      },
      'incomplete',
    ),
    { required: 'not_specified' },
  ),
  assemblies: element(refs('assembly')),
  dependencies: element(refs('dependency')),
  vulnerabilities: element(refs('vulnerability'), { since: '1.5' }),
  signature,
});

const annotator = object(
  {
    organization: element(organization),
    individual: element(contact),
    component: element(component),
    service: element(service),
  },
  exactlyOne('organization', 'individual', 'component', 'service'),
);

export const annotation = object({
  'bom-ref': attribute(ref),
  subjects: element(refs('subject'), { required: [] }),
  annotator: element(annotator, { required: true }),
  timestamp: element(dateTime, { required: true }),
  text: element(text, { required: true }),
  signature,
});

const atLeastOne = (items: unknown): boolean => Array.isArray(items) && items.length > 0;

/** Pointers or expressions, and their origin. */
export const citation = object(
  {
    'bom-ref': attribute(ref),
    pointers: element(list(text, 'pointer')),
    expressions: element(list(text, 'expression')),
    timestamp: element(dateTime, { required: true }),
    attributedTo: element(ref),
    process: element(ref),
    note: element(text),
    signature,
  },
  (value, target) => {
    if (value.attributedTo === undefined && value.process === undefined) return null;
    const empty = ['pointers', 'expressions'].filter((name) => !atLeastOne(value[name]));
    return exactlyOne('pointers', 'expressions')(without(value, empty), target);
  },
);

/** The document, without `$schema`, `bomFormat` and `specVersion`, which are the namespace in XML. */
export const bom = object({
  serialNumber: attribute(urnUuid),
  version: attribute(integer(1), { required: 1 }),
  metadata: element(metadata),
  components: element(components),
  services: element(services),
  externalReferences: element(externalReferences),
  dependencies: element(dependencies),
  compositions: element(list(composition, 'composition', { unique: true })),
  properties: element(properties, { since: '1.5' }),
  vulnerabilities: element(list(vulnerability, 'vulnerability', { unique: true })),
  annotations: element(list(annotation, 'annotation', { unique: true }), { since: '1.5' }),
  formulation: element(list(formula, 'formula', { unique: true }), { since: '1.5' }),
  declarations: element(declarations, { since: '1.6' }),
  definitions: element(definitions, { since: '1.6' }),
  citations: element(list(citation, 'citation', { unique: true }), { since: '1.7' }),
  signature,
});
