import type { BomComponent, Json, JsonObject } from '../../../model/document.js';
import { spdx2Version, type Spdx2Target } from '../document/versions.js';
import { conformPackage, type ContainedFiles } from '../document/conform-elements.js';
import { embedLostFields, isRoundTripAnnotation, restoreLostFields } from './round-trip-annotation.js';
import { FieldMapping } from './field-mapping.js';
import { spdxIdOf } from '../../shared/spdx-identifiers.js';
import { packageToSpdx2 } from '../../conversion/to-spdx2.js';
import { spdx2PackageFields } from './package-fields.js';

export interface PackageWriteOptions extends Spdx2Target {
  /** The files of the package of that SPDXID. */
  readonly filesOf: (id: string) => ContainedFiles | undefined;
  readonly tool: { readonly name: string; readonly version: string };
}

const mapping = new FieldMapping(spdx2PackageFields);
/** Members that become the reference and relationships. */
const mappedElsewhere: ReadonlySet<string> = new Set(['SPDXID', 'hasFiles']);

/**
 * A package of SPDX 2.x as a component. Members that the fields do not represent in full are kept in `native`.
 *
 * @param data one element of `packages`; members of a wrong type are kept and otherwise ignored
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
 * The component as a package of the target version, with its native members. Fields without a member in SPDX are
 * embedded in an annotation, so that a round trip loses nothing.
 */
export function componentToPackage(component: BomComponent, settings: PackageWriteOptions): JsonObject {
  const { native } = component;
  const own = native?.family !== 'spdx' ? {} : native.data.type === undefined ? native.data : packageToSpdx2(component);
  // Object.assign: adding members to a spread copy is slower.
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

/** The native members, without the annotation that embeds fields. */
function leftoversOf(data: JsonObject, draft: BomComponent, roundTrip: Json | undefined): JsonObject {
  if (roundTrip === undefined) return mapping.leftovers(data, draft, mappedElsewhere);
  const { annotations, ...members } = data;
  const others = (annotations as Json[]).filter((annotation) => annotation !== roundTrip);
  return mapping.leftovers(others.length > 0 ? { ...members, annotations: others } : members, draft, mappedElsewhere);
}

const commentOf = (annotation: Json): string => (annotation as JsonObject).comment as string;
