import { toIri } from '../../../../src/formats/cyclonedx/spec/iri.js';
import type { Bom, BomComponent, BomHash, BomLicense, Party } from '../../../../src/model/document.js';

/** What a fact is about, and the words in which a writer tells that one of them was lost. */
export const lossWords = {
  subject: /^(?:subject|type)$/,
  component: /^(?:type|scope|group|version|name)$/,
  identifier: /^(?:identifier|purl|cpe|externalRefs)$/,
  license: /^(?:licen[sc]e.*|acknowledgement|expression.*)$/,
  'license text': /^(?:licen[sc]e.*|text|url|expression.*)$/,
  hash: /^(?:hashes|alg|content|checksums)$/,
  dependency: /^(?:dependencies|relationship|annotations)$/,
  nesting: /^nesting$/,
  party: /^(?:supplier|manufacturer|author|publisher|originator|email)$/,
  reference: /^(?:externalReferences|url|hashes|alg|externalRefs)$/,
  property: /^properties$/,
  text: /^(?:description|copyright)$/,
} as const;

export type Facet = keyof typeof lossWords;
export const facets = Object.keys(lossWords) as Facet[];

type Facts = ReadonlyMap<Facet, readonly string[]>;
type Add = (facet: Facet, ...words: readonly unknown[]) => void;

/**
 * What an SBOM says, as sentences that do not depend on refs: a component is named by its place among the others.
 * Different spellings of one thing are one fact.
 */
export function factsOf(bom: Bom): Facts {
  const facts = new Map<Facet, string[]>(facets.map((facet) => [facet, []]));
  const add: Add = (facet, ...words) => void facts.get(facet)!.push(JSON.stringify(words));
  const places = new Map(bom.components.map(({ ref }, index) => [ref, index]));
  const nameOf = (ref: string): number | string => places.get(ref) ?? (ref === bom.subject?.ref ? 'subject' : ref);
  if (bom.subject) add('subject', bom.subject.name, bom.subject.version, bom.subject.type);
  for (const component of bom.components) addComponent(component, nameOf(component.ref), add);
  for (const { ref, parentRef } of bom.components)
    if (parentRef !== null) add('nesting', nameOf(ref), nameOf(parentRef));
  for (const { from, to, kind } of bom.dependencies)
    for (const end of to) addEdge(nameOf(from), kind, nameOf(end), add);
  return facts;
}

/** What the first says and the second does not, a sentence as often as it is missing. */
export function missing(first: Facts, second: Facts, facet: Facet): string[] {
  const rest = [...second.get(facet)!];
  return first.get(facet)!.filter((fact) => {
    const index = rest.indexOf(fact);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

/** SPDX 3 tells "generated from" from the other side. */
function addEdge(from: number | string, kind: string, to: number | string, add: Add): void {
  if (kind === 'GENERATED_FROM') add('dependency', to, 'GENERATES', from);
  else add('dependency', from, kind, to);
}

function addComponent(component: BomComponent, at: number | string, add: Add): void {
  const { name, group, version, type, scope } = component;
  add('component', at, 'name', name);
  if (group) add('component', at, 'group', group);
  if (version) add('component', at, 'version', version);
  if (type !== 'library') add('component', at, 'type', type);
  if (scope) add('component', at, 'scope', scope);
  for (const identifier of [...component.purls, ...component.cpes]) add('identifier', at, identifier);
  for (const hash of component.hashes) add('hash', at, hashText(hash));
  for (const license of component.licenses) addLicense(license, at, add);
  for (const { type: kind, url, comment, hashes } of component.references)
    add('reference', at, kind, address(url), comment ?? '', hashes?.map(hashText) ?? []);
  for (const property of component.properties) add('property', at, property.name, property.value);
  for (const field of ['supplier', 'originator'] as const)
    if (component[field]) add('party', at, field, ...partyWords(component[field]));
  for (const field of ['publisher', 'author'] as const) if (component[field]) add('party', at, field, component[field]);
  for (const field of ['description', 'copyright'] as const)
    if (component[field]) add('text', at, field, component[field]);
}

function addLicense({ relation, expression, id, name, text, url }: BomLicense, at: number | string, add: Add): void {
  const shown = expression ?? id ?? name!;
  add('license', at, relation, shown);
  if (text || url) add('license text', at, shown, text ?? '', url ?? '');
}

const hashText = ({ algorithm, value }: BomHash): string => `${algorithm}:${value}`;

/** No format has a word for what is neither person nor organization. */
const partyWords = ({ kind, name, email, urls }: Party): unknown[] => [
  kind === 'person' ? 'person' : 'organization',
  name,
  email ?? '',
  urls ?? [],
];

/** As CycloneDX must have it: without blanks, and not in git's short form. */
const address = (url: string): string => toIri(url) ?? url;
