import type { BomComponent, BomHeader, Json, JsonObject } from '../../model/document.js';
import { isObject, listOf } from '../../model/json.js';

/** Of the head of a document, what people outside of the organization get: no people, contacts, remarks and own tools. */
export function sharedHeader({ native, ...header }: BomHeader): BomHeader {
  if (!native) return header;
  const data = native.family === 'cyclonedx' ? cycloneDxHead(native.data) : spdxHead(native.data);
  return { ...header, native: { ...native, data } };
}

/** Whole members without people. */
const sharedMembers = ['lifecycles', 'licenses'] as const;
/** Organizations, whose contacts are people. */
const parties = ['supplier', 'manufacturer', 'manufacture'] as const;

function cycloneDxHead({ metadata }: JsonObject): JsonObject {
  if (!isObject(metadata)) return {};
  const shared: JsonObject = {};
  for (const name of sharedMembers) if (metadata[name] !== undefined) shared[name] = metadata[name];
  for (const name of parties) {
    const party = metadata[name];
    if (!isObject(party)) continue;
    const { contact: _, ...others } = party;
    shared[name] = others;
  }
  return { metadata: shared };
}

/** "Organization: Acme (security@acme.example)" without the address. */
const organization = /^Organization: ?([^(]*[^(\s])/;

function spdxHead({ creationInfo }: JsonObject): JsonObject {
  if (!isObject(creationInfo)) return {};
  const { licenseListVersion } = creationInfo;
  const creators = listOf(creationInfo.creators).flatMap((creator) => {
    const name = typeof creator === 'string' ? organization.exec(creator)?.[1] : undefined;
    return name === undefined ? [] : [`Organization: ${name}`];
  });
  return { creationInfo: { creators, ...(typeof licenseListVersion === 'string' && { licenseListVersion }) } };
}

/** Without the annotations that SPDX keeps in a package: remarks of people, with their names and addresses. */
export function withoutRemarks<Component extends Pick<BomComponent, 'native'>>(component: Component): Component {
  const { native } = component;
  if (native?.data.annotations === undefined) return component;
  const { annotations: _, ...data } = native.data;
  return { ...component, native: { ...native, data } };
}

/**
 * The subject without the components within it, with their refs: these are no entries, so nobody knows which of them are
 * internal.
 */
export function sharedSubject(
  subject: BomComponent | null,
  withholdsInternal: boolean,
): { subject: BomComponent | null; inner: ReadonlySet<string> } {
  const inner = new Set<string>();
  if (!withholdsInternal || subject?.native?.data.components === undefined) return { subject, inner };
  const { components, ...data } = subject.native.data;
  addRefs(components!, inner);
  return { subject: { ...subject, native: { ...subject.native, data } }, inner };
}

/** The nesting of documents is bounded where they are read. */
function addRefs(components: Json, refs: Set<string>): void {
  for (const component of listOf(components)) {
    if (!isObject(component)) continue;
    if (typeof component['bom-ref'] === 'string') refs.add(component['bom-ref']);
    addRefs(component.components ?? [], refs);
  }
}
