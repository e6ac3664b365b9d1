import {
  isNameless,
  type BomComponent,
  type BomEvent,
  type BomWarning,
  type Json,
  type JsonObject,
  type PartKind,
  type BomSignature,
} from '../../model/document.js';
import { defineMember, isObject, objectsOf, pointerToken } from '../../model/json.js';
import { FormatError, type ParseLimits } from '../format.js';
import type { StreamItem, StreamRules } from '../reading/stream-items.js';
import { ComponentRefs } from './component-refs.js';
import { reportNonconformance } from './nonconformance.js';
import { readComponent } from './read-component.js';
import { readHeader } from './read-header.js';
import { edgeFromAnnotation } from '../conversion/relationship-annotations.js';
import { annotation, bom, citation, composition, metadata } from './spec/bom.js';
import { nativeComponent } from './spec/component.js';
import { isIri } from './spec/iri.js';
import { formula } from './spec/formulation.js';
import { service } from './spec/service.js';
import type { Schema } from '../schema/schema.js';
import { vulnerability } from './spec/vulnerability.js';
import { xmlExtras } from './xml-to-json.js';

/** Lists whose elements are parts. */
export const partLists: Readonly<Record<string, { readonly kind: PartKind; readonly schema: Schema }>> = {
  services: { kind: 'service', schema: service },
  compositions: { kind: 'composition', schema: composition },
  vulnerabilities: { kind: 'vulnerability', schema: vulnerability },
  annotations: { kind: 'annotation', schema: annotation },
  formulation: { kind: 'formulation', schema: formula },
  citations: { kind: 'citation', schema: citation },
};

/** Members that are one part each. */
const wholeParts: Readonly<Record<string, PartKind>> = { declarations: 'declaration', definitions: 'definition' };

/** Members that identify the format. */
const formatMembers: ReadonlySet<string> = new Set(['$schema', 'bomFormat', 'specVersion', xmlExtras]);

const nestedLists: StreamRules = {};
nestedLists.components = nestedLists;

export const streamRules: StreamRules = {
  components: nestedLists,
  dependencies: {},
  ...Object.fromEntries(Object.keys(partLists).map((name) => [name, {}])),
};

/**
 * Converts the elements of a CycloneDX document, in their JSON form and in document order, to events. All encodings
 * use it. Only the header and the refs are held in memory.
 */
export class CycloneDxReader {
  private events: BomEvent[] = [];
  private readonly header: JsonObject = {};
  private readonly parents: string[] = [];
  private componentCount = 0;
  private edgeCount = 0;

  constructor(readonly limits: ParseLimits) {}

  readonly warn = (warning: BomWarning): void => {
    this.events.push({ type: 'warning', warning });
  };

  private readonly refs = new ComponentRefs(this.warn);

  /** @throws FormatError where the document is not CycloneDX, or exceeds a limit */
  read(items: readonly StreamItem<Json>[]): readonly BomEvent[] {
    for (const item of items) this.item(item);
    return this.take();
  }

  /** The header and the warnings that need the whole document. */
  end(): readonly BomEvent[] {
    const header = readHeader(this.header, this.warn);
    this.refs.reportDangling();
    this.events.push({ type: 'header', header });
    return this.take();
  }

  private take(): readonly BomEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  private item({ kind, name, place, value }: StreamItem<Json>): void {
    if (kind === 'close') {
      this.parents.pop();
    } else if (kind === 'open') {
      this.parents.push(this.component(value, place, this.parents.at(-1) ?? null));
    } else if (kind === 'member') {
      this.member(name, place, value);
    } else if (name === 'components') {
      this.components(value, place, this.parents.at(-1) ?? null);
    } else if (name === 'dependencies') {
      this.dependency(value, place);
    } else {
      this.part(name, place, value);
    }
  }

