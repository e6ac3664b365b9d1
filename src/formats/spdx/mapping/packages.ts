import type { BomComponent, Json, JsonObject, Native } from '../../../model/document.js';
import { carriedAnnotation, type CarrySettings, fieldsToCarry, readCarried } from './carried.js';
import type { ConformSettings } from '../document/conform.js';
import { conformPackage } from '../document/conform-elements.js';
import { spdxIdOf } from './identifiers.js';
import { defineMember } from '../../reading/strict-json.js';
import { sameMembers } from './json-equal.js';
import { type Draft, type PackageField, packageFields } from './package-fields.js';

export type PackageSettings = ConformSettings & CarrySettings;

const mapped: ReadonlySet<string> = new Set(packageFields.flatMap((field) => field.members));

/**
 * A package of SPDX 2.x in its JSON shape as a component. Members that have no field, and those whose own words the
 * fields would not give back (`NOASSERTION`, an order, a comment), are kept in `native`.
 *
 * @param data one element of `packages`; members of a wrong type are read as if missing and kept
 */
export function packageToComponent(data: JsonObject, ref: string, place: string): BomComponent {
  const draft = emptyDraft(ref, place);
  for (const field of packageFields) field.read(data, draft);
  const rest = readCarried(data, draft);
  const native: JsonObject = (draft.native as Native).data;
  for (const [name, value] of Object.entries(rest)) {
    if (!mapped.has(name) && name !== 'SPDXID') defineMember(native, name, value);
  }
  const written: JsonObject = {};
  for (const field of packageFields) {
    field.write(draft, written);
    if (sameMembers(rest, written, field.members)) continue;
    for (const name of field.members) if (rest[name] !== undefined) native[name] = rest[name];
  }
  return draft;
}

/**
 * The component as a package of the given version of SPDX 2.x, with all that was kept of the package it came from. What
 * it says that SPDX has no member for is carried in an annotation, so that nothing is lost on the way back.
 */
export function componentToPackage(component: BomComponent, settings: PackageSettings): JsonObject {
  const own = component.native?.family === 'spdx' ? component.native.data : {};
  const raw: JsonObject = { SPDXID: spdxIdOf(component.ref) };
  for (const field of packageFields) Object.assign(raw, writeField(field, component, own));
  for (const [name, value] of Object.entries(own)) if (!mapped.has(name)) defineMember(raw, name, value);
  const data = conformPackage(raw, settings);
  const carried = fieldsToCarry(component, data);
  if (carried === undefined) return data;
  const annotations: Json[] = Array.isArray(data.annotations) ? data.annotations : [];
  return { ...data, annotations: [...annotations, carriedAnnotation(carried, settings)] };
}

function emptyDraft(ref: string, place: string): Draft {
  return {
    ref,
    parentRef: null,
    place,
    type: 'library',
    name: '',
    group: '',
    version: '',
    purls: [],
    cpes: [],
    licenses: [],
    hashes: [],
    references: [],
    properties: [],
    native: { family: 'spdx', data: {} },
  };
}

/** The package's own words where they still say what the component says, and may stand in a document. */
function writeField(field: PackageField, component: BomComponent, own: JsonObject): JsonObject {
  const written: JsonObject = {};
  field.write(component, written);
  if (!field.members.some((name) => own[name] !== undefined)) return written;
  const before = emptyDraft('', '');
  field.read(own, before);
  const same: JsonObject = {};
  field.write(before, same);
  if (!sameMembers(written, same, field.members)) return field.merge ? field.merge(own, component) : written;
  const kept = field.members.flatMap((name) => {
    const value = own[name];
    if (value === undefined || (typeof value === 'string' && field.isValid && !field.isValid(value))) return [];
    return [[name, value] as const];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : written;
}
