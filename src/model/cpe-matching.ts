import { type Cpe, cpeAttributes, plainCpeValue } from './cpe-name.js';

/**
 * The relation between the sets that two values match (NIST IR 7696, 6). `undefined` is what the specification leaves
 * open: a target with wildcards.
 */
export type CpeRelation = 'equal' | 'superset' | 'subset' | 'disjoint' | 'undefined';

/** Whether `source` matches everything that `target` matches: the usual test of an applicability statement. */
export function cpeMatches(source: Cpe, target: Cpe): boolean {
  return cpeAttributes.every((attribute) => {
    const relation = compareCpeValues(source[attribute], target[attribute]);
    return relation === 'equal' || relation === 'superset';
  });
}

/** One attribute (7696, table 6-2). */
export function compareCpeValues(source: string, target: string): CpeRelation {
  if (source === target && !hasWildcard(source)) return 'equal';
  const [wide, narrow] = [source.toLowerCase(), target.toLowerCase()];
  if (hasWildcard(narrow)) return 'undefined';
  if (wide === narrow) return 'equal';
  if (wide === '*') return 'superset';
  if (narrow === '*') return 'subset';
  if (wide === '-' || narrow === '-') return 'disjoint';
  return hasWildcard(wide) && wildcardMatches(wide, narrow) ? 'superset' : 'disjoint';
}

/** Whether a value has an unescaped `*` or `?` besides other characters; they occur at the ends only. */
function hasWildcard(value: string): boolean {
  if (value === '*') return false;
  const last = value.at(-1);
  return /^[*?]/.test(value) || ((last === '*' || last === '?') && !isEscaped(value, value.length - 1));
}

function isEscaped(value: string, index: number): boolean {
  let backslashes = 0;
  while (value[index - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/** 7696, 6.3: `*` matches any number of characters, a run of n `?` at most n. */
function wildcardMatches(pattern: string, value: string): boolean {
  const lead = /^(?:\*|\?*)/.exec(pattern)![0];
  let end = pattern.length;
  while (end > lead.length && /[*?]/.test(pattern[end - 1]!) && !isEscaped(pattern, end - 1)) end -= 1;
  const [before, after] = [lead, pattern.slice(end)].map((run) => (run.startsWith('*') ? Infinity : run.length));
  const core = plainCpeValue(pattern.slice(lead.length, end));
  const text = plainCpeValue(value);
  const at = text.indexOf(core, Math.max(0, text.length - core.length - after!));
  return at >= 0 && at <= before!;
}
