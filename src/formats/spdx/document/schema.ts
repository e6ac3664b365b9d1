/**
 * The JSON shape of SPDX 2.x as data (schemas/spdx-schema.json of SPDX 2.2.2 and 2.3): which members each object has,
 * and of what type they are. XML, YAML and RDF have no types of their own and are read by it; every object is held
 * against it before it is written.
 */
export type Spdx2Member =
  'text' | 'texts' | 'boolean' | 'integer' | { readonly object: Spdx2Schema } | { readonly list: Spdx2Schema };

export interface Spdx2Schema {
  readonly members: ReadonlyMap<string, Spdx2Member>;
  readonly required: readonly string[];
}

/** A name that ends in "*" is required in every version. */
function schema(members: Readonly<Record<string, Spdx2Member>>): Spdx2Schema {
  const entries = Object.entries(members);
  return {
    members: new Map(entries.map(([name, member]) => [name.replace('*', ''), member])),
    required: entries.filter(([name]) => name.endsWith('*')).map(([name]) => name.slice(0, -1)),
  };
}

export const annotationSchema = schema({
  'annotationDate*': 'text',
  'annotationType*': 'text',
  'annotator*': 'text',
  'comment*': 'text',
});

const checksum = schema({ 'algorithm*': 'text', 'checksumValue*': 'text' });

const externalRef = schema({
  'referenceCategory*': 'text',
  'referenceType*': 'text',
  'referenceLocator*': 'text',
  comment: 'text',
});

const pointer = schema({ 'reference*': 'text', offset: 'integer', lineNumber: 'integer' });

const verificationCode = schema({
  'packageVerificationCodeValue*': 'text',
  packageVerificationCodeExcludedFiles: 'texts',
});

export const packageSchema = schema({
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
  annotations: { list: annotationSchema },
  hasFiles: 'texts',
});

export const fileSchema = schema({
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
  artifactOfs: { list: schema({ name: 'text', homePage: 'text', projectUri: 'text' }) },
  fileDependencies: 'texts',
  annotations: { list: annotationSchema },
});

export const snippetSchema = schema({
  'SPDXID*': 'text',
  'snippetFromFile*': 'text',
  'ranges*': { list: schema({ 'startPointer*': { object: pointer }, 'endPointer*': { object: pointer } }) },
  licenseConcluded: 'text',
  licenseInfoInSnippets: 'texts',
  licenseComments: 'text',
  copyrightText: 'text',
  comment: 'text',
  'name*': 'text',
  attributionTexts: 'texts',
  annotations: { list: annotationSchema },
});

export const extractedLicenseSchema = schema({
  'licenseId*': 'text',
  'extractedText*': 'text',
  name: 'text',
  comment: 'text',
  seeAlsos: 'texts',
  crossRefs: {
    list: schema({
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

export const relationshipSchema = schema({
  'spdxElementId*': 'text',
  'relationshipType*': 'text',
  'relatedSpdxElement*': 'text',
  comment: 'text',
});

export const externalDocumentSchema = schema({
  'externalDocumentId*': 'text',
  'spdxDocument*': 'text',
  'checksum*': { object: checksum },
});

export const reviewSchema = schema({ reviewer: 'text', 'reviewDate*': 'text', comment: 'text' });

export const creationInfoSchema = schema({
  'created*': 'text',
  'creators*': 'texts',
  licenseListVersion: 'text',
  comment: 'text',
});

/** The document without its lists: the piece of kind `document`. */
export const headSchema = schema({
  'spdxVersion*': 'text',
  'SPDXID*': 'text',
  'name*': 'text',
  'dataLicense*': 'text',
  'documentNamespace*': 'text',
  comment: 'text',
  'creationInfo*': { object: creationInfoSchema },
});

/** The whole document as JSON, YAML and XML have it: `documentDescribes` is left to its reader. */
export const documentSchema: Spdx2Schema = {
  required: headSchema.required,
  members: new Map<string, Spdx2Member>([
    ...headSchema.members,
    ['externalDocumentRefs', { list: externalDocumentSchema }],
    ['packages', { list: packageSchema }],
    ['files', { list: fileSchema }],
    ['snippets', { list: snippetSchema }],
    ['hasExtractedLicensingInfos', { list: extractedLicenseSchema }],
    ['relationships', { list: relationshipSchema }],
    ['annotations', { list: annotationSchema }],
    ['revieweds', { list: reviewSchema }],
    ['documentDescribes', 'texts'],
  ]),
};

/** Members that are text wherever they stand, so that `"versionInfo": 1.10` stays "1.10". */
export const textMembers: ReadonlySet<string> = textMembersOf(documentSchema);

function textMembersOf(top: Spdx2Schema): ReadonlySet<string> {
  const names = new Set<string>();
  const pending = [top];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [name, member] of next.members) {
      if (member === 'text' || member === 'texts') names.add(name);
      else if (typeof member === 'object') pending.push('object' in member ? member.object : member.list);
    }
  }
  return names;
}
