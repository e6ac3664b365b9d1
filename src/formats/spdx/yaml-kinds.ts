import { yamlKinds } from '../reading/yaml-builder.js';

/** The members that the JSON schemas 2.2 and 2.3 type as number or boolean; all others are text. */
export const spdxYamlKinds = yamlKinds({
  text: ['name'],
  number: ['lineNumber', 'offset', 'order'],
  boolean: ['filesAnalyzed', 'isLive', 'isValid', 'isWayBackLink'],
});
