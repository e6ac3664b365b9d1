/** Elements of a tag-value document. */
export type TagElementKind =
  'document' | 'package' | 'file' | 'snippet' | 'extracted-license' | 'annotation' | 'review';

/**
 * The form of a tag's value: `line` and `text` (which may be between `<text>` and `</text>`) occur once, `lines` and
 * `texts` any number of times; the others have a syntax of their own.
 */
export type TagForm =
  | 'line'
  | 'lines'
  | 'text'
  | 'texts'
  | 'boolean'
  | 'purpose'
  | 'checksums'
  | 'verification-code'
  | 'external-ref'
  | 'byte-range'
  | 'line-range'
  | 'artifact-name'
  | 'artifact-home'
  | 'artifact-uri';

export interface Tag {
  readonly name: string;
  readonly element: TagElementKind;
  /** The object that has the member, where that is not the element itself. */
  readonly holder: string | undefined;
  readonly member: string;
  readonly form: TagForm;
  /** Read only: current readers refuse it. */
  readonly isOld: boolean;
}

const legacyTags: ReadonlySet<string> = new Set([
  'ArtifactOfProjectName',
  'ArtifactOfProjectHomePage',
  'ArtifactOfProjectURI',
  'FileDependency',
]);

const element = (name: TagElementKind, rows: readonly (readonly [string, string, TagForm])[]): readonly Tag[] =>
  rows.map(([tag, path, form]) => ({
    name: tag,
    element: name,
    holder: path.includes('.') ? path.split('.')[0] : undefined,
    member: path.slice(path.indexOf('.') + 1),
    form,
    isOld: legacyTags.has(tag),
  }));

/**
 * Tags of SPDX 2.3 (clauses 6 to 13) and legacy ones, in the order of writing. The first tag of an element begins it.
 * "creationInfo.created" is a member of `creationInfo`.
 */
