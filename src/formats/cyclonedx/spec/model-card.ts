import { attachment, contact, externalReferences, organization, properties } from './common.js';
import { iri } from './iri.js';
import { isObject } from '../../../model/json.js';
import { choice, decimal, exactlyOne, list, mixedList, object, text } from '../../schema/schema.js';
import { attribute, element, ownText, repeated } from './fields.js';
import { ref } from './text-rules.js';

const responsible = object(
  { organization: element(organization), contact: element(contact, { xmlName: 'individual' }) },
  exactlyOne('organization', 'contact'),
);

export const dataGovernance = object({
  custodians: element(list(responsible, 'custodian')),
  stewards: element(list(responsible, 'steward')),
  owners: element(list(responsible, 'owner')),
});

const graphics = object({
  description: element(text),
  collection: element(list(object({ name: element(text), image: element(attachment) }), 'graphic')),
});

export const componentData = object({
  'bom-ref': attribute(ref),
  type: element(choice('source-code configuration dataset definition other', {}, 'other'), { required: 'other' }),
  name: element(text),
  contents: element(object({ attachment: element(attachment), url: element(iri), properties: element(properties) })),
  classification: element(text),
  sensitiveData: repeated(list(text, 'sensitiveData')),
  graphics: element(graphics),
  description: element(text),
  governance: element(dataGovernance),
});

const dataset = mixedList([
  {
    element: 'ref',
    matches: (value) => isObject(value) && typeof value.ref === 'string',
    schema: object({ ref: ownText(ref, { required: true }) }),
  },
  { element: 'dataset', matches: isObject, schema: componentData },
]);

const channel = object({ format: element(text, { required: '' }) });

const modelParameters = object({
  approach: element(
    object({
      type: element(choice('supervised unsupervised reinforcement-learning semi-supervised self-supervised')),
    }),
  ),
  task: element(text),
  architectureFamily: element(text),
  modelArchitecture: element(text),
  datasets: element(dataset),
  inputs: element(list(channel, 'input')),
  outputs: element(list(channel, 'output')),
});

const performanceMetric = object({
  type: element(text),
  value: element(text),
  slice: element(text),
  confidenceInterval: element(object({ lowerBound: element(text), upperBound: element(text) })),
});

const measure = (unit: string) =>
  object({ value: element(decimal(), { required: true }), unit: element(choice(unit), { required: unit }) });

const energyProvider = object({
  'bom-ref': attribute(ref),
  description: element(text),
  organization: element(organization, { required: {} }),
  energySource: element(
    choice('coal oil natural-gas nuclear wind solar geothermal hydropower biofuel unknown other', {}, 'unknown'),
    { required: 'unknown' },
  ),
  energyProvided: element(measure('kWh'), { required: true }),
  externalReferences: element(externalReferences),
});

const energyConsumption = object(
  {
    activity: element(
      choice(
        'design data-collection data-preparation training fine-tuning validation deployment inference other',
        {},
        'other',
      ),
      { required: 'other' },
    ),
    energyProviders: repeated(list(energyProvider, 'energyProviders'), { required: true }),
    activityEnergyCost: element(measure('kWh'), { required: true }),
    co2CostEquivalent: element(measure('tCO2eq')),
    co2CostOffset: element(measure('tCO2eq')),
    properties: element(properties),
  },
  (value) => (Array.isArray(value.energyProviders) && value.energyProviders.length > 0 ? value : null),
);

const considerations = object({
  users: element(list(text, 'user')),
  useCases: element(list(text, 'useCase')),
  technicalLimitations: element(list(text, 'technicalLimitation')),
  performanceTradeoffs: element(list(text, 'performanceTradeoff')),
  ethicalConsiderations: element(
    list(object({ name: element(text), mitigationStrategy: element(text) }), 'ethicalConsideration'),
  ),
  environmentalConsiderations: element(
    object({
      energyConsumptions: element(list(energyConsumption, 'energyConsumption')),
      properties: element(properties),
    }),
    { since: '1.6' },
  ),
  fairnessAssessments: element(
    list(
      object({
        groupAtRisk: element(text),
        benefits: element(text),
        harms: element(text),
        mitigationStrategy: element(text),
      }),
      'fairnessAssessment',
    ),
  ),
});

export const modelCard = object({
  'bom-ref': attribute(ref),
  modelParameters: element(modelParameters),
  quantitativeAnalysis: element(
    object({
      performanceMetrics: element(list(performanceMetric, 'performanceMetric')),
      graphics: element(graphics),
    }),
  ),
  considerations: element(considerations),
  properties: element(properties),
});
