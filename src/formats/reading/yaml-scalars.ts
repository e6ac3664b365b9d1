import type { Json } from '../../model/document.js';

/**
 * What an unquoted scalar may be. To YAML the versions `1.10` and `1e3` are numbers and `no` is false, so a value is a
 * number or a boolean only under the members that the format defines so. Everything else is a string, in which the
 * words for null are null; `text` (names and versions) keeps even those as they stand.
 */
export type YamlKind = 'text' | 'string' | 'number' | 'boolean';

/** `parent` is the name of the member around the mapping that holds `key`; empty at the root. */
export type YamlKinds = (key: string, parent: string) => YamlKind;

const numberPattern = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
const booleans = new Map([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
]);
const nulls = new Set(['null', 'Null', 'NULL', '~']);

/** The value of an unquoted scalar (YAML 1.2.2, 10.3, confined to what `kind` allows). */
export function plainScalar(text: string, kind: YamlKind): Json {
  if (text === '') return null;
  if (kind === 'text') return text;
  if (text.length <= 4 && nulls.has(text)) return null;
  if (kind === 'boolean') return booleans.get(text) ?? text;
  if (kind === 'number' && text.length <= 32 && numberPattern.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : text;
  }
  return text;
}

/**
 * The kinds of a format from lists of member names; a name may be confined to a parent ("energyProvided.value", and
 * ".version" at the root), which then comes before the bare name.
 */
export function yamlKinds(lists: Partial<Record<YamlKind, readonly string[]>>): YamlKinds {
  const kinds = new Map<string, YamlKind>();
  for (const [kind, names] of Object.entries(lists)) for (const name of names) kinds.set(name, kind as YamlKind);
  const confined = new Set([...kinds.keys()].filter((name) => name.includes('.')).map((name) => name.split('.')[1]));
  return (key, parent) => (confined.has(key) && kinds.get(`${parent}.${key}`)) || (kinds.get(key) ?? 'string');
}
