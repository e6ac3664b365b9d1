import type { BomComponent, BomReference, Json, JsonObject } from '../../model/document.js';

/** What one SPDX external reference says in neutral words (SPDX 2.3, clause 7.21 and annex F). */
export type ReadExternalRef =
  { readonly purl: string } | { readonly cpe: string } | { readonly reference: BomReference } | undefined;

/** CycloneDX reference types that are kept in SPDX as category OTHER with the same word as type. */
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

/** In RDF, and now and then elsewhere, a listed type is written as its URI. */
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
/** What every reader takes for an address: a scheme and a host name with a dot in it. */
export const address =
  /^(?:https?|ssh|git|svn|sftp|ftp):\/\/(?:[^@/\s]+@)?[a-z0-9]+(?:[-.][a-z0-9]+)*\.[a-z]{2,}(?::\d{1,5})?(?:\/\S*)?$/i;
/** "git+https://…": what is there is for a program of version control. */
const versionControlPrefix = /^(?:git|hg|svn|bzr)\+/i;

/** True for what may stand as `homepage` or `downloadLocation` (SPDX 2.3, clauses 7.7 and 7.11). */
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

/** Gives each reference its place in a package: the first plain website and download their own members. */
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
 * The package's own external references, after its component has been changed: those that still hold stay as they were,
 * in their order and with their comments, those that no longer hold go, new ones come after. The main purl and the main
 * CPE stand before the others of their kind.
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

/** Category and the spelling of the type do not tell references apart. */
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
