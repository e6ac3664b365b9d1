import type { BomComponent, BomHeader, BomProperty, Json, JsonObject } from '../../model/document.js';
import { isObject, textOf } from '../../model/json.js';
import { namespaceOf } from '../shared/document-identity.js';
import { hasOnly } from '../shared/members.js';
import { readExternalRef } from '../shared/spdx-external-refs.js';
import { sortSpdxCreators } from '../shared/spdx-parties.js';

/** Members of an SPDX package by the property that the taxonomy has for them (see `spdx-properties.ts`). */
const packageProperties: Readonly<Record<string, string>> = {
  comment: 'spdx:comment',
  downloadLocation: 'spdx:download-location',
  filesAnalyzed: 'spdx:files-analyzed',
  homepage: 'spdx:homepage',
  licenseComments: 'spdx:license-comments',
  licenseConcluded: 'spdx:license-concluded',
  licenseDeclared: 'spdx:license-declared',
  licenseInfoFromFiles: 'spdx:license-info-from-file',
  annotations: 'spdx:annotation',
  packageFileName: 'spdx:package:file-name',
  sourceInfo: 'spdx:package:source-info',
  summary: 'spdx:package:summary',
};

/** Members that the typed fields represent, and those without meaning outside an SPDX 3.0 graph. */
const typedMembers = new Set(
  'name versionInfo supplier originator description copyrightText checksums type creationInfo'.split(' '),
);

const listedCategories: ReadonlySet<string> = new Set(['package-manager', 'persistent-id', 'security']);

/** The members that another family has beyond the typed fields, as properties. */
export function nativeProperties(component: BomComponent): BomProperty[] {
  const { native } = component;
  if (native === undefined || native.family === 'cyclonedx') return [];
  const properties: BomProperty[] = [];
  for (const [member, value] of Object.entries(native.data)) {
    if (native.family === 'spdx' && typedMembers.has(member) && !isNoCopyright(member, value)) continue;
    if (native.family === 'table') addProperty(properties, `table:${member}`, value);
    else if (member === 'externalRefs') addExternalRefs(properties, value, component);
    else if (member === 'primaryPackagePurpose') addPurpose(properties, value, component);
    else if (member === 'packageVerificationCode' && isObject(value)) addVerificationCode(properties, value);
    else addProperty(properties, packageProperties[member] ?? `spdx:package:${kebab(member)}`, value);
  }
  return properties;
}

/** No field says that a package has no copyright, which is more than that nobody says one. */
const isNoCopyright = (member: string, value: Json): boolean => member === 'copyrightText' && value === 'NONE';

function addVerificationCode(properties: BomProperty[], code: JsonObject): void {
  addProperty(properties, 'spdx:package:verification-code:value', code.packageVerificationCodeValue ?? '');
  addProperty(
    properties,
    'spdx:package:verification-code:excluded-file',
    code.packageVerificationCodeExcludedFiles ?? [],
  );
}

/** References, and comments of identifiers, that no typed field represents. */
function addExternalRefs(properties: BomProperty[], refs: Json, { purls, cpes }: BomComponent): void {
  for (const ref of Array.isArray(refs) ? refs : [refs]) {
    const read = readExternalRef(ref);
    if (read === undefined) addProperty(properties, referenceProperty(ref), plainLocator(ref) ?? ref);
    else if ('reference' in read || !isObject(ref) || textOf(ref.comment) === '') continue;
    // An identifier that was taken away since takes its comment with it.
    else if ('purl' in read ? purls.includes(read.purl) : cpes.includes(read.cpe))
      addProperty(properties, referenceProperty(ref), ref);
  }
}

/** The taxonomy has names for the types that SPDX lists; any other reference is written whole. */
function referenceProperty(ref: Json): string {
  if (plainLocator(ref) === undefined) return 'spdx:external-reference';
  const { referenceCategory, referenceType } = ref as JsonObject;
  return `spdx:external-reference:${kebab(textOf(referenceCategory))}:${textOf(referenceType)}`;
}

/** The locator of a reference that its category and its type say in full; undefined for any other. */
function plainLocator(ref: Json): string | undefined {
  if (!isObject(ref) || !hasOnly(ref, ['referenceCategory', 'referenceType', 'referenceLocator'])) return undefined;
  const { referenceCategory, referenceType, referenceLocator } = ref;
  const isListed = listedCategories.has(kebab(textOf(referenceCategory))) && /^[\w.-]+$/.test(textOf(referenceType));
  return isListed ? textOf(referenceLocator) || undefined : undefined;
}

/** A purpose that the type of the component does not say: "INSTALL" is an application. */
function addPurpose(properties: BomProperty[], purpose: Json, { type }: BomComponent): void {
  if (kebab(textOf(purpose)) !== type) addProperty(properties, 'spdx:package:primary-package-purpose', purpose);
}

/** A list is one property for each element; an object is written as JSON. */
export function addProperty(properties: BomProperty[], name: string, value: Json): void {
  if (value === null || value === '') return;
  if (Array.isArray(value)) for (const item of value) addProperty(properties, name, item);
  else properties.push({ name, value: isObject(value) ? JSON.stringify(value) : String(value) });
}

const kebab = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();

/** The header of an SPDX document as members of `metadata`. */
export function metadataFromSpdx(header: BomHeader): JsonObject {
  const data = header.native?.family === 'spdx' ? header.native.data : {};
  const info = isObject(data.creationInfo) ? data.creationInfo : {};
  const creators = sortSpdxCreators(info.creators).valid;
  const named = (mark: string): string[] =>
    creators.flatMap((creator) => (creator.startsWith(`${mark}:`) ? [creator.slice(mark.length + 1).trim()] : []));
  const properties: BomProperty[] = [];
  const add = (name: string, value: Json | undefined): void => addProperty(properties, `spdx:${name}`, value ?? null);
  add('document:spdx-version', header.specVersion === '' ? undefined : `SPDX-${header.specVersion}`);
  add('document:name', header.name);
  add('document:document-namespace', namespaceOf(header));
  add('document:data-license', data.dataLicense);
  add('comment', data.comment);
  add('creation-info:comment', info.comment);
  add('creation-info:license-list-version', info.licenseListVersion);
  add('creation-info:creators-organization', named('Organization'));
  const tools = named('Tool');
  return {
    ...(tools.length > 0 && {
      tools: { components: tools.map((name) => ({ type: 'application', name })) },
    }),
    ...(named('Person').length > 0 && { authors: named('Person').map(authorFromText) }),
    ...(properties.length > 0 && { properties: properties.map(({ name, value }) => ({ name, value })) }),
  };
}

/** "Jane Doe (jane@example.com)" */
export function authorFromText(text: string): JsonObject {
  const match = /^([^()]*)\(([^()@]+@[^()]+)\)$/.exec(text);
  return match ? { name: match[1]!.trim(), email: match[2]!.trim() } : { name: text };
}
