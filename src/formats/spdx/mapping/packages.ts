import type { BomComponent, Json, JsonObject } from '../../../model/document.js';
import { spdx2Version, type Spdx2Target } from '../document/versions.js';
import { conformPackage, type ContainedFiles } from '../document/conform-elements.js';
import { embedLostFields, isRoundTripAnnotation, restoreLostFields } from './round-trip-annotation.js';
import { FieldMapping } from './field-mapping.js';
import { spdxIdOf } from '../../shared/spdx-identifiers.js';
import { packageToSpdx2 } from '../../conversion/to-spdx2.js';
import { spdx2PackageFields } from './package-fields.js';

export interface PackageWriteOptions extends Spdx2Target {
  /** The files of the document that the package of that SPDXID holds. */
  readonly filesOf: (id: string) => ContainedFiles | undefined;
  readonly tool: { readonly name: string; readonly version: string };
}

const mapping = new FieldMapping(spdx2PackageFields);
/** Members that are a component's reference, and relationships. */
const mappedElsewhere: ReadonlySet<string> = new Set(['SPDXID', 'hasFiles']);

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
  const roundTrip = Array.isArray(data.annotations) ? data.annotations.find(isRoundTripAnnotation) : undefined;
  if (roundTrip !== undefined)
    restoreLostFields(commentOf(roundTrip), draft, (name, candidate) => mapping.agrees(name, candidate, draft, data));
  draft.native = { family: 'spdx', data: leftoversOf(data, draft, roundTrip) };
  return draft;
}

/**
 * The component as a package of the given version of SPDX 2.x, with all that was kept of the package it came from. What
 * it says that SPDX has no member for is carried in an annotation, so that nothing is lost on the way back.
 */
export function componentToPackage(component: BomComponent, settings: PackageWriteOptions): JsonObject {
  const { native } = component;
  const own = native?.family !== 'spdx' ? {} : native.data.type === undefined ? native.data : packageToSpdx2(component);
  // Assigned, not spread: members are added to a copy by spreading at half the speed.
  const start: JsonObject = {};
  Object.assign(start, spdx2Version(settings.version).defaults.package, { SPDXID: spdxIdOf(component.ref) });
  const id = start.SPDXID as string;
  const data = conformPackage(mapping.write(component, own, start), settings, settings.filesOf(id));
  const roundTrip = embedLostFields(component, mapping.read(data), spdxIdOf);
  if (roundTrip === undefined) return data;
  const annotations: Json[] = Array.isArray(data.annotations) ? data.annotations : [];
  data.annotations = [...annotations, roundTripAnnotation(roundTrip, settings)];
  return data;
}

const roundTripAnnotation = (comment: string, { timestamp, tool }: PackageWriteOptions): JsonObject => ({
  annotationDate: timestamp,
  annotationType: 'OTHER',
  annotator: `Tool: ${tool.name}-${tool.version}`,
  comment,
});

/** What is left over of the package, of whose annotations the one that carried fields has been taken. */
function leftoversOf(data: JsonObject, draft: BomComponent, roundTrip: Json | undefined): JsonObject {
  if (roundTrip === undefined) return mapping.leftovers(data, draft, mappedElsewhere);
  const { annotations, ...members } = data;
  const others = (annotations as Json[]).filter((annotation) => annotation !== roundTrip);
  return mapping.leftovers(others.length > 0 ? { ...members, annotations: others } : members, draft, mappedElsewhere);
}

const commentOf = (annotation: Json): string => (annotation as JsonObject).comment as string;
