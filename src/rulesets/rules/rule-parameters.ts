import { type FieldErrors, invalid } from '../../model/errors.js';
import type { RulesetDefinition } from './evaluate.js';
import type { ParameterValue, ParameterValues, RuleParameter } from './rule.js';
import { ruleById } from './rules.js';

const maxListLength = 1_000;
const maxTextLength = 255;

/**
 * Parses the parameters of a request: `{ "<rule>": { "<parameter>": value } }`.
 *
 * @throws {CallerError} 400 with every invalid one as `parameters.<rule>.<parameter>`
 */
export function parseRuleParameters(given: unknown): RulesetDefinition['parameters'] {
  const { parameters, fields } = readRuleParameters(given);
  const [path, complaint] = Object.entries(fields)[0] ?? [];
  if (path) throw invalid(`Invalid request: ${path} ${complaint}`, fields);
  return parameters;
}

/** What is wrong with the parameters of a request, by path. */
export const ruleParameterErrors = (given: unknown): FieldErrors => readRuleParameters(given).fields;

function readRuleParameters(given: unknown): { parameters: RulesetDefinition['parameters']; fields: FieldErrors } {
  const fields: FieldErrors = {};
  const read: Record<string, ParameterValues> = Object.create(null);
  for (const [ruleId, values] of Object.entries(requireObject(given, 'parameters', fields))) {
    const definitions = ruleById.get(ruleId)?.parameters;
    const path = `parameters.${ruleId.slice(0, 100)}`;
    if (!definitions) fields[path] = 'is not a rule with parameters';
    else read[ruleId] = parseValues(definitions, requireObject(values, path, fields), path, fields);
  }
  return { parameters: { ...read }, fields };
}

function parseValues(
  definitions: Readonly<Record<string, RuleParameter>>,
  values: object,
  path: string,
  fields: FieldErrors,
): ParameterValues {
  const read: Record<string, ParameterValue> = {};
  for (const [name, value] of Object.entries(values)) {
    const fieldPath = `${path}.${name.slice(0, 100)}`;
    const parameter = Object.hasOwn(definitions, name) ? definitions[name]! : null;
    const complaint = parameter ? parameterError(parameter, value) : 'is not a parameter of the rule';
    if (complaint) fields[fieldPath] = complaint;
    else read[name] = value as ParameterValue;
  }
  return read;
}

function parameterError(parameter: RuleParameter, value: unknown): string | null {
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
      return Array.isArray(value) && value.length <= maxListLength && value.every(isPlainText)
        ? null
        : `must be a list of at most ${maxListLength} texts`;
  }
}

const isPlainText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= maxTextLength && value.isWellFormed() && !value.includes('\0');

function requireObject(value: unknown, path: string, fields: FieldErrors): object {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  fields[path] = 'must be an object';
  return {};
}
