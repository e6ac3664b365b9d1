import type {
  BomComponent,
  BomHash,
  BomLicense,
  BomProperty,
  ComponentType,
  Json,
  JsonObject,
} from '../../model/document.js';
import { isObject, listOf, objectOf, objectsOf, textOf, textsOf } from '../../model/json.js';
import { componentDraft } from '../component-draft.js';
import { readSpdxLicense } from '../shared/spdx-licenses.js';

export interface ReadArtifact {
  readonly component: BomComponent;
  /** Names of members that hold more than a scalar, and were not taken. */
  readonly left: readonly string[];
}

/** Syft's types of packages; all others are libraries. */
const types: Readonly<Record<string, ComponentType>> = {
  binary: 'application',
  'linux-kernel': 'operating-system',
  'linux-kernel-module': 'device-driver',
  bitnami: 'application',
};

const read = 'id name version type foundBy locations licenses language cpes purl metadataType metadata'.split(' ');
const known: ReadonlySet<string> = new Set(read);
const maxLocations = 50;

/** One package of the list `artifacts`. */
export function readArtifact(json: JsonObject, ref: string, place: string): ReadArtifact {
  const type = textOf(json.type);
  const metadata = objectOf(json.metadata);
  const left = Object.keys(json).filter((name) => !known.has(name));
  const component = {
    ...componentDraft({ ref, place }),
    type: Object.hasOwn(types, type) ? types[type]! : ('library' as const),
    name: textOf(json.name),
    version: textOf(json.version),
    purls: textOf(json.purl) === '' ? [] : [textOf(json.purl)],
    cpes: cpesOf(json.cpes),
    licenses: listOf(json.licenses).flatMap(licenseOf),
    hashes: objectsOf(metadata.digest).flatMap(hashOf),
    properties: propertiesOf(json, metadata, left),
  };
  return { component, left };
}

/** Texts, or since schema 16 objects. */
const cpesOf = (value: Json | undefined): string[] =>
  listOf(value)
    .map((one) => (isObject(one) ? textOf(one.cpe) : textOf(one)))
    .filter((one) => one !== '');

/** Texts, or since schema 8 objects. */
function licenseOf(value: Json): BomLicense[] {
  if (typeof value === 'string') return listOfOne(readSpdxLicense('declared', value));
  const json = objectOf(value);
  const relation = json.type === 'concluded' ? 'concluded' : 'declared';
  const found = readSpdxLicense(relation, textOf(json.spdxExpression) || textOf(json.value));
  const [url] = textsOf(json.urls);
  const text = textOf(json.contents);
  return found ? [{ ...found, ...(url && { url }), ...(text !== '' && { text }) }] : [];
}

const listOfOne = <One>(one: One | undefined): One[] => (one === undefined ? [] : [one]);

const algorithms: Readonly<Record<string, string>> = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
};

export function hashOf({ algorithm, value }: JsonObject): BomHash[] {
  const name = textOf(algorithm).toLowerCase().replace('-', '');
  const digest = textOf(value).toLowerCase();
  if (!Object.hasOwn(algorithms, name) || !/^(?:[0-9a-f]{2}){16,64}$/.test(digest)) return [];
  return [{ algorithm: algorithms[name]!, value: digest }];
}

/** In the names that Syft gives them in CycloneDX. */
function propertiesOf(json: JsonObject, metadata: JsonObject, left: string[]): BomProperty[] {
  const found: BomProperty[] = [];
  const add = (name: string, value: Json | undefined): void => {
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean')
      found.push({ name: `syft:${name}`, value: String(value) });
  };
  for (const name of ['foundBy', 'language', 'type', 'metadataType']) add(`package:${name}`, json[name]);
  for (const [index, location] of listOf(json.locations).slice(0, maxLocations).entries()) {
    const { path, layerID } = isObject(location) ? location : { path: location, layerID: '' };
    add(`location:${index}:path`, path);
    add(`location:${index}:layerID`, layerID);
  }
  if (listOf(json.locations).length > maxLocations) left.push('locations');
  for (const [name, value] of Object.entries(metadata)) {
    if (value !== null && typeof value === 'object') {
      const isEmpty = Object.keys(value).length === 0;
      if (!isEmpty && name !== 'digest') left.push(`metadata.${name}`);
    } else add(`metadata:${name}`, value);
  }
  return found;
}