export const tagsOfElement: Readonly<Record<TagElementKind, readonly Tag[]>> = {
  document: element('document', [
    ['SPDXVersion', 'spdxVersion', 'line'],
    ['DataLicense', 'dataLicense', 'line'],
    ['SPDXID', 'SPDXID', 'line'],
    ['DocumentName', 'name', 'line'],
    ['DocumentNamespace', 'documentNamespace', 'line'],
    ['DocumentComment', 'comment', 'text'],
    ['LicenseListVersion', 'creationInfo.licenseListVersion', 'line'],
    ['Creator', 'creationInfo.creators', 'lines'],
    ['Created', 'creationInfo.created', 'line'],
    ['CreatorComment', 'creationInfo.comment', 'text'],
  ]),
  package: element('package', [
    ['PackageName', 'name', 'line'],
    ['SPDXID', 'SPDXID', 'line'],
    ['PackageVersion', 'versionInfo', 'line'],
    ['PackageFileName', 'packageFileName', 'line'],
    ['PackageSupplier', 'supplier', 'line'],
    ['PackageOriginator', 'originator', 'line'],
    ['PackageDownloadLocation', 'downloadLocation', 'line'],
    ['PrimaryPackagePurpose', 'primaryPackagePurpose', 'purpose'],
    ['ReleaseDate', 'releaseDate', 'line'],
    ['BuiltDate', 'builtDate', 'line'],
    ['ValidUntilDate', 'validUntilDate', 'line'],
    ['FilesAnalyzed', 'filesAnalyzed', 'boolean'],
    ['PackageVerificationCode', 'packageVerificationCode', 'verification-code'],
    ['PackageChecksum', 'checksums', 'checksums'],
    ['PackageHomePage', 'homepage', 'line'],
    ['PackageSourceInfo', 'sourceInfo', 'text'],
    ['PackageLicenseConcluded', 'licenseConcluded', 'line'],
    ['PackageLicenseInfoFromFiles', 'licenseInfoFromFiles', 'lines'],
    ['PackageLicenseDeclared', 'licenseDeclared', 'line'],
    ['PackageLicenseComments', 'licenseComments', 'text'],
    ['PackageCopyrightText', 'copyrightText', 'text'],
    ['PackageSummary', 'summary', 'text'],
    ['PackageDescription', 'description', 'text'],
    ['PackageComment', 'comment', 'text'],
    ['ExternalRef', 'externalRefs', 'external-ref'],
    ['PackageAttributionText', 'attributionTexts', 'texts'],
  ]),
  file: element('file', [
    ['FileName', 'fileName', 'line'],
    ['SPDXID', 'SPDXID', 'line'],
    ['FileType', 'fileTypes', 'lines'],
    ['FileChecksum', 'checksums', 'checksums'],
    ['LicenseConcluded', 'licenseConcluded', 'line'],
    ['LicenseInfoInFile', 'licenseInfoInFiles', 'lines'],
    ['LicenseComments', 'licenseComments', 'text'],
    ['FileCopyrightText', 'copyrightText', 'text'],
    ['ArtifactOfProjectName', 'artifactOfs', 'artifact-name'],
    ['ArtifactOfProjectHomePage', 'artifactOfs', 'artifact-home'],
    ['ArtifactOfProjectURI', 'artifactOfs', 'artifact-uri'],
    ['FileComment', 'comment', 'text'],
    ['FileNotice', 'noticeText', 'text'],
    ['FileContributor', 'fileContributors', 'lines'],
    ['FileAttributionText', 'attributionTexts', 'texts'],
    ['FileDependency', 'fileDependencies', 'lines'],
  ]),
  snippet: element('snippet', [
    ['SnippetSPDXID', 'SPDXID', 'line'],
    ['SnippetFromFileSPDXID', 'snippetFromFile', 'line'],
    ['SnippetByteRange', 'ranges', 'byte-range'],
    ['SnippetLineRange', 'ranges', 'line-range'],
    ['SnippetLicenseConcluded', 'licenseConcluded', 'line'],
    ['LicenseInfoInSnippet', 'licenseInfoInSnippets', 'lines'],
    ['SnippetLicenseComments', 'licenseComments', 'text'],
    ['SnippetCopyrightText', 'copyrightText', 'text'],
    ['SnippetComment', 'comment', 'text'],
    ['SnippetName', 'name', 'line'],
    ['SnippetAttributionText', 'attributionTexts', 'texts'],
  ]),
  'extracted-license': element('extracted-license', [
    ['LicenseID', 'licenseId', 'line'],
    ['ExtractedText', 'extractedText', 'text'],
    ['LicenseName', 'name', 'line'],
    ['LicenseCrossReference', 'seeAlsos', 'lines'],
    ['LicenseComment', 'comment', 'text'],
  ]),
  annotation: element('annotation', [
    ['Annotator', 'annotator', 'line'],
    ['AnnotationDate', 'annotationDate', 'line'],
    ['AnnotationType', 'annotationType', 'line'],
    ['SPDXREF', 'SPDXREF', 'line'],
    ['AnnotationComment', 'comment', 'text'],
  ]),
  review: element('review', [
    ['Reviewer', 'reviewer', 'line'],
    ['ReviewDate', 'reviewDate', 'line'],
    ['ReviewComment', 'comment', 'text'],
  ]),
};

/** Every tag by name, except SPDXID, which belongs to the current element. */
export const tagsByName: ReadonlyMap<string, Tag> = new Map(
  Object.values(tagsOfElement)
    .flat()
    .filter((tag) => tag.name !== 'SPDXID')
    .map((tag) => [tag.name, tag]),
);

/** Tags that begin an element. */
export const firstTags: ReadonlyMap<string, TagElementKind> = new Map(
  Object.entries(tagsOfElement)
    .filter(([name]) => name !== 'document')
    .map(([name, tags]) => [tags[0]!.name, name as TagElementKind]),
);
