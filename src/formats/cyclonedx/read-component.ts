import {
  isNameless,
  type BomComponent,
  type BomProperty,
  type BomWarning,
  type ComponentType,
  type Json,
  type JsonObject,
} from '../../model/document.js';
import { defineMember } from '../../model/json.js';
import { componentDraft, type ComponentDraft } from '../component-draft.js';
import { FormatError } from '../format.js';
import type { ParseLimits } from '../format.js';
import { readHashes, readProperties, readReferences } from './read-lists.js';
import { readLicenseChoices } from './read-licenses.js';
import { readAuthors, readOrganization } from './read-parties.js';
import type { ReadValue } from './read-value.js';
import { componentTypes } from './spec/component.js';
import { identifierProperties } from '../conversion/spdx-properties.js';

export interface ReadingContext {
  readonly limits: ParseLimits;
  readonly warn: (warning: BomWarning) => void;
}

/** The identity of a component in its document. */
export interface ComponentPosition {
  readonly ref: string;
  readonly parentRef: string | null;
  readonly place: string;
}

/**
 * Reads one component from its JSON form. Members that the typed fields do not represent in full stay verbatim in
 * `native`; the caller reads nested components.
 *
 * @throws FormatError `limit` where the name or version is too long
 */
export function readComponent(json: JsonObject, position: ComponentPosition, context: ReadingContext): BomComponent {
  const component = componentDraft(position);
  let native: JsonObject | undefined;
  for (const member in json) {
    const value = json[member]!;
    if (value === null || member === 'bom-ref' || member === 'components') continue;
    const reader = members.get(member);
    if (reader !== undefined && reader(component, value, context)) continue;
    defineMember((native ??= {}), member, value);
  }
  if ((json.type === undefined || json.type === null) && !isNameless(component))
    context.warn({ place: position.place, message: 'The component has no "type"; it is read as a library' });
  if (native?.authors !== undefined) component.author ??= readAuthors(native.authors);
  if (component.properties.length > 0) extractIdentifiers(component);
  if (component.name === '' && !isNameless(component)) {
    component.name = nameFromPurl(component.purls[0]);
    const message = `The component has no "name"${component.name === '' ? '' : '; it was taken from its purl'}`;
    context.warn({ place: position.place, message });
  }
  if (native !== undefined) component.native = { family: 'cyclonedx', data: native };
  return component;
}

/** Reads a member into the typed fields; true if they represent all of it. */
type MemberReader = (component: ComponentDraft, value: Json, context: ReadingContext) => boolean;

const members: ReadonlyMap<string, MemberReader> = new Map<string, MemberReader>([
  ['type', readType],
  ['name', nameReader('name')],
  ['group', nameReader('group')],
  ['version', nameReader('version')],
  ['purl', identifierReader('purls')],
  ['cpe', identifierReader('cpes')],
  ['supplier', partyReader('supplier')],
  ['manufacturer', partyReader('originator')],
  ['publisher', textReader('publisher')],
  ['author', textReader('author')],
  ['description', textReader('description')],
  ['copyright', textReader('copyright')],
  ['scope', readScope],
  ['licenses', listReader('licenses', readLicenseChoices)],
  ['hashes', listReader('hashes', readHashes)],
  ['externalReferences', listReader('references', readReferences)],
  ['properties', listReader('properties', readProperties)],
]);

function readType(component: ComponentDraft, value: Json): boolean {
  const isKnown = typeof value === 'string' && componentTypes.values.has(value);
  if (isKnown) component.type = value as ComponentType;
  return isKnown;
}

function nameReader(field: 'name' | 'group' | 'version'): MemberReader {
  return (component, value, { limits }) => {
    if (typeof value === 'object') return false;
    const text = String(value);
    if (text.length > limits.maxNameLength)
      throw new FormatError('limit', `The ${field} is longer than ${limits.maxNameLength} characters`, component.place);
    component[field] = text;
    return true;
  };
}

/** An identifier beyond the length limit is kept as it is, and identifies nothing. */
function identifierReader(field: 'purls' | 'cpes'): MemberReader {
  return (component, value, { limits, warn }) => {
    if (typeof value !== 'string' || value.length > limits.maxNameLength) {
      warn({
        place: component.place,
        message: `The ${field === 'purls' ? 'purl' : 'CPE'} is not a text or too long; it is ignored`,
      });
      return false;
    }
    if (value !== '') component[field] = [value];
    return true;
  };
}

function textReader(field: 'publisher' | 'author' | 'description' | 'copyright'): MemberReader {
  return (component, value) => {
    if (typeof value === 'object') return false;
    component[field] = String(value);
    return true;
  };
}

function readScope(component: ComponentDraft, value: Json): boolean {
  const isKnown = value === 'required' || value === 'optional' || value === 'excluded';
  if (isKnown) component.scope = value;
  return isKnown;
}

function partyReader(field: 'supplier' | 'originator'): MemberReader {
  return (component, value) => {
    const read = readOrganization(value);
    if (read === undefined) return false;
    component[field] = read.value;
    return read.isExact;
  };
}

function listReader<F extends 'licenses' | 'hashes' | 'references' | 'properties'>(
  field: F,
  read: (value: Json) => ReadValue<ComponentDraft[F]>,
): MemberReader {
  return (component, value) => {
    const { value: list, isExact: exact } = read(value);
    component[field] = list;
    return exact && list.length > 0;
  };
}

/** CycloneDX has one purl and one CPE; properties hold further ones, and hashes that only SPDX has. */
function extractIdentifiers(component: ComponentDraft): void {
  const rest: BomProperty[] = [];
  for (const property of component.properties) {
    const kind = property.value === '' ? undefined : identifierProperties.get(property.name);
    if (kind === 'purl') component.purls = [...component.purls, property.value];
    else if (kind === 'cpe') component.cpes = [...component.cpes, property.value];
    else if (kind !== undefined)
      component.hashes = [...component.hashes, { algorithm: kind.hash, value: property.value.toLowerCase() }];
    else rest.push(property);
  }
  if (rest.length < component.properties.length) component.properties = rest;
}

/** `pkg:npm/%40scope/name@1` → "name". */
function nameFromPurl(purl: string | undefined): string {
  const path = /^pkg:[^?#@]+/.exec(purl ?? '')?.[0];
  const last = path?.slice(path.lastIndexOf('/') + 1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