  private member(name: string, place: string, value: Json): void {
    if (name === 'metadata') this.metadata(value, place);
    else if (Object.hasOwn(streamRules, name)) {
      if (value !== null) throw new FormatError('invalid', `"${name}" must be a list`, place);
    } else if (Object.hasOwn(wholeParts, name)) {
      this.check(value, bom.fields.get(name)!.schema(), place);
      if (isObject(value))
        this.events.push({ type: 'part', part: { kind: wholeParts[name]!, family: 'cyclonedx', data: value } });
    } else {
      this.topMember(name, place, value);
    }
  }

  /** It is of this document only: no export has it. */
  signed(kind: BomSignature['kind'], place: string): void {
    this.events.push({ type: 'signed', kind, place });
    this.header.signature ??= kind;
  }

  private topMember(name: string, place: string, value: Json): void {
    if (name === 'spdxVersion' || name === 'SPDXID')
      throw new FormatError('ambiguous', 'The document has members of both CycloneDX and SPDX', place);
    const field = bom.fields.get(name);
    if (field === undefined && !formatMembers.has(name))
      this.warn({
        place,
        message: `CycloneDX has no member ${JSON.stringify(name.slice(0, 100))}; it is kept as it is`,
      });
    else if (field?.xml === 'element' || field?.xml === 'none') this.check(value, field.schema(), place);
    if (name === 'signature') this.signed('jsf', place);
    defineMember(this.header, name, value);
  }

  private metadata(value: Json, place: string): void {
    if (!isObject(value)) throw new FormatError('invalid', '"metadata" must be an object', place);
    const { component: subject, ...rest } = value;
    this.check(rest, metadata, place);
    this.header.metadata = rest;
    this.refs.addNested(rest);
    if (subject === undefined || subject === null) return;
    const subjectPlace = place.startsWith('/') ? `${place}/component` : place;
    if (!isObject(subject)) {
      this.warn({ place: subjectPlace, message: 'The subject of the document is not a component; it was skipped' });
      return;
    }
    const read = this.readOne(subject, subjectPlace, null);
    if (isNameless(read)) this.warn({ place: subjectPlace, message: 'The subject of the document has no "name"' });
    // The components of the subject are part of it, no entries of the SBOM: the files of SPDX are written there.
    const parts = subject.components;
    if (parts !== undefined) this.refs.addNested(parts);
    this.warnOfUnexamined(countOtherThanFiles(parts), subjectPlace);
    const native = { family: 'cyclonedx' as const, data: { ...read.native?.data, components: parts! } };
    const component = Array.isArray(parts) && parts.length > 0 ? { ...read, native } : read;
    this.events.push({ type: 'subject', component });
  }

  private warnOfUnexamined(count: number, subjectPlace: string): void {
    if (count === 0) return;
    const place = subjectPlace.startsWith('/') ? `${subjectPlace}/components` : subjectPlace;
    const consequence = 'They are kept as parts of it, but are no entries of the SBOM, so nothing examines them';
    this.warn({ place, message: `Components within the subject that are no files: ${count}. ${consequence}` });
  }

  /** A component and those nested in it, parents first. The depth limit of the reader bounds the recursion. */
  private components(value: Json, place: string, parentRef: string | null): void {
    const ref = this.component(value, place, parentRef);
    const inner = (value as JsonObject).components;
    if (inner === undefined || inner === null) return;
    const listPlace = place.startsWith('/') ? `${place}/components` : place;
    if (!Array.isArray(inner)) throw new FormatError('invalid', '"components" must be a list', listPlace);
    inner.forEach((child, index) => {
      this.components(child, place.startsWith('/') ? listPlace + pointerToken(index) : place, ref);
    });
  }

  /** @returns its ref, for the components nested in it */
  private component(value: Json, place: string, parentRef: string | null): string {
    if (!isObject(value)) throw new FormatError('invalid', 'A component must be an object', place);
    this.componentCount += 1;
    if (this.componentCount > this.limits.maxComponents)
      throw new FormatError('limit', `There are more components than the limit of ${this.limits.maxComponents}`, place);
    const component = this.readOne(value, place, parentRef);
    this.events.push({ type: 'component', component });
    return component.ref;
  }

