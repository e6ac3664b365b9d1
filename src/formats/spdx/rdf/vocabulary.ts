/**
 * What a property of the SPDX 2.x ontology (http://spdx.org/rdf/terms) is in the JSON shape. `word` is a named
 * individual such as `fileType_source`; `id` an element of the document, by its URI; an object and a list of objects
 * have a vocabulary of their own.
 */
export type PropertyForm =
  | 'text'
  | 'texts'
  | 'boolean'
  | 'integer'
  | 'word'
  | 'words'
  | 'id'
  | 'ids'
  | 'uri'
  | 'license'
  | 'licenses'
  | 'category'
  | 'reference-type'
  | { readonly object: RdfVocabulary }
  | { readonly list: RdfVocabulary };

/** Member of the JSON shape, name of the property, form. */
export type RdfVocabulary = readonly (readonly [string, string, PropertyForm])[];

const annotation: RdfVocabulary = [
  ['annotationDate', 'annotationDate', 'text'],
  ['annotationType', 'annotationType', 'word'],
  ['annotator', 'annotator', 'text'],
  ['comment', 'comment', 'text'],
];

const checksum: RdfVocabulary = [
  ['algorithm', 'algorithm', 'word'],
  ['checksumValue', 'checksumValue', 'text'],
];

const pointer: RdfVocabulary = [
  ['reference', 'reference', 'id'],
  ['offset', 'offset', 'integer'],
  ['lineNumber', 'lineNumber', 'integer'],
];

export const packageVocabulary: RdfVocabulary = [
  ['name', 'name', 'text'],
  ['versionInfo', 'versionInfo', 'text'],
  ['packageFileName', 'packageFileName', 'text'],
  ['supplier', 'supplier', 'text'],
  ['originator', 'originator', 'text'],
  ['downloadLocation', 'downloadLocation', 'text'],
  ['filesAnalyzed', 'filesAnalyzed', 'boolean'],
  [
    'packageVerificationCode',
    'packageVerificationCode',
    {
      object: [
        ['packageVerificationCodeValue', 'packageVerificationCodeValue', 'text'],
        ['packageVerificationCodeExcludedFiles', 'packageVerificationCodeExcludedFile', 'texts'],
      ],
    },
  ],
  ['checksums', 'checksum', { list: checksum }],
  ['homepage', 'homepage', 'text'],
  ['sourceInfo', 'sourceInfo', 'text'],
  ['licenseConcluded', 'licenseConcluded', 'license'],
  ['licenseInfoFromFiles', 'licenseInfoFromFiles', 'licenses'],
  ['licenseDeclared', 'licenseDeclared', 'license'],
  ['licenseComments', 'licenseComments', 'text'],
  ['copyrightText', 'copyrightText', 'text'],
  ['summary', 'summary', 'text'],
  ['description', 'description', 'text'],
  ['comment', 'comment', 'text'],
  [
    'externalRefs',
    'externalRef',
    {
      list: [
        ['referenceCategory', 'referenceCategory', 'category'],
        ['referenceType', 'referenceType', 'reference-type'],
        ['referenceLocator', 'referenceLocator', 'text'],
        ['comment', 'comment', 'text'],
      ],
    },
  ],
  ['attributionTexts', 'attributionText', 'texts'],
  ['primaryPackagePurpose', 'primaryPackagePurpose', 'word'],
  ['releaseDate', 'releaseDate', 'text'],
  ['builtDate', 'builtDate', 'text'],
  ['validUntilDate', 'validUntilDate', 'text'],
  ['annotations', 'annotation', { list: annotation }],
  ['hasFiles', 'hasFile', 'ids'],
];

export const fileVocabulary: RdfVocabulary = [
  ['fileName', 'fileName', 'text'],
  ['fileTypes', 'fileType', 'words'],
  ['checksums', 'checksum', { list: checksum }],
  ['licenseConcluded', 'licenseConcluded', 'license'],
  ['licenseInfoInFiles', 'licenseInfoInFile', 'licenses'],
  ['licenseComments', 'licenseComments', 'text'],
  ['copyrightText', 'copyrightText', 'text'],
  ['comment', 'comment', 'text'],
  ['noticeText', 'noticeText', 'text'],
  ['fileContributors', 'fileContributor', 'texts'],
  ['attributionTexts', 'attributionText', 'texts'],
  [
    'artifactOfs',
    'artifactOf',
    {
      list: [
        ['name', 'name', 'text'],
        ['homePage', 'homepage', 'text'],
      ],
    },
  ],
  ['fileDependencies', 'fileDependency', 'ids'],
  ['annotations', 'annotation', { list: annotation }],
];

export const snippetVocabulary: RdfVocabulary = [
  ['name', 'name', 'text'],
  ['snippetFromFile', 'snippetFromFile', 'id'],
  [
    'ranges',
    'range',
    {
      list: [
        ['startPointer', 'startPointer', { object: pointer }],
        ['endPointer', 'endPointer', { object: pointer }],
      ],
    },
  ],
  ['licenseConcluded', 'licenseConcluded', 'license'],
  ['licenseInfoInSnippets', 'licenseInfoInSnippet', 'licenses'],
  ['licenseComments', 'licenseComments', 'text'],
  ['copyrightText', 'copyrightText', 'text'],
  ['comment', 'comment', 'text'],
  ['attributionTexts', 'attributionText', 'texts'],
  ['annotations', 'annotation', { list: annotation }],
];

export const extractedLicenseVocabulary: RdfVocabulary = [
  ['licenseId', 'licenseId', 'text'],
  ['extractedText', 'extractedText', 'text'],
  ['name', 'name', 'text'],
  ['comment', 'comment', 'text'],
  ['seeAlsos', 'seeAlso', 'texts'],
  [
    'crossRefs',
    'crossRef',
    {
      list: [
        ['url', 'url', 'text'],
        ['isLive', 'isLive', 'boolean'],
        ['isValid', 'isValid', 'boolean'],
        ['isWayBackLink', 'isWayBackLink', 'boolean'],
        ['match', 'match', 'text'],
        ['order', 'order', 'integer'],
        ['timestamp', 'timestamp', 'text'],
      ],
    },
  ],
];

export const relationshipVocabulary: RdfVocabulary = [
  ['relationshipType', 'relationshipType', 'word'],
  ['relatedSpdxElement', 'relatedSpdxElement', 'id'],
  ['comment', 'comment', 'text'],
];

export const externalDocumentVocabulary: RdfVocabulary = [
  ['externalDocumentId', 'externalDocumentId', 'text'],
  ['spdxDocument', 'spdxDocument', 'uri'],
  ['checksum', 'checksum', { object: checksum }],
];

export const reviewVocabulary: RdfVocabulary = [
  ['reviewer', 'reviewer', 'text'],
  ['reviewDate', 'reviewDate', 'text'],
  ['comment', 'comment', 'text'],
];

export const annotationVocabulary = annotation;

export const documentVocabulary: RdfVocabulary = [
  ['spdxVersion', 'specVersion', 'text'],
  ['name', 'name', 'text'],
  ['dataLicense', 'dataLicense', 'license'],
  ['comment', 'comment', 'text'],
  [
    'creationInfo',
    'creationInfo',
    {
      object: [
        ['created', 'created', 'text'],
        ['creators', 'creator', 'texts'],
        ['licenseListVersion', 'licenseListVersion', 'text'],
        ['comment', 'comment', 'text'],
      ],
    },
  ],
];
