import type { BomHash, BomReference, ComponentType, Json, JsonObject, Party } from '../../../model/document.js';
import { objectsOf, textOf } from '../../../model/json.js';
import { readDownload, readHomepage } from '../../shared/spdx-external-refs.js';
import type { ComponentDraft } from '../../component-draft.js';
import type { PackageField } from '../mapping/field-mapping.js';
import { propertiesExtension, propertiesOf } from '../../shared/spdx3-properties.js';
import { neutralAlgorithm, referenceTypes, typeOfPurpose } from '../../shared/spdx3-vocabulary.js';

/** Agents are elements of their own: resolves references to them, and makes new ones. */
export interface Agents {
  partyOf(agent: Json | undefined): Party | undefined;
  referenceTo(party: Party): string;
}

const purposeOfType: ReadonlyMap<ComponentType, string> = new Map(
  [...typeOfPurpose].reverse().map(([purpose, type]) => [type, purpose]),
);
const typeOfReference = new Map([...referenceTypes].map(([type, name]) => [name, type]));
const nameOfAlgorithm = new Map([...neutralAlgorithm].map(([name, algorithm]) => [algorithm, name]));

/** Classes of packages, and the component type of one without a purpose. */
export const packageClasses: ReadonlyMap<string, ComponentType> = new Map([
  ['software_Package', 'library'],
  ['ai_AIPackage', 'machine-learning-model'],
  ['dataset_DatasetPackage', 'data'],
]);

const isKnownText = (text: string): boolean => text !== '' && text !== 'NOASSERTION' && text !== 'NONE';

/** A member that is one text. */
const textField = (member: string, field: 'name' | 'version' | 'copyright'): PackageField => ({
  members: [member],
  fields: [field],
  read: (data, draft) => {
    const text = textOf(data[member]);
    if (isKnownText(text)) draft[field] = text;
  },
  write: (component, data) => {
    if (component[field]) data[member] = component[field];
  },
});

/** A package may have several originators: the first one is the field. */
const agentField = (
  member: 'suppliedBy' | 'originatedBy',
  field: 'supplier' | 'originator',
  agents: Agents,
): PackageField => ({
  members: [member],
  fields: [field],
  read: (data, draft) => {
    const party = agents.partyOf([data[member] ?? []].flat()[0]);
    if (party) draft[field] = party;
  },
  write: (component, data) => {
    if (!component[field]) return;
    const reference = agents.referenceTo(component[field]);
    data[member] = member === 'originatedBy' ? [reference] : reference;
  },
});

/** Members of a package (Core/Element, Core/Artifact, Software/SoftwareArtifact, Software/Package). */
export const spdx3PackageFields = (agents: Agents): readonly PackageField[] => [
  textField('name', 'name'),
  textField('software_packageVersion', 'version'),
  textField('software_copyrightText', 'copyright'),
  {
    members: ['software_primaryPurpose', 'type'],
    fields: ['type'],
    read: (data, draft) => {
      const byClass = packageClasses.get(textOf(data.type)) ?? 'library';
      draft.type = typeOfPurpose.get(textOf(data.software_primaryPurpose)) ?? byClass;
    },
    write: ({ type, native }, data) => {
      data.type = 'software_Package';
      if (type !== 'library' || native?.family !== 'spdx')
        data.software_primaryPurpose = purposeOfType.get(type) ?? 'other';
    },
  },
  {
    members: ['description', 'summary'],
    fields: ['description'],
    read: (data, draft) => {
      const text = textOf(data.description) || textOf(data.summary);
      if (text !== '') draft.description = text;
    },
    write: ({ description }, data) => {
      if (description) data.description = description;
    },
  },
  agentField('suppliedBy', 'supplier', agents),
  agentField('originatedBy', 'originator', agents),
  {
    members: ['software_packageUrl', 'externalIdentifier'],
    fields: ['purls', 'cpes'],
    read: readIdentifiers,
    write: ({ purls, cpes }, data) => {
      if (purls[0] !== undefined) data.software_packageUrl = purls[0];
      const others = [...purls.slice(1).map((purl) => identifier('packageUrl', purl)), ...cpes.map(cpeIdentifier)];
      if (others.length > 0) data.externalIdentifier = others;
    },
    merge: (own, component) => {
      const others = objectsOf(own.externalIdentifier).filter(({ externalIdentifierType: type }) => !isPurlOrCpe(type));
      const [main, ...more] = component.purls;
      const all = [
        ...others,
        ...more.map((purl) => identifier('packageUrl', purl)),
        ...component.cpes.map(cpeIdentifier),
      ];
      return {
        ...(main === undefined ? {} : { software_packageUrl: main }),
        ...(all.length > 0 ? { externalIdentifier: all } : {}),
      };
    },
  },
  {
    members: ['verifiedUsing'],
    fields: ['hashes'],
    read: (data, draft) => {
      const hashes: BomHash[] = [];
      for (const hash of objectsOf(data.verifiedUsing)) {
        if (hash.type !== 'Hash') continue;
        const algorithm = textOf(hash.algorithm);
        hashes.push({
          algorithm: neutralAlgorithm.get(algorithm) ?? algorithm,
          value: textOf(hash.hashValue).toLowerCase(),
        });
      }
      draft.hashes = hashes;
    },
    write: ({ hashes }, data) => {
      const known = writeHashes(hashes);
      if (known.length > 0) data.verifiedUsing = known;
    },
    merge: (own, { hashes }) => {
      const merged: JsonObject = {};
      const others = objectsOf(own.verifiedUsing).filter(({ type }) => type !== 'Hash');
      const all = [...others, ...writeHashes(hashes)];
      if (all.length > 0) merged.verifiedUsing = all;
      return merged;
    },
  },
  {
    members: ['software_homePage', 'software_downloadLocation', 'externalRef'],
    fields: ['references'],
    read: readReferences,
    write: ({ references }, data) => void Object.assign(data, writeReferences(references)),
  },
  {
    members: ['extension'],
    fields: ['properties'],
    read: (data, draft) => {
      draft.properties = propertiesOf(data.extension);
    },
    write: ({ properties }, data) => {
      if (properties.length > 0) data.extension = [propertiesExtension(properties)];
    },
  },
];

