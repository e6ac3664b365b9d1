import type { VexLabel, VexResponse, VexStatus } from './vex-words.js';

/** A component that a statement is on. */
export interface VexComponent {
  /** As the exported SBOM has it. */
  readonly ref: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  readonly purl: string | null;
  readonly cpe: string | null;
}

/** The same statement on a vulnerability of one or several components. */
export interface ExportedStatement {
  readonly vulnerability: string;
  readonly aliases: readonly string[];
  readonly status: VexStatus;
  readonly label: VexLabel | null;
  readonly response: VexResponse | null;
  readonly justification: string;
  /** ISO 8601. */
  readonly statedAt: string;
  /** ISO 8601; null: it holds until another statement. */
  readonly expiresAt: string | null;
  readonly components: readonly VexComponent[];
}

/** Statements on the components of one product, ready to be written in any format. At least one statement. */
export interface VexExport {
  /** Of the document of the SBOM that the readers have; `urn:uuid:` of it is its serial number. */
  readonly documentId: string;
  /** Version of the exports, CycloneDX `version`. */
  readonly revision: number;
  readonly name: string;
  readonly version: string;
  readonly supplier: string;
  /** Package of the product; null if none is known. */
  readonly purl: string | null;
  readonly author: string;
  readonly authorId: string;
  /** When the latest statement was made, ISO 8601: the same statements are the same document. */
  readonly changedAt: string;
  readonly tool: { readonly name: string; readonly version: string };
  readonly statements: readonly ExportedStatement[];
}

/** Element of the exported SBOM (cyclonedx.org/capabilities/bomlink). */
export const bomLinkOf = ({ documentId, revision }: VexExport, ref: string): string =>
  `urn:cdx:${documentId}/${revision}#${encodeURIComponent(ref)}`;

/** The reason with what the format has no field for. */
export const reasonWithExpiry = ({ justification, expiresAt }: ExportedStatement): string =>
  expiresAt === null ? justification : `${justification} (holds until ${expiresAt})`;
