import type { BomHeader, BomPart, Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf, objectsOf, textOf, textsOf } from '../../model/json.js';
import type { BomSource } from '../format.js';
import { partLabel } from '../losses.js';
import { carriedIn, carriedProperty, isPropertiesExtension, propertiesOf } from '../shared/spdx3-properties.js';
import { lastName } from '../shared/spdx3-vocabulary.js';
import {
  catalogProperty,
  ratingFromSpdx3,
  statementFromSpdx3,
  targetsOf,
  type Statement,
} from './assessments-from-spdx3.js';
import { carriedTexts, isNothing, isNoTarget, vulnerabilityTimes } from './spdx3-security-words.js';
import { isSpdx3, refsOf } from './to-spdx2.js';

export interface VulnerabilityTarget {
  readonly onLoss: (what: string) => void;
  /** What the next losses are of. */
  readonly at: (element: string) => void;
  /** Called with the IRI of each agent that is written by its name. */
  readonly onAgent: (iri: string) => void;
}

/** Members of a vulnerability that have a place, or that have no meaning outside its graph. */
const mappedMembers: ReadonlySet<string> = new Set(
  (
    'type @type spdxId @id creationInfo name summary description externalIdentifier externalRef extension ' +
    'security_publishedTime security_modifiedTime security_withdrawnTime'
  ).split(' '),
);

const mappedRelationshipMembers: ReadonlySet<string> = new Set(
  'type @type spdxId @id creationInfo from to relationshipType'.split(' '),
);

/** Identifiers that a vulnerability has only because SPDX requires one. */
const generatedRef = /^SPDXRef-Vulnerability-[0-9a-f]{16}$/;

/** What is said of one vulnerability. */
interface Gathered {
  element?: BomPart;
  readonly assessments: BomPart[];
  /** IRIs that a plain relationship says are affected. */
  readonly affects: string[];
}

/** The vulnerabilities of an SPDX 3.0 graph in the words of CycloneDX. The graph has no order: all are gathered first. */
export class Spdx3Vulnerabilities {
  private readonly found = new Map<string, Gathered>();
  private readonly agents = new Map<string, string>();
  private readonly refOf: (iri: string) => string;

  constructor(
    header: BomHeader,
    private readonly target: VulnerabilityTarget,
  ) {
    this.refOf = refsOf(header);
  }

  get isEmpty(): boolean {
    return this.found.size === 0;
  }

  /** A vulnerability or an assessment. */
  add(part: BomPart): void {
    const { data } = part;
    if (data.type !== 'security_Vulnerability') {
      this.of(textOf(data.from)).assessments.push(part);
      return;
    }
    const gathered = this.of(textOf(data.spdxId) || textOf(data['@id']));
    if (gathered.element === undefined) gathered.element = part;
    else this.lose(part);
  }

  /** Relationships that say what is affected, and who made the assessments. */
  async gather(bom: BomSource): Promise<void> {
    for await (const batch of bom.parts('relationship'))
      for (const part of batch) if (isSpdx3(part)) this.addEffects(part);
    for await (const batch of bom.parts('element'))
      for (const { data } of batch)
        if (textOf(data.name) !== '') this.agents.set(textOf(data.spdxId), textOf(data.name));
  }

  /** True for a relationship that `all` represents. */
  holds(data: JsonObject): boolean {
    return this.found.size > 0 && this.effectsIn(data).length > 0;
  }

  *all(): Iterable<JsonObject> {
    for (const [iri, gathered] of this.found) yield* this.vulnerability(iri, gathered);
  }

  private lose(part: BomPart): void {
    this.target.at(partLabel(part));
    this.target.onLoss(part.kind);
  }

  private addEffects(part: BomPart): void {
    const effects = this.effectsIn(part.data);
    for (const [vulnerability, end] of effects) if (!isNoTarget(end)) this.of(vulnerability).affects.push(end);
    if (effects.length === 0) return;
    this.target.at(partLabel(part));
    for (const name in part.data) if (!mappedRelationshipMembers.has(name)) this.target.onLoss(name);
  }

  private of(iri: string): Gathered {
    let gathered = this.found.get(iri);
    if (gathered === undefined) this.found.set(iri, (gathered = { assessments: [], affects: [] }));
    return gathered;
  }

