import type { BomComponent, BomPart, BomProperty, BomReference, Json, JsonObject } from '../../model/document.js';
import { textOf } from '../../model/json.js';
import type { SerializeOptions } from '../format.js';
import { readChecksums } from '../shared/spdx-checksums.js';
import { readRelationship, type Spdx2Relationship } from '../shared/spdx2-relationships.js';
import { isGeneratedDefinition, readSpdxLicense } from '../shared/spdx-licenses.js';
import { addProperty, authorFromText } from './from-spdx.js';

/** An entry of `externalDocumentRefs` as external reference. */
export function referenceFromExternalDocument(data: JsonObject): BomReference | undefined {
  if (typeof data.spdxDocument !== 'string') return undefined;
  const hashes = readChecksums([data.checksum ?? null]);
  return {
    type: 'bom',
    url: data.spdxDocument,
    ...(typeof data.externalDocumentId === 'string' && { comment: data.externalDocumentId }),
    ...(hashes.length > 0 && { hashes }),
  };
}

/** Parts of SPDX that become annotations of CycloneDX. */
export const annotationKinds = ['annotation', 'review', 'relationship'] as const;

export function annotationFromPart(part: BomPart, options: SerializeOptions): JsonObject | undefined {
  if (part.family !== 'spdx') return undefined;
  const { data, ref } = part;
  if (part.kind === 'relationship') {
    const read = readRelationship(data);
    return read && annotationFromRelationship(read, options);
  }
  if (part.kind === 'review')
    return annotation(data.reviewDate, data.reviewer, { text: `REVIEW: ${textOf(data.comment)}`, ref: '' });
  const isReview = data.annotationType === 'REVIEW';
  const text = `${isReview ? 'REVIEW: ' : ''}${textOf(data.comment)}`;
  return annotation(data.annotationDate, data.annotator, { text, ref: ref ?? '' });
}

function annotation(
  timestamp: Json | undefined,
  annotator: Json | undefined,
  { text, ref }: { text: string; ref: string },
): JsonObject | undefined {
  if (typeof timestamp !== 'string') return undefined;
  const annotatorText = textOf(annotator);
  const [, annotatorType = '', name = annotatorText || 'unknown'] =
    /^(Person|Organization|Tool):\s*(.*)$/s.exec(annotatorText) ?? [];
  const annotators: Readonly<Record<string, JsonObject>> = {
    Person: { individual: authorFromText(name) },
    Organization: { organization: { name } },
    Tool: { component: { type: 'application', name } },
  };
  return {
    subjects: ref === '' ? [] : [ref],
    annotator: annotators[annotatorType] ?? { individual: { name } },
    timestamp,
    text,
  };
}

/** A relationship that is no edge of the graph, as readable text about its ends. */
export function annotationFromRelationship(
  { from, type, to, comment }: Spdx2Relationship,
  { tool, timestamp }: SerializeOptions,
): JsonObject {
  const about = comment === '' ? '' : `: ${comment}`;
  return {
    subjects: [from, to].filter((ref) => ref !== 'NONE' && ref !== 'NOASSERTION'),
    annotator: { component: { type: 'application', name: tool.name } },
    timestamp,
    text: `SPDX relationship ${from} ${type} ${to}${about}`,
  };
}

/** Members of a file that have a field, or a property of the taxonomy. */
const mappedFileMembers: ReadonlySet<string> = new Set(
  (
    'SPDXID fileName checksums copyrightText licenseConcluded fileTypes fileContributors noticeText ' +
    'licenseInfoInFiles licenseComments comment annotations'
  ).split(' '),
);

/** A file of SPDX 2.x as a component of that type. */
export function componentFromFile(data: JsonObject, ref: string | undefined): BomComponent {
  const concluded = readSpdxLicense('concluded', textOf(data.licenseConcluded));
  const copyright = textOf(data.copyrightText);
  const properties: BomProperty[] = [];
  const add = (name: string, value: Json | undefined): void => addProperty(properties, `spdx:${name}`, value ?? null);
  add('file:type', data.fileTypes);
  add('file:contributor', data.fileContributors);
  add('file:notice-text', data.noticeText);
  // That there is none is more than that nobody says one.
  if (copyright === 'NONE') add('file:copyright-text', copyright);
  if (data.licenseConcluded === 'NONE') add('license-concluded', data.licenseConcluded);
  add('license-info-from-file', data.licenseInfoInFiles);
  add('license-comments', data.licenseComments);
  add('comment', data.comment);
  add('annotation', data.annotations);
  for (const name in data)
    if (!mappedFileMembers.has(name))
      add(`file:${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, data[name]);
  return {
    ref: ref ?? textOf(data.SPDXID),
    parentRef: null,
    place: '',
    type: 'file',
    name: textOf(data.fileName),
    group: '',
    version: '',
    purls: [],
    cpes: [],
    licenses: concluded === undefined ? [] : [concluded],
    hashes: readChecksums(data.checksums),
    references: [],
    properties,
    ...(copyright !== '' && copyright !== 'NOASSERTION' && copyright !== 'NONE' && { copyright }),
  };
}

/** Text and URL of a licence that the document defines. */
export function licenseTextFromPart({ data }: BomPart): { id: string; text: string; url?: string } | undefined {
  const { licenseId, extractedText, seeAlsos } = data;
  if (typeof licenseId !== 'string' || typeof extractedText !== 'string') return undefined;
  const url = (Array.isArray(seeAlsos) ? seeAlsos : []).find((one) => typeof one === 'string');
  return { id: licenseId, text: extractedText, ...(url !== undefined && { url }) };
}

/** Members of a defined licence that CycloneDX has no place for; nothing else says what they do. */
export function lostLicenseMembers({ data }: BomPart): string[] {
  const isKept = isGeneratedDefinition(data);
  const lost: string[] = [];
  for (const [name, value] of Object.entries(data)) {
    if (name === 'licenseId' || name === 'extractedText' || value === data.licenseId || saysNothing(value)) continue;
    if (name === 'seeAlsos' ? !Array.isArray(value) || value.length > 1 : name !== 'name' || !isKept) lost.push(name);
  }
  return lost;
}

const saysNothing = (value: Json): boolean =>
  value === null || value === '' || value === 'NOASSERTION' || (Array.isArray(value) && value.length === 0);
