import type { BomComponent, Json, JsonObject } from '../../../model/document.js';
import type { ConformSettings } from '../document/conform.js';
import { conformPackage, type HeldFiles } from '../document/conform-elements.js';
import { carry, isCarried, takeCarried } from './carried.js';
import { FieldMapping } from './field-mapping.js';
import { spdxIdOf } from './identifiers.js';
import { packageToSpdx2 } from '../v3/to-spdx2.js';
import { packageFields } from './package-fields.js';

export interface PackageSettings extends ConformSettings {
  /** The files of the document that the package of that SPDXID holds. */
  readonly filesOf: (id: string) => HeldFiles | undefined;
  readonly tool: { readonly name: string; readonly version: string };
}

const mapping = new FieldMapping(packageFields);
/** Members that are a component's reference, and relationships. */
const toldElsewhere: ReadonlySet<string> = new Set(['SPDXID', 'hasFiles']);

/**
 * A package of SPDX 2.x in its JSON shape as a component. Members that have no field, and those whose own words the
 * fields would not give back, are kept in `native`.
 *
 * @param data one element of `packages`; members of a wrong type are read as if missing and kept
 */
export function packageToComponent(data: JsonObject, ref: string, place: string): BomComponent {
  const draft = mapping.read(data);
  draft.ref = ref;
  draft.place = place;
  const carried = Array.isArray(data.annotations) ? data.annotations.find(isCarried) : undefined;
  if (carried !== undefined)
    takeCarried(commentOf(carried), draft, (name, candidate) => mapping.agrees(name, candidate, draft, data));
  draft.native = { family: 'spdx', data: leftoversOf(data, draft, carried) };
  return draft;
}

/**
 * The component as a package of the given version of SPDX 2.x, with all that was kept of the package it came from. What
 * it says that SPDX has no member for is carried in an annotation, so that nothing is lost on the way back.
 */
export function componentToPackage(component: BomComponent, settings: PackageSettings): JsonObject {
  const { native } = component;
  const own = native?.family !== 'spdx' ? {} : native.data.type === undefined ? native.data : packageToSpdx2(component);
  // Assigned, not spread: members are added to a copy by spreading at half the speed.
  const start: JsonObject = {};
  Object.assign(start, settings.version.fillers.package, { SPDXID: spdxIdOf(component.ref) });
  const id = start.SPDXID as string;
  const data = conformPackage(mapping.write(component, own, start), settings, settings.filesOf(id));
  const carried = carry(component, mapping.read(data), spdxIdOf);
  if (carried === undefined) return data;
  const annotations: Json[] = Array.isArray(data.annotations) ? data.annotations : [];
  data.annotations = [...annotations, annotation(carried, settings)];
  return data;
}

const annotation = (comment: string, { timestamp, tool }: PackageSettings): JsonObject => ({
  annotationDate: timestamp,
  annotationType: 'OTHER',
  annotator: `Tool: ${tool.name}-${tool.version}`,
  comment,
});

/** What is left over of the package, of whose annotations the one that carried fields has been taken. */
function leftoversOf(data: JsonObject, draft: BomComponent, carried: Json | undefined): JsonObject {
  if (carried === undefined) return mapping.leftovers(data, draft, toldElsewhere);
  const { annotations, ...members } = data;
  const others = (annotations as Json[]).filter((annotation) => annotation !== carried);
  return mapping.leftovers(others.length > 0 ? { ...members, annotations: others } : members, draft, toldElsewhere);
}

const commentOf = (annotation: Json): string => (annotation as JsonObject).comment as string;