  private effectsIn({ from, relationshipType, to }: JsonObject): [vulnerability: string, target: string][] {
    const [start, ends] = [textOf(from), textsOf([to ?? []].flat())];
    if (relationshipType === 'affects' && this.found.has(start)) return ends.map((end) => [start, end]);
    if (relationshipType !== 'hasAssociatedVulnerability' || !ends.every((end) => this.found.has(end))) return [];
    return ends.map((end) => [end, start]);
  }

  /** One for each statement: CycloneDX has one analysis a vulnerability. */
  private *vulnerability(iri: string, { element, assessments, affects }: Gathered): Iterable<JsonObject> {
    const said = this.saidBy(assessments);
    if (element) this.target.at(partLabel(element));
    const base = element ? vulnerabilityFromSpdx3(element.data, this.target.onLoss) : outsideVulnerability(iri);
    addTo(base, 'ratings', said.ratings);
    addTo(base, 'properties', said.catalogs);
    const ref = this.refOf(iri);
    const isNamed = element !== undefined && iri !== '' && !generatedRef.test(ref);
    let isFirst = true;
    for (const { analysis, recommendation, targets } of groupsOf(said, affects)) {
      yield {
        ...(isFirst && isNamed && { 'bom-ref': ref }),
        ...base,
        ...(recommendation !== '' && { recommendation }),
        ...(analysis !== undefined && { analysis }),
        ...(targets.length > 0 && { affects: [...new Set(targets)].map((end) => ({ ref: this.refOf(end) })) }),
      };
      isFirst = false;
    }
  }

  private saidBy(assessments: readonly BomPart[]): Said {
    const { onLoss, at, onAgent } = this.target;
    const agentOf = (agent: string): string => {
      onAgent(agent);
      return this.agents.get(agent) ?? lastName(agent);
    };
    const context = { agentOf, onLoss };
    const said: Said = { ratings: [], catalogs: [], statements: [], assessed: new Set() };
    for (const part of assessments) {
      const { data } = part;
      at(partLabel(part));
      // It no longer holds, or is on nothing, and CycloneDX cannot say so.
      const isWithdrawn = textOf(data.security_withdrawnTime) !== '' || isOnNothing(data);
      const statement = isWithdrawn ? undefined : statementFromSpdx3(data, context);
      const rating = isWithdrawn || statement ? undefined : ratingFromSpdx3(data, context);
      const catalog = isWithdrawn ? undefined : catalogProperty(data, context);
      if (statement !== undefined) said.statements.push(statement);
      else if (rating !== undefined) said.ratings.push(rating);
      else if (catalog !== undefined) said.catalogs.push(catalog);
      else onLoss('vulnerability');
      if (statement === undefined && !isWithdrawn) for (const end of targetsOf(data, onLoss)) said.assessed.add(end);
    }
    return said;
  }
}

function isOnNothing({ security_assessedElement: assessed, to }: JsonObject): boolean {
  const ends = textsOf([to ?? []].flat());
  return textOf(assessed) === '' && ends.length > 0 && ends.every(isNothing);
}

/** What the assessments of one vulnerability say. */
interface Said {
  readonly ratings: JsonObject[];
  readonly catalogs: JsonObject[];
  readonly statements: Statement[];
  /** IRIs that ratings are about. */
  readonly assessed: Set<string>;
}

interface Group {
  readonly analysis?: JsonObject;
  readonly recommendation: string;
  readonly targets: string[];
}

/** What is affected without a statement comes after what a statement is about. Equal statements are one. */
function groupsOf({ statements, assessed }: Said, affects: readonly string[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { analysis, recommendation, targets } of statements) {
    // One that names no component must not become one on the components of another.
    const key = JSON.stringify([analysis, recommendation, targets.length === 0]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { analysis, recommendation, targets: [...targets] });
    else for (const target of targets) group.targets.push(target);
  }
  const covered = new Set([...groups.values()].flatMap(({ targets }) => targets));
  const others = affects.filter((end) => !covered.has(end));
  if (groups.size > 0 && others.length === 0) return [...groups.values()];
  const plain = groups.size === 0 && affects.length === 0 ? [...assessed] : others;
  return [...groups.values(), { recommendation: '', targets: plain }];
}

