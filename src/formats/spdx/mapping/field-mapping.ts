import type { BomComponent, Json, JsonObject } from '../../../model/document.js';
import { defineMember } from '../../../model/json.js';
import { componentDraft, type ComponentDraft } from '../../component-draft.js';
import { jsonEqual, sameMembers } from './json-equal.js';

/**
 * One correspondence between members of an SPDX package and fields of a component. `read` takes what the members say
 * into the component; `write` gives members that say what the component says. Neither knows of leftovers: the mapping
 * keeps whatever `write` would not give back.
 */
export interface PackageField {
  readonly members: readonly string[];
  /** The fields of a component that `write` looks at. */
  readonly fields: readonly (keyof BomComponent)[];
  read(data: JsonObject, draft: ComponentDraft): void;
  write(component: BomComponent, data: JsonObject): void;
  /** False for what a file may hold but an SPDX document should not; then the component's own words are written. */
  readonly isValid?: (text: string) => boolean;
  /** Members for a component that was changed since it was read. Without it the members are written anew. */
  readonly merge?: (own: JsonObject, component: BomComponent) => JsonObject;
}

const none: ReadonlySet<string> = new Set();

/** What one version of SPDX says of a package, in the fields of a component and back. */
export class FieldMapping {
  private readonly mappedMembers: ReadonlySet<string>;

  constructor(private readonly fields: readonly PackageField[]) {
    this.mappedMembers = new Set(fields.flatMap((field) => field.members));
  }

  /** What the package's members say, without reference, place and leftovers. */
  read(data: JsonObject): ComponentDraft {
    const draft = componentDraft({ ref: '', place: '' });
    draft.native = { family: 'spdx', data: {} };
    for (const field of this.fields) field.read(data, draft);
    return draft;
  }

  /** Members that have no field, and those whose own words (NOASSERTION, an order, a comment) the fields lose. */
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
   * Adds the package's members to `data`: its own words where they still say what the component says, and may be
   * written.
   */
  write(component: BomComponent, own: JsonObject, data: JsonObject): JsonObject {
    for (const field of this.fields)
      if (hasAny(own, field.members)) Object.assign(data, this.ownOrWritten(field, component, own));
      else field.write(component, data);
    for (const name in own) if (!this.mappedMembers.has(name)) defineMember(data, name, own[name]!);
    return data;
  }

  /**
   * True where the package says nothing else than what the candidate, which differs from the component in the field of
   * that name, would be written as.
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
    const kept = field.members.flatMap((name) => {
      const value = own[name];
      if (value === undefined || (typeof value === 'string' && field.isValid && !field.isValid(value))) return [];
      return [[name, value] as const];
    });
    return kept.length > 0 ? Object.fromEntries(kept) : written;
  }
}

function hasAny(own: JsonObject, members: readonly string[]): boolean {
  for (const name of members) if (own[name] !== undefined) return true;
  return false;
}

/** A version may lack words for some of a list, and the word for nothing known contradicts nothing. */
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