const writeHashes = (hashes: readonly BomHash[]): JsonObject[] =>
  hashes.flatMap(({ algorithm, value }) => {
    const name = nameOfAlgorithm.get(algorithm);
    return name === undefined ? [] : [{ type: 'Hash', algorithm: name, hashValue: value }];
  });

const isPurlOrCpe = (type: Json | undefined): boolean => type === 'packageUrl' || type === 'cpe22' || type === 'cpe23';

function readIdentifiers(data: JsonObject, draft: ComponentDraft): void {
  const main = textOf(data.software_packageUrl);
  if (data.externalIdentifier === undefined) {
    draft.purls = main === '' ? [] : [main];
    draft.cpes = [];
    return;
  }
  const purls = new Set(main === '' ? [] : [main]);
  const cpes = new Set<string>();
  for (const item of objectsOf(data.externalIdentifier)) {
    const { externalIdentifierType: type } = item;
    const text = textOf(item.identifier);
    if (!isPurlOrCpe(type) || text === '') continue;
    if (type === 'packageUrl') purls.add(text);
    else cpes.add(text);
  }
  draft.purls = [...purls];
  draft.cpes = [...cpes];
}

const identifier = (externalIdentifierType: string, text: string): JsonObject => ({
  type: 'ExternalIdentifier',
  externalIdentifierType,
  identifier: text,
});

const cpeIdentifier = (cpe: string): JsonObject => identifier(/^cpe:\//i.test(cpe) ? 'cpe22' : 'cpe23', cpe);

function readReferences(data: JsonObject, draft: ComponentDraft): void {
  const homepage = readHomepage(textOf(data.software_homePage));
  const download = readDownload(textOf(data.software_downloadLocation));
  const references: BomReference[] = [];
  if (homepage) references.push(homepage);
  if (download) references.push(download);
  for (const item of objectsOf(data.externalRef)) {
    const type = typeOfReference.get(textOf(item.externalRefType)) ?? 'other';
    const comment = textOf(item.comment);
    for (const url of Array.isArray(item.locator) ? item.locator : [])
      if (typeof url === 'string') references.push(comment === '' ? { type, url } : { type, url, comment });
  }
  draft.references = references;
}

function writeReferences(references: readonly BomReference[]): JsonObject {
  const data: JsonObject = {};
  const others: JsonObject[] = [];
  for (const { type, url, comment } of references) {
    const isPlain = !comment;
    if (isPlain && type === 'website' && data.software_homePage === undefined && readHomepage(url))
      data.software_homePage = url;
    else if (isPlain && data.software_downloadLocation === undefined && readDownload(url)?.type === type)
      data.software_downloadLocation = url;
    else
      others.push({
        type: 'ExternalRef',
        externalRefType: referenceTypes.get(type) ?? 'other',
        locator: [url],
        ...(comment ? { comment } : {}),
      });
  }
  if (others.length > 0) data.externalRef = others;
  return data;
}