/** A vulnerability that another document describes: "urn:example:CVE-2024-1". */
function outsideVulnerability(iri: string): JsonObject {
  const id = lastName(iri).replace(/^.*:/, '');
  return id === '' ? {} : { id };
}

function addTo(data: JsonObject, name: string, items: readonly JsonObject[]): void {
  const all = [...items, ...listOf(data[name])];
  if (all.length > 0) data[name] = all;
}

/** A `security_Vulnerability` as a vulnerability of CycloneDX, without what its relationships say. */
function vulnerabilityFromSpdx3(data: JsonObject, onLoss: (what: string) => void): JsonObject {
  for (const name in data) if (!mappedMembers.has(name)) onLoss(name);
  const all = propertiesOf(data.extension);
  const carried = carriedIn(all);
  if (listOf(data.extension).some((item) => !isPropertiesExtension(item))) onLoss('extension');
  const properties = all.filter(({ name }) => name !== carriedProperty).map(({ name, value }) => ({ name, value }));
  const [summary, description] = [textOf(data.summary), textOf(data.description)];
  const isDetail = summary !== '' || carried.detail === true;
  const [short, long] = isDetail ? [summary, description] : [description, ''];
  const result: JsonObject = {
    ...identifiersFrom(data, onLoss),
    ...(short !== '' && { description: short }),
    ...(long !== '' && { detail: long }),
    ...referencesFrom(data.externalRef, onLoss),
    ...(properties.length > 0 && { properties }),
  };
  for (const name of carriedTexts) if (typeof carried[name] === 'string') result[name] = carried[name];
  addTo(result, 'ratings', objectsOf(carried.ratings));
  for (const [name, member] of vulnerabilityTimes) if (textOf(data[member]) !== '') result[name] = data[member]!;
  return result;
}

/** The id is the name; a name that is a title is a loss where an identifier is the id. */
function identifiersFrom({ name, externalIdentifier }: JsonObject, onLoss: (what: string) => void): JsonObject {
  const identifiers = objectsOf(externalIdentifier).filter(({ identifier }) => textOf(identifier) !== '');
  const named = identifiers.find(({ identifier }) => identifier === name);
  const first = named ?? identifiers[0];
  if (first === undefined) return textOf(name) === '' ? {} : { id: textOf(name) };
  if (named === undefined && textOf(name) !== '') onLoss('name');
  const references = identifiers
    .filter((each) => each !== first)
    .map((each) => ({ id: each.identifier!, ...sourceFrom(each, onLoss) }));
  return {
    id: first.identifier!,
    ...sourceFrom(first, onLoss),
    ...(references.length > 0 && { references }),
  };
}

function sourceFrom(identifier: JsonObject, onLoss: (what: string) => void): JsonObject {
  const name = textOf(identifier.issuingAuthority);
  const [url, ...others] = textsOf(identifier.identifierLocator);
  if (others.length > 0) onLoss('identifierLocator');
  if (identifier.comment !== undefined) onLoss('comment');
  if (name === '' && url === undefined) return {};
  return { source: { ...(name !== '' && { name }), ...(url !== undefined && { url }) } };
}

function referencesFrom(refs: Json | undefined, onLoss: (what: string) => void): JsonObject {
  const cwes: number[] = [];
  const advisories: JsonObject[] = [];
  for (const item of listOf(refs)) {
    const { externalRefType: type, locator, comment } = objectOf(item);
    const locators = textsOf([locator ?? []].flat());
    if (locators.length === 0) onLoss('externalRef');
    for (const url of locators) {
      const cwe = type === 'cwe' ? Number(/^(?:.*\/)?(?:CWE-)?(\d{1,9})(?:\.html)?$/.exec(url)?.[1]) : NaN;
      if (cwe > 0) cwes.push(cwe);
      else advisories.push({ ...(textOf(comment) !== '' && { title: comment! }), url });
    }
    if (type !== 'cwe' && type !== 'securityAdvisory') onLoss('externalRefType');
  }
  return { ...(cwes.length > 0 && { cwes }), ...(advisories.length > 0 && { advisories }) };
}
