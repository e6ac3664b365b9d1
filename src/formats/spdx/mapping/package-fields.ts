import type { BomComponent, BomReference, ComponentType, JsonObject } from '../../../model/document.js';
import { textOf } from '../../../model/json.js';
import { readChecksums, writeChecksums } from '../../shared/spdx-checksums.js';
import {
  isValidLocation,
  mergeExternalRefs,
  readDownload,
  readExternalRef,
  readHomepage,
  writeReferences,
} from '../../shared/spdx-external-refs.js';
import { isValidExpression } from '../../shared/license-expressions.js';
import type { ComponentDraft } from '../../component-draft.js';
import type { PackageField } from './field-mapping.js';
import { readSpdxLicense, writeSpdxLicenses } from '../../shared/spdx-licenses.js';
import { toSingleLine } from './lines.js';
import { isValidSpdxParty, readSpdxParty, writeSpdxParty } from '../../shared/spdx-parties.js';

/** SPDX 2.3, clause 7.24, in the spelling of the JSON schema. A purpose without a component type gets the nearest. */
const typeOfPurpose: ReadonlyMap<string, ComponentType> = new Map([
  ['APPLICATION', 'application'],
  ['FRAMEWORK', 'framework'],
  ['LIBRARY', 'library'],
  ['CONTAINER', 'container'],
  ['OPERATING_SYSTEM', 'operating-system'],
  ['DEVICE', 'device'],
  ['FIRMWARE', 'firmware'],
  ['FILE', 'file'],
  ['ARCHIVE', 'file'],
  ['INSTALL', 'application'],
]);

const purposeOfType: ReadonlyMap<ComponentType, string> = new Map(
  [...typeOfPurpose].reverse().map(([purpose, type]) => [type, purpose]),
);

const isKnownText = (text: string): boolean => text !== '' && text !== 'NOASSERTION' && text !== 'NONE';

const licenseField = (
  member: 'licenseDeclared' | 'licenseConcluded',
  relation: 'declared' | 'concluded',
): PackageField => ({
  members: [member],
  fields: ['licenses'],
  read: (data, draft) => {
    const read = readSpdxLicense(relation, textOf(data[member]));
    if (read) draft.licenses = draft.licenses.length === 0 ? [read] : [...draft.licenses, read];
  },
  write: (component, data) => {
    const written = writeSpdxLicenses(component.licenses, relation);
    if (written !== undefined) data[member] = written;
  },
  isValid: isValidExpression,
});

const partyField = (member: 'supplier' | 'originator'): PackageField => ({
  members: [member],
  fields: [member],
  read: (data, draft) => {
    const read = readSpdxParty(textOf(data[member]));
    if (read) draft[member] = read;
  },
  write: (component, data) => {
    const written = component[member] && writeSpdxParty(component[member]);
    if (written !== undefined) data[member] = written;
  },
  isValid: isValidSpdxParty,
});

export const spdx2PackageFields: readonly PackageField[] = [
  {
    members: ['name'],
    fields: ['name'],
    read: (data, draft) => void (draft.name = textOf(data.name)),
    write: (component, data) => void (data.name = toSingleLine(component.name) || 'unnamed'),
  },
  {
    members: ['versionInfo'],
    fields: ['version'],
    read: (data, draft) => {
      const text = textOf(data.versionInfo);
      if (isKnownText(text)) draft.version = text;
    },
    write: (component, data) => {
      const version = toSingleLine(component.version);
      if (version !== '') data.versionInfo = version;
    },
  },
  {
    // A package without a purpose is read as a library and written without one.
    members: ['primaryPackagePurpose'],
    fields: ['type'],
    read: (data, draft) =>
      void (draft.type = typeOfPurpose.get(textOf(data.primaryPackagePurpose).replace('-', '_')) ?? 'library'),
    write: (component, data) => {
      if (component.type === 'library' && component.native?.family === 'spdx') return;
      data.primaryPackagePurpose = purposeOfType.get(component.type) ?? 'OTHER';
    },
  },
  partyField('supplier'),
  partyField('originator'),
  {
    members: ['description', 'summary'],
    fields: ['description'],
    read: (data, draft) => {
      const text = textOf(data.description) || textOf(data.summary);
      if (text !== '') draft.description = text;
    },
    write: (component, data) => {
      if (component.description) data.description = component.description;
    },
  },
  {
    members: ['copyrightText'],
    fields: ['copyright'],
    read: (data, draft) => {
      const text = textOf(data.copyrightText);
      if (isKnownText(text)) draft.copyright = text;
    },
    write: (component, data) => {
      if (component.copyright) data.copyrightText = component.copyright;
    },
  },
  licenseField('licenseDeclared', 'declared'),
  licenseField('licenseConcluded', 'concluded'),
  {
    members: ['checksums'],
    fields: ['hashes'],
    read: (data, draft) => void (draft.hashes = readChecksums(data.checksums)),
    write: (component, data) => {
      const checksums = writeChecksums(component.hashes);
      if (checksums.length > 0) data.checksums = checksums;
    },
  },
  {
    members: ['homepage', 'downloadLocation', 'externalRefs'],
    fields: ['purls', 'cpes', 'references'],
    read: readReferences,
    write: (component, data) => {
      const { homepage, downloadLocation, externalRefs } = writeReferences(component);
      if (homepage !== undefined) data.homepage = homepage;
      if (downloadLocation !== undefined) data.downloadLocation = downloadLocation;
      if (externalRefs.length > 0) data.externalRefs = externalRefs;
    },
    isValid: isValidLocation,
    merge: mergeReferences,
  },
];

function readReferences(data: JsonObject, draft: ComponentDraft): void {
  const homepage = readHomepage(textOf(data.homepage));
  const download = readDownload(textOf(data.downloadLocation));
  const purls: string[] = [];
  const cpes: string[] = [];
  const references: BomReference[] = [];
  if (homepage) references.push(homepage);
  if (download) references.push(download);
  for (const item of Array.isArray(data.externalRefs) ? data.externalRefs : []) {
    const read = readExternalRef(item);
    if (read === undefined) continue;
    if ('purl' in read) purls.push(read.purl);
    else if ('cpe' in read) cpes.push(read.cpe);
    else references.push(read.reference);
  }
  draft.purls = purls;
  draft.cpes = cpes;
  draft.references = references;
}

/** A changed component keeps the original members that still hold, in their order. */
function mergeReferences(own: JsonObject, component: BomComponent): JsonObject {
  const written = writeReferences(component);
  const merged: JsonObject = {};
  const holds = (url: string): boolean => component.references.some((reference) => reference.url === url);
  const ownHomepage = textOf(own.homepage);
  const ownDownload = textOf(own.downloadLocation);
  const homepage = !isKnownText(ownHomepage) || holds(ownHomepage) ? ownHomepage : '';
  const download = !isKnownText(ownDownload) || holds(ownDownload) ? ownDownload : '';
  if (written.homepage ?? homepage) merged.homepage = written.homepage ?? homepage;
  if (written.downloadLocation ?? download) merged.downloadLocation = written.downloadLocation ?? download;
  const refs = mergeExternalRefs(Array.isArray(own.externalRefs) ? own.externalRefs : [], component);
  if (refs.length > 0) merged.externalRefs = refs;
  return merged;
}
