/**
 * The format-neutral bill of materials. Every format in `formats/` reads into these words and writes from them; no
 * other module knows a format's own words.
 *
 * What two families share has a typed field here. What only one family can say travels verbatim in `native`, in that
 * family's JSON shape, so that a document that leaves in the family it came from loses nothing.
 */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** The families of formats. `table` is a list as a vendor sends it: CSV or a spreadsheet. */
export type Family = 'cyclonedx' | 'spdx' | 'table';

/** CycloneDX component types, the widest set in use; SPDX `primaryPackagePurpose` maps onto it. */
export type ComponentType =
  | 'application'
  | 'framework'
  | 'library'
  | 'container'
  | 'platform'
  | 'operating-system'
  | 'device'
  | 'device-driver'
  | 'firmware'
  | 'file'
  | 'machine-learning-model'
  | 'data'
  | 'cryptographic-asset';

export interface Party {
  readonly kind: 'organization' | 'person' | 'unknown';
  readonly name: string;
  readonly email?: string;
  readonly urls?: readonly string[];
}

/** One licence statement. Exactly one of `expression`, `id`, `name` is set; `id` and `expression` are SPDX's. */
export interface BomLicense {
  readonly relation: 'declared' | 'concluded';
  readonly expression?: string;
  readonly id?: string;
  readonly name?: string;
  readonly text?: string;
  readonly url?: string;
}

/** `algorithm` in CycloneDX spelling ("SHA-256", "BLAKE2b-256", "MD5"); `value` in lower-case hexadecimal. */
export interface BomHash {
  readonly algorithm: string;
  readonly value: string;
}

/** `type` in CycloneDX spelling ("vcs", "website", "distribution", "advisories", "other" …). */
export interface BomReference {
  readonly type: string;
  readonly url: string;
  readonly comment?: string;
  readonly hashes?: readonly BomHash[];
}

export interface BomProperty {
  readonly name: string;
  readonly value: string;
}

/**
 * What a family alone can say of a thing: the members left over after the typed fields were taken out, verbatim. A
 * member that a typed field holds only in part (a licence with its `bom-ref`, a supplier with contacts) is kept here
 * too; a serializer of the same family writes it as it is if, read again, it still says what the typed field says.
 */
export interface Native {
  readonly family: Family;
  readonly data: JsonObject;
}

export interface BomComponent {
  /** Unique in its document: the bom-ref or SPDXID; made by the parser where the file has none. */
  readonly ref: string;
  /** `ref` of the component that this one is nested in, or null. */
  readonly parentRef: string | null;
  /** Where in the file it stands, for people: a JSON pointer, "line 12", "Packages!A5". */
  readonly place: string;
  readonly type: ComponentType;
  /** The name as the file has it, never corrected. */
  readonly name: string;
  /** CycloneDX `group`; empty where the format has no such field. See `entryOrg` for what an entry shows. */
  readonly group: string;
  /** Text as it stands in the file: `1.10` is not `1.1`. Empty where the file says nothing. */
  readonly version: string;
  /** As written, the main one first; validity is judged by whoever uses them. */
  readonly purls: readonly string[];
  /** As written: CPE 2.3 or 2.2 bindings, the main one first. */
  readonly cpes: readonly string[];
  readonly supplier?: Party;
  /** CycloneDX `manufacturer`, SPDX `originator`. */
  readonly originator?: Party;
  readonly publisher?: string;
  readonly author?: string;
  readonly description?: string;
  readonly copyright?: string;
  readonly scope?: 'required' | 'optional' | 'excluded';
  readonly licenses: readonly BomLicense[];
  readonly hashes: readonly BomHash[];
  readonly references: readonly BomReference[];
  readonly properties: readonly BomProperty[];
  readonly native?: Native;
}

/** What stands at the head of a document. */
export interface BomHeader {
  readonly family: Family;
  /** "1.6", "SPDX-2.3" is "2.3"; empty for a table. */
  readonly specVersion: string;
  /** Title of the document where it has one (SPDX `name`). */
  readonly name?: string;
  /** CycloneDX `serialNumber`, SPDX `documentNamespace`. */
  readonly serial?: string;
  /** CycloneDX `version` of the document: a positive whole number. */
  readonly revision?: number;
  /** ISO 8601, as written. */
  readonly created?: string;
  readonly native?: Native;
}

/** One node of the dependency graph with its outgoing edges. `from` may be the subject's ref. */
export interface BomDependency {
  readonly from: string;
  readonly to: readonly string[];
  /**
   * `depends-on` is CycloneDX `dependsOn` and SPDX DEPENDS_ON (DEPENDENCY_OF turned round); other SPDX relationships
   * between packages keep their own name ("CONTAINS", "GENERATED_FROM" …), `provides` is CycloneDX's.
   */
  readonly kind: string;
}

