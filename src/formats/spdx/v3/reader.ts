import { isNameless, type BomEvent, type BomHeader, type JsonObject, type PartKind } from '../../../model/document.js';
import { FormatError, type ParseLimits } from '../../format.js';
import { isLicenseText } from './license-elements.js';
import { identityOf } from '../../shared/document-identity.js';
import { writeSpdxParty } from '../../shared/spdx-parties.js';
import { EdgeGrouper } from '../../shared/spdx2-relationships.js';
import { type Spdx3Index, idOf, typeOf } from './spdx3-index.js';
import { packageClasses } from './package-fields.js';
import { Spdx3PackageMapping } from './packages.js';
import { edgesOfSpdx3, readSpdx3Relationship } from '../../shared/spdx3-relationships.js';
import { shortRef } from '../../conversion/to-spdx2.js';
import { RefSet } from '../../shared/ref-set.js';
import { contextOf } from '../../shared/spdx3-vocabulary.js';

/** Classes with a kind of part of their own; others are kept as `element`. */
const kinds: ReadonlyMap<string, PartKind> = new Map([
  ['software_File', 'file'],
  ['software_Snippet', 'snippet'],
  ['Annotation', 'annotation'],
]);

/** Profile Security: vulnerabilities and their assessments (VEX, CVSS, EPSS …). */
const isVulnerabilityType = (type: string): boolean =>
  /^security_(?:Vulnerability|\w+AssessmentRelationship)$/.test(type);

const documentSuffix = '#SPDXRef-DOCUMENT';

/** Converts the elements of an SPDX 3.0 graph to neutral events, with the index of the graph. */
export class Spdx3Reader {
  private readonly packages: Spdx3PackageMapping;
  private readonly grouper = new EdgeGrouper();
  private readonly namespace: string;
  private events: BomEvent[] = [];
  /** Pairs of nested components, of which the relationship is redundant. */
  private readonly nested = new RefSet();
  private edgeCount = 0;
  private readonly readPackages = new RefSet();
  private readonly licenseIds = new RefSet();

  constructor(
    private readonly index: Spdx3Index,
    private readonly limits: ParseLimits,
  ) {
    this.packages = new Spdx3PackageMapping(index);
    const id = idOf(index.document ?? {});
    this.namespace = id.endsWith(documentSuffix) ? id.slice(0, -documentSuffix.length) : '';
  }

  takeEvents(): BomEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  read(element: JsonObject, place: string): void {
    const type = typeOf(element);
    if (packageClasses.has(type)) this.readPackage(element, place);
    else if (element === this.index.document || type === 'SpdxDocument')
      this.events.push({ type: 'header', header: this.header(element) });
    else if (isVulnerabilityType(type)) this.part('vulnerability', element);
    else if (element.relationshipType !== undefined) this.readRelationship(element, place);
    else {
      this.part(kinds.get(type) ?? 'element', element);
      if (isLicenseText(type)) this.defineLicense(element, place);
      if (/package$/i.test(type)) this.warnOfClass(type, place);
    }
  }

  end(): void {
    this.flush();
    const subject = this.index.subject();
    if (subject !== undefined) this.events.push({ type: 'subject-ref', ref: this.refOf(subject) });
  }

  private refOf(iri: string): string {
    return shortRef(iri, this.namespace);
  }

  private header(element: JsonObject): BomHeader {
    const { created, specVersion, createdBy, createdUsing, comment } = this.index.creationInfoOf(element);
    const id = idOf(element);
    const creators = [createdBy, createdUsing]
      .flatMap((list) => (Array.isArray(list) ? list : []))
      .flatMap((agent) => this.index.partyOf(agent) ?? [])
      .flatMap((party) => (party.kind === 'unknown' ? `Tool: ${party.name}` : (writeSpdxParty(party) ?? [])));
    const version = typeof specVersion === 'string' ? specVersion : '3.0.1';
    return {
      family: 'spdx',
      specVersion: version,
      ...(typeof element.name === 'string' ? { name: element.name } : {}),
      ...(id !== '' && identityOf(this.namespace || id)),
      ...(typeof created === 'string' ? { created } : {}),
      native: {
        family: 'spdx',
        data: {
          '@context': contextOf(version),
          document: element,
          creationInfo: { creators, ...(typeof comment === 'string' && { comment }) },
          ...(typeof element.comment === 'string' && { comment: element.comment }),
        },
      },
    };
  }

