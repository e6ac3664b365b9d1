import { type FieldErrors, invalid } from '../../model/errors.js';
import type { Demands } from './evaluate.js';
import type { ParameterValue, ParameterValues, RuleParameter } from './rule.js';
import { ruleById } from './rules.js';

const longestList = 1_000;
const longestText = 255;

/**
 * Reads the thresholds of a request: `{ "<rule>": { "<parameter>": value } }`.
 *
 * @throws {CallerError} 400 that names every wrong one as `parameters.<rule>.<parameter>`
 */
export function readParameters(given: unknown): Demands['parameters'] {
  const fields: FieldErrors = {};
  const read: Record<string, ParameterValues> = Object.create(null);
  for (const [ruleId, values] of Object.entries(objectOf(given, 'parameters', fields))) {
    const known = ruleById.get(ruleId)?.parameters;
    const path = `parameters.${ruleId.slice(0, 100)}`;
    if (!known) fields[path] = 'is no rule with parameters';
    else read[ruleId] = valuesOf(known, objectOf(values, path, fields), path, fields);
  }
  const [path, complaint] = Object.entries(fields)[0] ?? [];
  if (path) throw invalid(`Invalid request: ${path} ${complaint}`, fields);
  return { ...read };
}

function valuesOf(
  known: Readonly<Record<string, RuleParameter>>,
  values: object,
  path: string,
  fields: FieldErrors,
): ParameterValues {
  const read: Record<string, ParameterValue> = {};
  for (const [name, value] of Object.entries(values)) {
    const place = `${path}.${name.slice(0, 100)}`;
    const parameter = Object.hasOwn(known, name) ? known[name]! : null;
    const complaint = parameter ? complaintOf(parameter, value) : 'is no parameter of the rule';
    if (complaint) fields[place] = complaint;
    else read[name] = value as ParameterValue;
  }
  return read;
}

function complaintOf(parameter: RuleParameter, value: unknown): string | null {
  switch (parameter.type) {
    case 'number': {
      const { min, max } = parameter;
      return typeof value === 'number' && value >= min && value <= max
        ? null
        : `must be a number from ${min} to ${max}`;
    }
    case 'choice':
      return parameter.choices.includes(value as string) ? null : `must be one of ${parameter.choices.join(', ')}`;
    case 'list':
      return Array.isArray(value) && value.length <= longestList && value.every(isPlainText)
        ? null
        : `must be a list of at most ${longestList} texts`;
  }
}

const isPlainText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= longestText && value.isWellFormed() && !value.includes('\0');

function objectOf(value: unknown, path: string, fields: FieldErrors): object {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  fields[path] = 'must be an object';
  return {};
}
