import { yamlKinds } from '../reading/yaml-builder.js';

/** The members that the JSON schemas 1.2–1.7 type as number or boolean; all others are text. */
export const cyclonedxYamlKinds = yamlKinds({
  text: ['name'],
  number: [
    '.version',
    'activityEnergyCost.value',
    'classicalSecurityLevel',
    'co2CostEquivalent.value',
    'co2CostOffset.value',
    'column',
    'confidence',
    'cwes',
    'energyProvided.value',
    'ke.group',
    'keyLength',
    'line',
    'nistQuantumSecurityLevel',
    'offset',
    'score',
    'size',
    'tagVersion',
  ],
  boolean: [
    'authenticated',
    'esn',
    'isExternal',
    'modified',
    'patch',
    'persistent',
    'remote',
    'thirdParty',
    'x-trust-boundary',
  ],
});