  private readOne(value: JsonObject, place: string, parentRef: string | null): BomComponent {
    const ref = this.refs.assign(value['bom-ref'], place, this.limits.maxNameLength);
    const component = readComponent(value, { ref, parentRef, place }, this);
    this.checkComponent(component, value, place);
    return component;
  }

  /** Checks the members that are kept, with typed ones that may exclude them or each other, or hold what is no address. */
  private checkComponent({ native, licenses, references }: BomComponent, value: JsonObject, place: string): void {
    const own = native?.data;
    if (own?.pedigree !== undefined) this.refs.addNested(own.pedigree);
    const hasRange = own?.versionRange !== undefined;
    const isMixed = licenses.length > 1 && licenses.some(({ expression }) => expression !== undefined);
    const hasOtherAddress = !references.every(({ url }) => isIri(url));
    if (own === undefined && !isMixed && !hasOtherAddress) return;
    const typed = {
      ...(hasRange && { version: value.version! }),
      ...(isMixed && { licenses: value.licenses! }),
      ...(hasOtherAddress && { externalReferences: value.externalReferences! }),
    };
    this.check({ ...typed, ...own }, nativeComponent, place);
  }

  private dependency(value: Json, place: string): void {
    if (!isObject(value) || typeof value.ref !== 'string') {
      this.warn({ place, message: 'The dependency has no "ref"; it was skipped' });
      return;
    }
    const { ref, dependsOn, provides } = value;
    this.edges(ref, dependsOn ?? [], 'depends-on', place);
    if (provides !== undefined && provides !== null) this.edges(ref, provides, 'provides', place);
  }

  private edges(from: string, targets: Json, kind: string, place: string): void {
    const to = (Array.isArray(targets) ? targets : [targets]).filter((target) => typeof target === 'string');
    const isWhole = Array.isArray(targets) && to.length === targets.length;
    if (!isWhole) this.warn({ place, message: `The dependencies of this entry are ${whatOf(targets)}` });
    // An edge to nothing says that there are none.
    if (!isWhole && to.length === 0) return;
    this.edgeCount += to.length;
    if (this.edgeCount > this.limits.maxEdges)
      throw new FormatError('limit', `There are more dependencies than the limit of ${this.limits.maxEdges}`, place);
    this.refs.addReference(from, place);
    for (const target of to) this.refs.addReference(target, place);
    this.events.push({ type: 'dependency', dependency: { from, to, kind } });
  }

  private part(name: string, place: string, value: Json): void {
    const { kind, schema } = partLists[name]!;
    if (!isObject(value)) {
      this.warn({ place, message: `This is not a ${kind}; it was skipped` });
      return;
    }
    const edge = kind === 'annotation' ? edgeFromAnnotation(value) : undefined;
    if (edge !== undefined) {
      this.events.push({ type: 'dependency', dependency: edge });
      return;
    }
    this.check(value, schema, place);
    const ref = value['bom-ref'];
    if (typeof ref === 'string') this.refs.add(ref);
    this.refs.addNested(value);
    this.events.push({
      type: 'part',
      part: { kind, family: 'cyclonedx', ...(typeof ref === 'string' && { ref }), data: value },
    });
  }

  private check(value: Json, schema: Schema, place: string): void {
    reportNonconformance(value, schema, { place, version: this.header.specVersion, warn: this.warn });
  }
}

/** What stands in place of a list of refs, and what was read of it. */
const whatOf = (targets: Json): string =>
  typeof targets === 'string'
    ? 'a text, not a list; it was read as one ref'
    : 'not a list of refs; the others were skipped';

/** The depth limit of the reader bounds the recursion. */
function countOtherThanFiles(components: Json | undefined): number {
  let count = 0;
  for (const { type, components: inner } of objectsOf(components))
    count += (type === 'file' ? 0 : 1) + countOtherThanFiles(inner);
  return count;
}
