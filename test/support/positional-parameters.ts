import type { SqlParameters } from '../../src/platform/database/named-parameters.js';

/** For short statements of tests: `$1`, `$2` … with a list of values, as `Sql` takes them. */
export const positional = (text: string, values: readonly unknown[]): [text: string, parameters: SqlParameters] => [
  text.replaceAll(/\$(\d+)/g, '$$p$1'),
  Object.fromEntries(values.map((value, index) => [`p${index + 1}`, value])),
];
