import type { BomComponent, BomLicense, Json, JsonObject } from '../../../model/document.js';
import { embedLostFields, isRoundTripText, restoreLostFields } from '../mapping/round-trip-annotation.js';
import { FieldMapping } from '../mapping/field-mapping.js';
import { readSpdxLicense, writeSpdxLicenses } from '../../shared/spdx-licenses.js';
import { propertiesExtension } from '../../shared/spdx3-properties.js';
import { type Agents, spdx3PackageFields } from './package-fields.js';

/** Name of the property that embeds the fields of a component that SPDX has no member for. */
const roundTripProperty = 'stocktake:component';

const relations = ['declared', 'concluded'] as const;

/** Maps packages of SPDX 3.0 to components and back. Licences are relationships, which the caller reads and writes. */
export class Spdx3PackageMapping {
  private readonly mapping: FieldMapping;

  constructor(agents: Agents) {
    this.mapping = new FieldMapping(spdx3PackageFields(agents));
  }

  read(element: JsonObject, ref: string, place: string, licenses: readonly BomLicense[]): BomComponent {
    const { spdxId: _spdxId, '@id': _id, ...own } = element;
    const { data, carried } = splitRoundTrip(own);
    const draft = this.mapping.read(data);
    Object.assign(draft, { ref, place, licenses });
    if (carried !== undefined)
      restoreLostFields(
        carried,
        draft,
        (name, candidate) =>
          this.mapping.agrees(name, candidate, draft, data) && (name !== 'licenses' || sameLicenses(candidate, draft)),
      );
    // The type distinguishes it from a package of SPDX 2.
    const { type = 'software_Package' } = data;
    draft.native = { family: 'spdx', data: { ...this.mapping.leftovers(data, draft), type } };
    return draft;
  }

  /** @param refOf the IRI of a reference */
  write(component: BomComponent, own: JsonObject, refOf: (ref: string) => string): JsonObject {
    // What `Spdx3Index.absentLicenses` adds is a relationship here.
    const { licenseDeclared: _declared, licenseConcluded: _concluded, ...members } = own;
    const data = this.mapping.write(component, members, {});
    const reread = this.mapping.read(data);
    reread.licenses = rereadLicenses(component);
    const roundTrip = embedLostFields(component, reread, refOf);
    if (roundTrip === undefined) return data;
    const extensions: Json[] = Array.isArray(data.extension) ? data.extension : [];
    data.extension = [...extensions, propertiesExtension([{ name: roundTripProperty, value: roundTrip }])];
    return data;
  }
}

/** The licences as they are read again from the written expressions. */
function rereadLicenses({ licenses }: BomComponent): BomLicense[] {
  return relations.flatMap((relation) => readSpdxLicense(relation, writeSpdxLicenses(licenses, relation) ?? '') ?? []);
}

const sameLicenses = (one: BomComponent, other: BomComponent): boolean =>
  relations.every(
    (relation) => writeSpdxLicenses(one.licenses, relation) === writeSpdxLicenses(other.licenses, relation),
  );

function splitRoundTrip(element: JsonObject): { data: JsonObject; carried?: string } {
  const extensions = Array.isArray(element.extension) ? element.extension : [];
  const index = extensions.findIndex((item) => isRoundTripText(roundTripTextIn(item)));
  if (index < 0) return { data: element };
  const { extension: _, ...rest } = element;
  const others = extensions.filter((_item, at) => at !== index);
  return {
    data: others.length > 0 ? { ...rest, extension: others } : rest,
    carried: roundTripTextIn(extensions[index]!) as string,
  };
}

function roundTripTextIn(extension: Json): Json | undefined {
  const entries = ((extension ?? {}) as JsonObject).extension_cdxProperty;
  const [entry] = Array.isArray(entries) ? entries : [];
  const { extension_cdxPropName: name, extension_cdxPropValue: value } = (entry ?? {}) as JsonObject;
  return name === roundTripProperty ? value : undefined;
}
