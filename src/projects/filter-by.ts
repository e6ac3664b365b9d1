import { CallerError, invalid } from '../model/errors.js';
import { isId } from '../platform/identifiers/uuid.js';
import { projectTypes } from './project-source.js';

/** Conditions that all must hold; null: any project. */
export interface ProjectConditions {
  readonly ids: readonly string[] | null;
  readonly teamId: string | null;
  readonly source: string | null;
  readonly type: string | null;
  readonly active: boolean | null;
  readonly monitored: boolean | null;
}

type Change = (value: string) => Partial<ProjectConditions>;

/** Keys as legacy clients write them; they are compared without regard to case. */
const keys: Readonly<Record<string, Change>> = {
  ID: (value) => ({ ids: [id('ID', value)] }),
  IDs: (value) => ({
    ids: value
      .split(' ')
      .filter(Boolean)
      .map((one) => id('IDs', one)),
  }),
  TeamID: (value) => ({ teamId: id('TeamID', value) }),
  Source: (value) => ({ source: value }),
  Type: (value) => ({
    type: projectTypes.find((type) => type === value) ?? refuse(`Type must be one of ${projectTypes.join(', ')}`),
  }),
  Active: (value) => ({ active: flag('Active', value) }),
  Monitor: (value) => ({ monitored: flag('Monitor', value) }),
};

const none: ProjectConditions = { ids: null, teamId: null, source: null, type: null, active: null, monitored: null };

/**
 * Reads `filter_by` of legacy clients: `Key:value` pairs separated by commas, such as `Type:svn,Active:true`. The values
 * of `IDs` are separated by spaces. An address in `Source` may contain commas.
 *
 * @throws CallerError 400
 */
export function parseFilterBy(text: string): ProjectConditions {
  const given = new Map<string, ProjectConditions>();
  for (const [key, value] of pairsOf(text)) {
    if (given.has(key)) refuse(`${key} is given twice`);
    given.set(key, { ...none, ...keys[key]!(value) });
  }
  return [...given.values()].reduce(bothConditions, none);
}

/** What is wrong with a text that `parseFilterBy` would read; null: nothing. */
export function filterByFault(text: string): string | null {
  try {
    parseFilterBy(text);
    return null;
  } catch (error) {
    if (!(error instanceof CallerError)) throw error;
    return error.details.fields!.filter_by!;
  }
}

function pairsOf(text: string): [string, string][] {
  const pairs: [string, string][] = [];
  for (const part of text === '' ? [] : text.split(',')) {
    const [, name = '', value = ''] = /^([A-Za-z]+):(.*)$/s.exec(part) ?? [];
    const key = Object.keys(keys).find((known) => known.toLowerCase() === name.toLowerCase());
    const last = pairs.at(-1);
    if (key) pairs.push([key, value]);
    else if (last?.[0] === 'Source') last[1] += `,${part}`;
    else refuse(`"${part.slice(0, 50)}" is none of the pairs ${Object.keys(keys).join(':…, ')}:…`);
  }
  return pairs;
}

/** Both sets of conditions. @throws CallerError 400 if they contradict each other */
export function bothConditions(one: ProjectConditions, other: ProjectConditions): ProjectConditions {
  const both: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    if (value === null) continue;
    const known = both[name];
    if (name === 'ids' && known !== null) both[name] = one.ids!.filter((each) => other.ids!.includes(each));
    else if (known !== null && known !== value) refuse(`${name} has two values`);
    else both[name] = value;
  }
  return both as unknown as ProjectConditions;
}

const id = (key: string, value: string): string =>
  isId(value) ? value.toLowerCase() : refuse(`${key} must be an identifier (UUID)`);

const flag = (key: string, value: string): boolean =>
  value === 'true' || (value !== 'false' && refuse(`${key} must be true or false`));

function refuse(complaint: string): never {
  throw invalid(`Invalid request: filter_by is wrong: ${complaint}`, { filter_by: complaint });
}
