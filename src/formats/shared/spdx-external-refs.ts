import type { BomComponent, BomReference, Json, JsonObject } from '../../model/document.js';

/** An SPDX external reference in neutral form (SPDX 2.3, clause 7.21 and annex F). */
export type ReadExternalRef =
  { readonly purl: string } | { readonly cpe: string } | { readonly reference: BomReference } | undefined;

/** CycloneDX reference types, which SPDX keeps as types of category OTHER. */
const neutralTypes: ReadonlySet<string> = new Set(
  (
    'vcs issue-tracker website advisories bom mailing-list social chat documentation support source-distribution ' +
    'distribution distribution-intake license build-meta build-system release-notes security-contact model-card log ' +
    'configuration evidence formulation attestation threat-model adversary-model risk-assessment ' +
    'vulnerability-assertion exploitability-statement pentest-report static-analysis-report ' +
    'dynamic-analysis-report runtime-analysis-report component-analysis-report maturity-report ' +
    'certification-report codified-infrastructure quality-metrics poam electronic-signature digital-signature ' +
    'rfc-9116 patent patent-family patent-assertion citation other'
  ).split(' '),
);

/** RDF and some other writers use the URI of a listed type. */
export const listedTypes = 'http://spdx.org/rdf/references/';

export function readExternalRef(item: Json): ReadExternalRef {
  const { referenceCategory, referenceType, referenceLocator, comment } = (item ?? {}) as JsonObject;
  if (typeof referenceType !== 'string' || typeof referenceLocator !== 'string') return undefined;
  const type = referenceType.startsWith(listedTypes) ? referenceType.slice(listedTypes.length) : referenceType;
  if (type === 'purl') return { purl: referenceLocator };
  if (type === 'cpe23Type' || type === 'cpe22Type') return { cpe: referenceLocator };
  const commentMember = typeof comment === 'string' && comment !== '' ? { comment } : {};
  if (type === 'advisory') return { reference: { type: 'advisories', url: referenceLocator, ...commentMember } };
  if (referenceCategory === 'OTHER' && neutralTypes.has(type))
    return { reference: { type, url: referenceLocator, ...commentMember } };
  return undefined;
}

const purlRef = (purl: string): JsonObject => ({
  referenceCategory: 'PACKAGE-MANAGER',
  referenceType: 'purl',
  referenceLocator: withoutWhiteSpace(purl),
});

/** CPE 2.2 is a URI ("cpe:/a:…"), 2.3 the formatted string. */
const cpeRef = (cpe: string): JsonObject => ({
  referenceCategory: 'SECURITY',
  referenceType: /^cpe:\//i.test(cpe) ? 'cpe22Type' : 'cpe23Type',
  referenceLocator: withoutWhiteSpace(cpe),
});

const otherRef = ({ type, url, comment }: BomReference): JsonObject => ({
  referenceCategory: type === 'advisories' ? 'SECURITY' : 'OTHER',
  referenceType: type === 'advisories' ? 'advisory' : type,
  referenceLocator: withoutWhiteSpace(url),
  ...(comment ? { comment } : {}),
});

/** A locator has no white space (SPDX 2.3, clause 7.21). */
export const withoutWhiteSpace = (text: string): string =>
  /\s/.test(text) ? text.trim().replace(/\s/g, encodeURIComponent) : text;

const versionControl = /^(?:git|hg|svn|bzr)(?:\+[a-z]+)?:/i;
/** An address that all readers accept: a scheme and a host name with a dot. */
export const address =
  /^(?:https?|ssh|git|svn|sftp|ftp):\/\/(?:[^@/\s]+@)?[a-z0-9]+(?:[-.][a-z0-9]+)*\.[a-z]{2,}(?::\d{1,5})?(?:\/\S*)?$/i;
/** The prefix of "git+https://…". */
const versionControlPrefix = /^(?:git|hg|svn|bzr)\+/i;

/** True for a valid `homepage` or `downloadLocation` (SPDX 2.3, clauses 7.7 and 7.11). */
export const isValidLocation = (text: string): boolean => text === 'NONE' || text === 'NOASSERTION' || isDownload(text);

const isDownload = (text: string): boolean => address.test(text.replace(versionControlPrefix, ''));

/** `downloadLocation` holds a version control address as well as a plain download (SPDX 2.3, clause 7.7). */
export const readDownload = (location: string): BomReference | undefined =>
  isAbsent(location) ? undefined : { type: versionControl.test(location) ? 'vcs' : 'distribution', url: location };

export const readHomepage = (url: string): BomReference | undefined =>
  isAbsent(url) ? undefined : { type: 'website', url };

const isAbsent = (text: string): boolean => text === '' || text === 'NOASSERTION' || text === 'NONE';

export interface PackageReferences {
  readonly homepage?: string;
  readonly downloadLocation?: string;
  readonly externalRefs: JsonObject[];
}

/** The references of a package: the first plain website and download have their own members. */
export function writeReferences(component: BomComponent): PackageReferences {
  const refs = [...component.purls.map(purlRef), ...component.cpes.map(cpeRef)];
  let homepage: string | undefined;
  let downloadLocation: string | undefined;
  for (const reference of component.references) {
    if (reference.url.trim() === '') continue;
    const isPlain = !reference.comment && isDownload(reference.url);
    if (isPlain && homepage === undefined && reference.type === 'website' && address.test(reference.url))
      homepage = reference.url;
    else if (isPlain && downloadLocation === undefined && readDownload(reference.url)?.type === reference.type)
      downloadLocation = reference.url;
    else if (neutralTypes.has(reference.type)) refs.push(otherRef(reference));
  }
  return {
    ...(homepage === undefined ? {} : { homepage }),
    ...(downloadLocation === undefined ? {} : { downloadLocation }),
    externalRefs: refs,
  };
}

/**
 * The original external references after a change of the component: those that still hold stay unchanged and in
 * order, others go, new ones follow. The main purl and the main CPE come before others of their kind.
 */
export function mergeExternalRefs(own: readonly Json[], component: BomComponent): JsonObject[] {
  const written = writeReferences(component).externalRefs;
  const missing = new Map(written.map((ref) => [keyOf(ref), ref]));
  const kept = own.flatMap((item) => {
    const ref = (item ?? {}) as JsonObject;
    if (readExternalRef(ref) === undefined) return [ref];
    return missing.delete(keyOf(ref)) ? [ref] : [];
  });
  const all = [...kept, ...missing.values()];
  if (component.purls[0] !== undefined) putFirst(all, 'purl', purlRef(component.purls[0]));
  if (component.cpes[0] !== undefined) putFirst(all, 'cpe', cpeRef(component.cpes[0]));
  return all;
}

/** Ignores category and spelling of the type. */
function keyOf(ref: JsonObject): string {
  const read = readExternalRef(ref);
  return read === undefined
    ? ''
    : JSON.stringify('reference' in read ? [read.reference.type, read.reference.url] : read);
}

function putFirst(refs: JsonObject[], kind: 'purl' | 'cpe', main: JsonObject): void {
  const first = refs.findIndex((ref) => kind in (readExternalRef(ref) ?? {}));
  const own = refs.findIndex((ref) => keyOf(ref) === keyOf(main));
  if (own > first) refs.splice(first, 0, ...refs.splice(own, 1));
}
