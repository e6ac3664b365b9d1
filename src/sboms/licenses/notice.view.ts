/** A licence whose text is neither in the SBOM nor in the SPDX list. */
export interface MissingTextView {
  readonly license: string;
  /** Number of components under it. */
  readonly components: number;
}

/** Whether the notice of an SBOM is complete. */
export interface NoticeGapsView {
  readonly id: string;
  /** Components in the notice. */
  readonly components: number;
  /** Different texts in it. */
  readonly texts: number;
  /** False: a licence, a text or a copyright line is missing, a file was not read, or the SBOM has no components. */
  readonly complete: boolean;
  /** Number of components without a known licence. */
  readonly without_license_count: number;
  /** The first of them. */
  readonly without_license: string[];
  /** Number of components with neither a copyright line nor a licence text of their own. */
  readonly without_copyright_count: number;
  /** Files of the source that were not read, and that nobody accepted: their components may be missing. */
  readonly unread_file_count: number;
  /** Licences without a text. */
  readonly without_text: MissingTextView[];
}
