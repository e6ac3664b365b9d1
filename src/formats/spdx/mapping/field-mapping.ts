import type { BomComponent, Json, JsonObject } from '../../../model/document.js';
import { defineMember } from '../../../model/json.js';
import { componentDraft, type ComponentDraft } from '../../component-draft.js';
import { jsonEqual, sameMembers } from './json-equal.js';

/**
 * One correspondence between members of an SPDX package and fields of a component. The mapping keeps whatever `write`
 * would not give back.
 */
export interface PackageField {
  readonly members: readonly string[];
  /** The fields that `write` uses. */
  readonly fields: readonly (keyof BomComponent)[];
  read(data: JsonObject, draft: ComponentDraft): void;
  write(component: BomComponent, data: JsonObject): void;
  /** False for an original text that SPDX does not allow; the field is written instead. */
  readonly isValid?: (text: string) => boolean;
  /** Members of a component that was changed after reading. Without it, `write` is used. */
  readonly merge?: (own: JsonObject, component: BomComponent) => JsonObject;
}

const none: ReadonlySet<string> = new Set();

/** Maps the packages of one version of SPDX to components and back. */
export class FieldMapping {
  private readonly mappedMembers: ReadonlySet<string>;

  constructor(private readonly fields: readonly PackageField[]) {
    this.mappedMembers = new Set(fields.flatMap((field) => field.members));
  }

  /** The fields, without reference, place and native members. */
  read(data: JsonObject): ComponentDraft {
    const draft = componentDraft({ ref: '', place: '' });
    draft.native = { family: 'spdx', data: {} };
    for (const field of this.fields) field.read(data, draft);
    return draft;
  }

  /** Members without a field, and those of which the fields lose something (NOASSERTION, an order, a comment). */
  leftovers(data: JsonObject, component: BomComponent, mappedElsewhere: ReadonlySet<string> = none): JsonObject {
    const rest: JsonObject = {};
    for (const name in data)
      if (!this.mappedMembers.has(name) && !mappedElsewhere.has(name)) defineMember(rest, name, data[name]!);
    const written: JsonObject = {};
    for (const field of this.fields) {
      field.write(component, written);
      if (sameMembers(data, written, field.members)) continue;
      for (const name of field.members) if (data[name] !== undefined) rest[name] = data[name];
    }
    return rest;
  }

  /**
   * Adds the package's members to `data`: the original ones where they are valid and still agree with the component.
   */
  write(component: BomComponent, own: JsonObject, data: JsonObject): JsonObject {
    for (const field of this.fields)
      if (hasAny(own, field.members)) Object.assign(data, this.ownOrWritten(field, component, own));
      else field.write(component, data);
    for (const name in own) if (!this.mappedMembers.has(name)) defineMember(data, name, own[name]!);
    return data;
  }

  /**
   * True where the package does not contradict the candidate, which differs from the component in the field of that
   * name.
   */
  agrees(name: keyof BomComponent, candidate: BomComponent, component: BomComponent, data: JsonObject): boolean {
    return this.fields.every((field) => {
      if (!field.fields.includes(name)) return true;
      const claimed: JsonObject = {};
      const plain: JsonObject = {};
      field.write(candidate, claimed);
      field.write(component, plain);
      return field.members.every(
        (member) => jsonEqual(claimed[member], plain[member]) || isCompatible(data[member], claimed[member]),
      );
    });
  }

  private ownOrWritten(field: PackageField, component: BomComponent, own: JsonObject): JsonObject {
    const written: JsonObject = {};
    field.write(component, written);
    const same: JsonObject = {};
    field.write(this.read(own), same);
    if (!sameMembers(written, same, field.members)) return field.merge ? field.merge(own, component) : written;
    const kept: JsonObject = {};
    let isWhole = true;
    for (const name of field.members) {
      const value = own[name];
      if (value === undefined) continue;
      if (typeof value === 'string' && field.isValid && !field.isValid(value)) isWhole = false;
      else kept[name] = value;
    }
    // What an invalid member says has to be said by another one.
    if (!isWhole && field.merge) return field.merge(kept, component);
    return Object.keys(kept).length > 0 ? kept : written;
  }
}

function hasAny(own: JsonObject, members: readonly string[]): boolean {
  for (const name of members) if (own[name] !== undefined) return true;
  return false;
}

/** A version may lack some items of a list; NOASSERTION is compatible with anything. */
function isCompatible(own: Json | undefined, claimed: Json | undefined): boolean {
  if (own === undefined || own === 'NOASSERTION') return true;
  if (!Array.isArray(own) || !Array.isArray(claimed)) return jsonEqual(own, claimed);
  const claims = new Set(claimed.map(keyOfItem));
  return own.every((item) => claims.has(keyOfItem(item)));
}

/** The category of an external reference depends on the version. */
const keyOfItem = (item: Json): string =>
  JSON.stringify(
    Object.entries(item ?? {})
      .filter(([name]) => name !== 'referenceCategory')
      .sort(),
  );
