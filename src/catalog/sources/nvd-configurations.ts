import type { JsonObject } from '../../model/document.js';
import { optionalObjects, optionalText, requiredText, SchemaDrift } from './schema-drift.js';

const bounds = [
  'versionStartIncluding',
  'versionStartExcluding',
  'versionEndIncluding',
  'versionEndExcluding',
] as const;

/** Alternatives listed for one requirement; their number is kept. */
const maxAlternatives = 10;

interface Match {
  readonly criteria: string;
  readonly vulnerable: boolean;
  readonly bounds: Readonly<Record<string, string>>;
}

interface Node {
  readonly isAnd: boolean;
  readonly isNegated: boolean;
  readonly matches: readonly Match[];
}

/** What must be there beside the vulnerable product ("running on/with"): one of these names. */
interface Requirement {
  readonly cpes: readonly string[];
  readonly count: number;
  readonly absent?: true;
}

/**
 * The vulnerable CPE match criteria of a CVE's configurations (csrc.nist.gov/schema/nvd/api/2.0/cve_api_json_2.0.schema),
 * one after the other: each with its version bounds, with what an AND asks for beside it (`requires`), and marked where
 * the configuration says "anything but" (`negated`).
 *
 * @throws SchemaDrift
 */
export function vulnerableCriteria(configurations: readonly JsonObject[]): JsonObject[] {
  return configurations.flatMap((configuration) => {
    const nodes = optionalObjects(configuration, 'nodes').map(readNode);
    const isAnd = operatorOf(configuration) === 'AND';
    const isWholeNegated = isTrue(configuration, 'negate');
    return nodes.flatMap((node, index) => {
      const beside = isAnd ? nodes.filter((_, other) => other !== index).flatMap(requirementsOf) : [];
      const isNegated = node.isNegated !== isWholeNegated;
      return node.matches
        .filter(({ vulnerable }) => vulnerable)
        .map((match) => criterion(match, [...beside, ...besideInNode(node, match)], isNegated));
    });
  });
}

function criterion(match: Match, requires: readonly Requirement[], isNegated: boolean): JsonObject {
  return {
    criteria: match.criteria,
    vulnerable: true,
    ...match.bounds,
    ...(requires.length > 0 ? { requires: requires as unknown as JsonObject[] } : {}),
    ...(isNegated ? { negated: true } : {}),
  };
}

/** In an AND node every match is needed; in an OR node one is enough. */
const besideInNode = (node: Node, match: Match): Requirement[] =>
  node.isAnd ? node.matches.filter((other) => other !== match).map((other) => requirement([other], false)) : [];

const requirementsOf = (node: Node): Requirement[] =>
  node.isAnd
    ? node.matches.map((match) => requirement([match], node.isNegated))
    : [requirement(node.matches, node.isNegated)];

function requirement(matches: readonly Match[], isAbsent: boolean): Requirement {
  const cpes = [...new Set(matches.map(({ criteria }) => criteria))];
  return { cpes: cpes.slice(0, maxAlternatives), count: cpes.length, ...(isAbsent ? { absent: true as const } : {}) };
}

function readNode(node: JsonObject): Node {
  if (node.children !== undefined) throw new SchemaDrift('a configuration node has "children"');
  return {
    isAnd: operatorOf(node) === 'AND',
    isNegated: isTrue(node, 'negate'),
    matches: optionalObjects(node, 'cpeMatch').map(readMatch),
  };
}

function readMatch(match: JsonObject): Match {
  if (typeof match.vulnerable !== 'boolean') throw new SchemaDrift('"vulnerable" is missing or is not a boolean');
  const named: Record<string, string> = {};
  for (const name of bounds) {
    const bound = optionalText(match, name);
    if (bound !== undefined) named[name] = bound;
  }
  return { criteria: requiredText(match, 'criteria'), vulnerable: match.vulnerable, bounds: named };
}

function operatorOf(holder: JsonObject): 'AND' | 'OR' {
  const operator = optionalText(holder, 'operator') ?? 'OR';
  if (operator === 'AND' || operator === 'OR') return operator;
  throw new SchemaDrift(`the operator ${JSON.stringify(operator)} is not known`);
}

function isTrue(holder: JsonObject, name: string): boolean {
  const value = holder[name];
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  throw new SchemaDrift(`"${name}" is not a boolean`);
}