  private readPackage(element: JsonObject, place: string): void {
    const id = idOf(element);
    if (id === '') throw new FormatError('invalid', 'A package has no spdxId', place);
    if (!this.readPackages.add(id)) {
      const message = `The package ${JSON.stringify(id.slice(0, 200))} occurs twice; the first one counts, this one was skipped`;
      this.events.push({ type: 'warning', warning: { place, message } });
      return;
    }
    const read = this.packages.read(element, this.refOf(id), place, this.index.licenses(id));
    const parentRef = read.parentRef === null ? null : this.refOf(read.parentRef);
    const native = { family: 'spdx' as const, data: { ...read.native?.data, ...this.index.absentLicenses(id) } };
    const component = { ...read, parentRef, native };
    if (parentRef !== null) this.nested.add(`${parentRef} ${component.ref}`);
    for (const text of [component.ref, component.name, component.version, ...component.purls, ...component.cpes]) {
      if (text.length > this.limits.maxNameLength)
        throw new FormatError(
          'limit',
          `A name, version or identifier is longer than ${this.limits.maxNameLength}`,
          place,
        );
    }
    if (component.name === '' && !isNameless(component))
      this.events.push({ type: 'warning', warning: { place, message: 'The package has no name' } });
    this.events.push({ type: 'component', component });
  }

  /** Every relationship is kept unchanged; one between packages is also an edge. */
  private readRelationship(element: JsonObject, place: string): void {
    const relationship = readSpdx3Relationship(element);
    if (relationship === undefined) {
      const message = 'The relationship lacks one of its ends or its type; it was skipped';
      this.events.push({ type: 'warning', warning: { place, message } });
      return;
    }
    if (relationship.to.length < [element.to ?? []].flat().length) {
      const message = 'The relationship has an end that is no reference; no dependency was read of that';
      this.events.push({ type: 'warning', warning: { place, message } });
    }
    this.edgeCount += relationship.to.length;
    if (this.edgeCount > this.limits.maxEdges)
      throw new FormatError('limit', `There are more relationships than the limit of ${this.limits.maxEdges}`, place);
    for (const edge of edgesOfSpdx3(relationship)) {
      if (!this.index.packages.has(edge.from) || (edge.to !== null && !this.index.packages.has(edge.to))) continue;
      const from = this.refOf(edge.from);
      const to = edge.to && this.refOf(edge.to);
      if (edge.kind === 'CONTAINS' && this.nested.has(`${from} ${to}`)) continue;
      const done = this.grouper.add({ ...edge, from, to });
      if (done) this.events.push({ type: 'dependency', dependency: done });
    }
    this.flush();
    this.part('relationship', element);
  }

  private warnOfClass(type: string, place: string): void {
    const classes = [...packageClasses.keys()].join(', ');
    const message = `The class ${JSON.stringify(type.slice(0, 200))} is none of SPDX 3.0 in JSON; the element is kept, but it is no component. Packages are of ${classes}`;
    this.events.push({ type: 'warning', warning: { place, message } });
  }

  /** The text is an element of the graph; other formats define it under the names that expressions have for it. */
  private defineLicense(element: JsonObject, place: string): void {
    const { name, comment, simplelicensing_licenseText: extractedText, expandedlicensing_seeAlso: seeAlsos } = element;
    const ref = idOf(element);
    for (const licenseId of ref === '' || typeof extractedText !== 'string' ? [] : this.index.referencesOf(ref)) {
      if (!this.licenseIds.add(licenseId)) {
        const message = `Another licence text is called ${licenseId.slice(0, 200)}; SPDX 2.x and CycloneDX get the first one`;
        this.events.push({ type: 'warning', warning: { place, message } });
        continue;
      }
      const data = { licenseId, extractedText, name, comment, seeAlsos };
      const given = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as JsonObject;
      this.events.push({ type: 'part', part: { kind: 'extracted-license', family: 'spdx', ref, data: given } });
    }
  }

  private part(kind: PartKind, data: JsonObject): void {
    const id = idOf(data);
    this.events.push({
      type: 'part',
      part: { kind, family: 'spdx', ...(id === '' ? {} : { ref: this.refOf(id) }), data },
    });
  }

  private flush(): void {
    const done = this.grouper.end();
    if (done) this.events.push({ type: 'dependency', dependency: done });
  }
}
