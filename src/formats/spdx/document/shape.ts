/**
 * The JSON shape of SPDX 2.x as data (schemas/spdx-schema.json of SPDX 2.2.2 and 2.3): which members each object has,
 * and of what type they are. XML, YAML and RDF have no types of their own and are read by it; every object is held
 * against it before it is written.
 */
export type Member = 'text' | 'texts' | 'boolean' | 'integer' | { readonly object: Shape } | { readonly list: Shape };

export interface Shape {
  readonly members: ReadonlyMap<string, Member>;
  readonly required: readonly string[];
}

/** A name that ends in "*" is required in every version. */
function shape(members: Readonly<Record<string, Member>>): Shape {
  const entries = Object.entries(members);
  return {
    members: new Map(entries.map(([name, member]) => [name.replace('*', ''), member])),
    required: entries.filter(([name]) => name.endsWith('*')).map(([name]) => name.slice(0, -1)),
  };
}

export const annotationShape = shape({
  'annotationDate*': 'text',
  'annotationType*': 'text',
  'annotator*': 'text',
  'comment*': 'text',
});

const checksum = shape({ 'algorithm*': 'text', 'checksumValue*': 'text' });

const externalRef = shape({
  'referenceCategory*': 'text',
  'referenceType*': 'text',
  'referenceLocator*': 'text',
  comment: 'text',
});

const pointer = shape({ 'reference*': 'text', offset: 'integer', lineNumber: 'integer' });

const verificationCode = shape({
  'packageVerificationCodeValue*': 'text',
  packageVerificationCodeExcludedFiles: 'texts',
});

export const packageShape = shape({
  'SPDXID*': 'text',
  'name*': 'text',
  versionInfo: 'text',
  packageFileName: 'text',
  supplier: 'text',
  originator: 'text',
  'downloadLocation*': 'text',
  filesAnalyzed: 'boolean',
  packageVerificationCode: { object: verificationCode },
  checksums: { list: checksum },
  homepage: 'text',
  sourceInfo: 'text',
  licenseConcluded: 'text',
  licenseInfoFromFiles: 'texts',
  licenseDeclared: 'text',
  licenseComments: 'text',
  copyrightText: 'text',
  summary: 'text',
  description: 'text',
  comment: 'text',
  externalRefs: { list: externalRef },
  attributionTexts: 'texts',
  primaryPackagePurpose: 'text',
  releaseDate: 'text',
  builtDate: 'text',
  validUntilDate: 'text',
  annotations: { list: annotationShape },
  hasFiles: 'texts',
});

export const fileShape = shape({
  'SPDXID*': 'text',
  'fileName*': 'text',
  fileTypes: 'texts',
  'checksums*': { list: checksum },
  licenseConcluded: 'text',
  licenseInfoInFiles: 'texts',
  licenseComments: 'text',
  copyrightText: 'text',
  comment: 'text',
  noticeText: 'text',
  fileContributors: 'texts',
  attributionTexts: 'texts',
  artifactOfs: { list: shape({ name: 'text', homePage: 'text', projectUri: 'text' }) },
  fileDependencies: 'texts',
  annotations: { list: annotationShape },
});

export const snippetShape = shape({
  'SPDXID*': 'text',
  'snippetFromFile*': 'text',
  'ranges*': { list: shape({ 'startPointer*': { object: pointer }, 'endPointer*': { object: pointer } }) },
  licenseConcluded: 'text',
  licenseInfoInSnippets: 'texts',
  licenseComments: 'text',
  copyrightText: 'text',
  comment: 'text',
  'name*': 'text',
  attributionTexts: 'texts',
  annotations: { list: annotationShape },
});

export const extractedLicenseShape = shape({
  'licenseId*': 'text',
  'extractedText*': 'text',
  name: 'text',
  comment: 'text',
  seeAlsos: 'texts',
  crossRefs: {
    list: shape({
      'url*': 'text',
      isLive: 'boolean',
      isValid: 'boolean',
      isWayBackLink: 'boolean',
      match: 'text',
      order: 'integer',
      timestamp: 'text',
    }),
  },
});

export const relationshipShape = shape({
  'spdxElementId*': 'text',
  'relationshipType*': 'text',
  'relatedSpdxElement*': 'text',
  comment: 'text',
});

export const externalDocumentShape = shape({
  'externalDocumentId*': 'text',
  'spdxDocument*': 'text',
  'checksum*': { object: checksum },
});

export const reviewShape = shape({ reviewer: 'text', 'reviewDate*': 'text', comment: 'text' });

export const creationInfoShape = shape({
  'created*': 'text',
  'creators*': 'texts',
  licenseListVersion: 'text',
  comment: 'text',
});

/** The document without its lists: the piece of kind `document`. */
export const headShape = shape({
  'spdxVersion*': 'text',
  'SPDXID*': 'text',
  'name*': 'text',
  'dataLicense*': 'text',
  'documentNamespace*': 'text',
  comment: 'text',
  'creationInfo*': { object: creationInfoShape },
});

/** The whole document as JSON, YAML and XML have it: `documentDescribes` is left to its reader. */
export const documentShape: Shape = {
  required: headShape.required,
  members: new Map<string, Member>([
    ...headShape.members,
    ['externalDocumentRefs', { list: externalDocumentShape }],
    ['packages', { list: packageShape }],
    ['files', { list: fileShape }],
    ['snippets', { list: snippetShape }],
    ['hasExtractedLicensingInfos', { list: extractedLicenseShape }],
    ['relationships', { list: relationshipShape }],
    ['annotations', { list: annotationShape }],
    ['revieweds', { list: reviewShape }],
    ['documentDescribes', 'texts'],
  ]),
};

/** Members that are text wherever they stand, so that `"versionInfo": 1.10` stays "1.10". */
export const textMembers: ReadonlySet<string> = textMembersOf(documentShape);

function textMembersOf(top: Shape): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting = [top];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [name, member] of next.members) {
      if (member === 'text' || member === 'texts') names.add(name);
      else if (typeof member === 'object') waiting.push('object' in member ? member.object : member.list);
    }
  }
  return names;
}
