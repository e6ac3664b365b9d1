import type { BomComponent, BomLicense, Json, JsonObject } from '../../../model/document.js';
import { carry, isCarriedText, takeCarried } from '../mapping/carried.js';
import { FieldMapping } from '../mapping/field-mapping.js';
import { readLicense, writeLicenses } from '../mapping/licenses.js';
import { type Agents, packageFields, propertiesExtension } from './package-fields.js';

/** Name of the property in which a component's fields travel that SPDX has no member for. */
const carriedName = 'stocktake:component';

const relations = ['declared', 'concluded'] as const;

/** Packages of SPDX 3.0 and components. Licences, which are relationships, are given to it and asked of it apart. */
export class PackageMapping {
  private readonly mapping: FieldMapping;

  constructor(agents: Agents) {
    this.mapping = new FieldMapping(packageFields(agents));
  }

  read(element: JsonObject, ref: string, place: string, licenses: readonly BomLicense[]): BomComponent {
    const { spdxId: _spdxId, '@id': _id, ...own } = element;
    const { data, carried } = withoutCarried(own);
    const draft = this.mapping.read(data);
    Object.assign(draft, { ref, place, licenses });
    if (carried !== undefined)
      takeCarried(
        carried,
        draft,
        (name, candidate) =>
          this.mapping.agrees(name, candidate, draft, data) && (name !== 'licenses' || sameLicenses(candidate, draft)),
      );
    // The class tells a package of SPDX 3 from one of SPDX 2, whatever else is left over.
    const { type = 'software_Package' } = data;
    draft.native = { family: 'spdx', data: { ...this.mapping.leftovers(data, draft), type } };
    return draft;
  }

  /** @param refOf the IRI of a reference */
  write(component: BomComponent, own: JsonObject, refOf: (ref: string) => string): JsonObject {
    const data = this.mapping.write(component, own, {});
    const again = this.mapping.read(data);
    again.licenses = licensesAgain(component);
    const carried = carry(component, again, refOf);
    if (carried === undefined) return data;
    const extensions: Json[] = Array.isArray(data.extension) ? data.extension : [];
    data.extension = [...extensions, propertiesExtension([{ name: carriedName, value: carried }])];
    return data;
  }
}

/** What the expressions that are written for a component's licences are read as. */
function licensesAgain({ licenses }: BomComponent): BomLicense[] {
  return relations.flatMap((relation) => readLicense(relation, writeLicenses(licenses, relation) ?? '') ?? []);
}

const sameLicenses = (one: BomComponent, other: BomComponent): boolean =>
  relations.every((relation) => writeLicenses(one.licenses, relation) === writeLicenses(other.licenses, relation));

function withoutCarried(element: JsonObject): { data: JsonObject; carried?: string } {
  const extensions = Array.isArray(element.extension) ? element.extension : [];
  const index = extensions.findIndex((item) => isCarriedText(carriedIn(item)));
  if (index < 0) return { data: element };
  const { extension: _, ...rest } = element;
  const others = extensions.filter((_item, at) => at !== index);
  return {
    data: others.length > 0 ? { ...rest, extension: others } : rest,
    carried: carriedIn(extensions[index]!) as string,
  };
}

function carriedIn(extension: Json): Json | undefined {
  const entries = ((extension ?? {}) as JsonObject).extension_cdxProperty;
  const [entry] = Array.isArray(entries) ? entries : [];
  const { extension_cdxPropName: name, extension_cdxPropValue: value } = (entry ?? {}) as JsonObject;
  return name === carriedName ? value : undefined;
}
