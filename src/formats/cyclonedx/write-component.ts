import { isDeepStrictEqual } from 'node:util';
import type {
  BomComponent,
  BomHash,
  BomProperty,
  BomReference,
  Json,
  JsonObject,
  Party,
} from '../../model/document.js';
import { defineMember } from '../../model/json.js';
import { nativeProperties } from '../conversion/from-spdx.js';
import { readHashes, readProperties, readReferences } from './read-lists.js';
import { readLicenseChoices } from './read-licenses.js';
import { readAuthors, readOrganization } from './read-parties.js';
import type { ReadValue } from './read-value.js';
import { toIri } from './spec/iri.js';
import { atLeast, type SpecTarget } from '../schema/schema.js';
import { cpe as cpeSchema } from './spec/text-rules.js';
import { cpe22Property, cpe23Property, hashProperties, purlProperty } from '../conversion/spdx-properties.js';
import type { LicenseTexts } from './write-licenses.js';
import { writeLicenseChoices } from './write-licenses.js';

export interface ComponentWriteOptions {
  readonly target: SpecTarget;
  readonly licenseTexts: LicenseTexts;
}

/** Members that are written from the typed fields. */
const typedMembers: ReadonlySet<string> = new Set(
  (
    'type bom-ref supplier manufacturer author publisher group name version description scope hashes licenses ' +
    'copyright cpe purl externalReferences properties'
  ).split(' '),
);

/**
 * A component in its JSON form, without nested components and not yet conformed to a version. Members of the original
 * file are used where they still say what the typed fields say.
 */
export function writeComponent(component: BomComponent, settings: ComponentWriteOptions): JsonObject {
  const own = component.native?.family === 'cyclonedx' ? component.native.data : {};
  const { version, onLoss } = settings.target;
  if (own.type !== undefined) onLoss('type', ['type']);
  const identifiers = writeIdentifiers(component, settings.target);
  const hashes = component.hashes.filter(({ algorithm }) => !hashProperties.has(algorithm));
  const properties = [...component.properties, ...identifiers.others, ...nativeProperties(component)];
  const hasManufacturer = atLeast(version, '1.6');
  if (component.originator && !hasManufacturer && own.manufacturer === undefined)
    onLoss('manufacturer', ['manufacturer']);
  const written: Record<string, Json | undefined> = {
    type: component.type,
    'bom-ref': component.ref,
    supplier: ownOrWritten(own.supplier, component.supplier, readOrganization, writeOrganization),
    manufacturer: hasManufacturer
      ? ownOrWritten(own.manufacturer, component.originator, readOrganization, writeOrganization)
      : own.manufacturer,
    author: hasManufacturer ? writeAuthor(component, own) : (component.author ?? component.originator?.name),
    publisher: component.publisher,
    group: component.group || undefined,
    name: component.name,
    version: component.version || undefined,
    description: component.description,
    scope: component.scope,
    hashes: ownOrWritten(own.hashes, hashes, readHashes, writeHashes),
    licenses: ownOrWritten(own.licenses, component.licenses, readLicenseChoices, (licenses) =>
      writeLicenseChoices(licenses, settings.licenseTexts),
    ),
    copyright: component.copyright,
    cpe: identifiers.cpe ?? (component.cpes.length === 0 ? own.cpe : undefined),
    purl: identifiers.purl ?? (component.purls.length === 0 ? own.purl : undefined),
    externalReferences: ownOrWritten(own.externalReferences, component.references, readReferences, writeReferences),
    properties: ownOrWritten(own.properties, properties, readProperties, writeProperties),
  };
  const json: JsonObject = {};
  for (const name in written) if (written[name] !== undefined) json[name] = written[name];
  for (const name in own) if (!typedMembers.has(name)) defineMember(json, name, own[name]!);
  return json;
}

/** The original member if it still says what the typed value says; else the value, written anew. */
function ownOrWritten<T>(
  own: Json | undefined,
  value: T,
  read: (json: Json) => ReadValue<T> | undefined,
  write: (typed: NonNullable<T>) => Json,
): Json | undefined {
  if (own !== undefined && isDeepStrictEqual(read(own)?.value, value)) return own;
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  return write(value);
}

/** Undefined if the original `authors` (1.6) still say it, with more detail. */
function writeAuthor({ author }: BomComponent, own: JsonObject): string | undefined {
  return own.authors !== undefined && readAuthors(own.authors) === author ? undefined : author;
}

/** CycloneDX has one purl and one CPE, which must follow a grammar in XML; others become properties. */
function writeIdentifiers(
  { purls, cpes, hashes }: BomComponent,
  target: SpecTarget,
): { purl?: string; cpe?: string; others: BomProperty[] } {
  const isWritable = {
    purl: (purl: string) => target.encoding === 'JSON' || toIri(purl) === purl,
    cpe: (cpe: string) => cpeSchema.rule!(cpe, target) !== null,
  };
  const [purl, ...morePurls] = purls;
  const [cpe, ...moreCpes] = cpes;
  const others: BomProperty[] = [];
  const add = (name: string, value: string): void => void others.push({ name, value });
  if (purl !== undefined && !isWritable.purl(purl)) add(purlProperty, purl);
  for (const more of morePurls) add(purlProperty, more);
  const cpeName = (text: string): string => (text.startsWith('cpe:2.3:') ? cpe23Property : cpe22Property);
  if (cpe !== undefined && !isWritable.cpe(cpe)) add(cpeName(cpe), cpe);
  for (const more of moreCpes) add(cpeName(more), more);
  for (const { algorithm, value } of hashes) {
    const name = hashProperties.get(algorithm);
    if (name !== undefined) add(name, value);
  }
  return {
    ...(purl !== undefined && isWritable.purl(purl) && { purl }),
    ...(cpe !== undefined && isWritable.cpe(cpe) && { cpe }),
    others,
  };
}

/** A person is an organization with a contact of the same name (see `readOrganization`). */
export function writeOrganization({ kind, name, email, urls }: Party): JsonObject {
  const contact: JsonObject = { ...(kind === 'person' && { name }), ...(email !== undefined && { email }) };
  return {
    name,
    ...(urls !== undefined && urls.length > 0 && { url: [...urls] }),
    ...(Object.keys(contact).length > 0 && { contact: [contact] }),
  };
}

const writeHashes = (hashes: readonly BomHash[]): Json =>
  hashes.map(({ algorithm, value }) => ({ alg: algorithm, content: value }));

export const writeReferences = (references: readonly BomReference[]): Json =>
  references.map(({ type, url, comment, hashes }) => ({
    type,
    url,
    ...(comment !== undefined && { comment }),
    ...(hashes !== undefined && hashes.length > 0 && { hashes: writeHashes(hashes) }),
  }));

export const writeProperties = (properties: readonly BomProperty[]): Json =>
  properties.map(({ name, value }) => ({ name, value }));