/** The parts of a document that are neither component nor edge, each one element, verbatim in the family's JSON shape. */
export type PartKind =
  | 'service'
  | 'vulnerability'
  | 'composition'
  | 'annotation'
  | 'formulation'
  | 'declaration'
  | 'definition'
  | 'citation'
  | 'file'
  | 'snippet'
  | 'extracted-license'
  | 'external-document'
  | 'relationship'
  | 'review'
  | 'element';

export interface BomPart {
  readonly kind: PartKind;
  readonly family: Family;
  readonly ref?: string;
  readonly data: JsonObject;
}

/** An element that could not be read, or was read with a doubt. `place` as in `BomComponent.place`. */
export interface BomWarning {
  readonly place: string;
  readonly message: string;
  /** Something of the file was lost: where warnings are too many, the others give way. */
  readonly isLoss?: true;
}

/** What was found of a signature around or in a document. */
export interface BomSignature {
  /** JSON Signature Format, XML Signature, or an envelope (DSSE) around the document. */
  readonly kind: 'jsf' | 'xml' | 'dsse';
  /**
   * `valid`: by a trusted key, and of this document; `invalid`: of another document, or by another key than it says;
   * `key_unknown`: by none of the trusted keys; `not_verified`: not of the whole document, too large, or unreadable.
   */
  readonly status: 'valid' | 'invalid' | 'key_unknown' | 'unsupported_algorithm' | 'not_verified';
  /** As the signature names it. */
  readonly algorithm: string;
  /** Name or fingerprint of the key, as the signature has it; may be empty. */
  readonly key: string;
  /** Name of the trusted key; null unless it is valid. */
  readonly signed_by: string | null;
  readonly message: string;
}

/** What a column of a list was taken for. */
export interface BomColumn {
  readonly column: string;
  /** Null: its cells became properties of the components. */
  readonly field: string | null;
  /** Why: by its `name`, by a `guess`, by the caller's `mapping`, or by one that is `stored`. */
  readonly source: 'name' | 'guess' | 'mapping' | 'stored';
}

/**
 * What a parser yields, in document order. `header` comes exactly once but at any time (a JSON object has no order).
 * `subject` comes at most once: what the document is about, no entry of the SBOM. A parser that knows it at once gives
 * the component itself; one that learns it later (SPDX DESCRIBES) yields the component like any other and then names
 * its `ref` in `subject-ref`. `signed` says that the document has a signature; whoever can verify it yields `signature`.
 */
export type BomEvent =
  | { readonly type: 'header'; readonly header: BomHeader }
  | { readonly type: 'subject'; readonly component: BomComponent }
  | { readonly type: 'subject-ref'; readonly ref: string }
  | { readonly type: 'component'; readonly component: BomComponent }
  | { readonly type: 'dependency'; readonly dependency: BomDependency }
  | { readonly type: 'part'; readonly part: BomPart }
  | { readonly type: 'warning'; readonly warning: BomWarning }
  | { readonly type: 'signed'; readonly kind: BomSignature['kind']; readonly place: string }
  | { readonly type: 'signature'; readonly signature: BomSignature }
  | { readonly type: 'columns'; readonly header: string; readonly columns: readonly BomColumn[] };

/**
 * The organization that an entry shows (api-decisions, Import): CycloneDX `group`, else supplier, else publisher;
 * SPDX: supplier, else originator. A purl's namespace fills what is missing (done by the importer, which parses purls).
 */
export function entryOrg(component: BomComponent): string {
  return component.group || component.supplier?.name || component.publisher || component.originator?.name || '';
}

/** Nothing says what the component is: it is counted, and is no entry. */
export const isNameless = ({ name, purls, cpes, hashes, references }: BomComponent): boolean =>
  name.trim() === '' && [purls, cpes, hashes, references].every((identifying) => identifying.length === 0);

/** A whole document held in memory: for small documents, tests and the command line. */
export interface Bom {
  readonly header: BomHeader;
  readonly subject: BomComponent | null;
  readonly components: readonly BomComponent[];
  readonly dependencies: readonly BomDependency[];
  readonly parts: readonly BomPart[];
  readonly warnings: readonly BomWarning[];
  /** Of a list. */
  readonly columns?: readonly BomColumn[];
  /** Of a document that was opened with trusted keys, or none. */
  readonly signatures?: readonly BomSignature[];
}
