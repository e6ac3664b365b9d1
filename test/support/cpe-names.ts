import { compareCpeValues, type CpeRelation } from '../../src/model/cpe-matching.js';
import { type Cpe, type CpeAttribute, cpeAttributes } from '../../src/model/cpe-name.js';

/** What the vectors of CPE names state, and the service does not need. */

/** Compares two names attribute by attribute (7696, 7.2). Case-insensitive, linear. */
export function compareCpes(source: Cpe, target: Cpe): CpeRelation {
  const seen = new Set<CpeRelation>();
  for (const attribute of cpeAttributes) {
    const relation = compareCpeValues(source[attribute], target[attribute]);
    if (relation === 'disjoint') return 'disjoint';
    seen.add(relation);
  }
  if (seen.has('undefined')) return 'undefined';
  if (seen.has('superset')) return seen.has('subset') ? 'undefined' : 'superset';
  return seen.has('subset') ? 'subset' : 'equal';
}

/** The URI binding of a name. Letters keep their case. */
export function formatCpeUri(cpe: Cpe): string {
  const packed = [cpe.swEdition, cpe.targetSw, cpe.targetHw, cpe.other];
  const edition = packed.every((value) => value === '*')
    ? encode(cpe.edition)
    : `~${[cpe.edition, ...packed].map(encode).join('~')}`;
  const components = [cpe.part, cpe.vendor, cpe.product, cpe.version, cpe.update].map(encode);
  components.push(edition, encode(cpe.language));
  while (components.at(-1) === '') components.pop();
  return `cpe:/${components.join(':')}`;
}

/** The well-formed name as 7695, 5.5 writes it: `wfn:[part="a", vendor="foo\-bar", version=ANY, …]`. */
export function formatWellFormedName(cpe: Cpe): string {
  const names: Partial<Record<CpeAttribute, string>> = {
    swEdition: 'sw_edition',
    targetSw: 'target_sw',
    targetHw: 'target_hw',
  };
  const pairs = cpeAttributes.map((attribute) => {
    const value = cpe[attribute];
    const text =
      value === '*'
        ? 'ANY'
        : value === '-'
          ? 'NA'
          : `"${value.replace(/\\.|[.-]/g, (sign) => (sign.length === 1 ? `\\${sign}` : sign))}"`;
    return `${names[attribute] ?? attribute}=${text}`;
  });
  return `wfn:[${pairs.join(', ')}]`;
}

function encode(value: string): string {
  if (value === '*') return '';
  if (value === '\\-') return '%2d';
  return value.replace(/\\(.)|\?|\*/g, (sign: string, literal: string | undefined) => {
    if (sign === '?') return '%01';
    if (sign === '*') return '%02';
    return `%${literal!.charCodeAt(0).toString(16)}`;
  });
}
