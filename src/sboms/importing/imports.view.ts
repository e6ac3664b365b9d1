import type { BomSignature } from '../../model/document.js';
import type { EntryView } from '../components/components.view.js';
import type { SbomView } from '../sboms.view.js';
import type { EntryChanges } from './reconcile.js';

/** The SBOM as the import left it, with all entries. */
export type ImportedSbom = Omit<SbomView, 'entries'> & {
  /** All entries, in the order of the file. */
  readonly entries: readonly EntryView[];
};

export interface ImportWarning {
  /** Where in the file. */
  readonly path: string;
  /** What was not understood, and what became of it. */
  readonly message: string;
}

export interface ImportedColumn {
  /** Its name in the file. */
  readonly column: string;
  /** The field of components that it holds; null: its cells became properties. */
  readonly field: string | null;
  /** By its `name`, by a `guess`, by the request's `mapping`, or by one that is `stored` for such a header. */
  readonly source: 'name' | 'guess' | 'mapping' | 'stored';
}

/** What was found of a signature in or around the file. */
export interface FileSignature extends BomSignature {}

/** A file that was imported into an SBOM. */
export interface ImportedFileView {
  id: string;
  /** Imports of an SBOM are numbered in the order of their acceptance; dry runs and refused files take numbers too. */
  number: number;
  file_name: string;
  /** Format of the file, by its content. */
  format: string;
  /** Bytes. */
  size: number;
  imported_at: Date;
  /** Empty: it is not signed, or an earlier release imported it. */
  signatures: readonly FileSignature[];
  /** Components of the file; null: an earlier release imported it. */
  entry_count: number | null;
  /**
   * False: an earlier release imported the file after it, and kept no values that it replaced. A comparison shows then
   * which components came and went, and not what changed within one.
   */
  is_complete: boolean;
}

/** What an import did. */
export interface ImportSummary extends EntryChanges {
  readonly sbom_id: string;
  /** Format of the file, by its content. */
  readonly format: string;
  readonly components: number;
  /** True: nothing was written. */
  readonly dry_run: boolean;
  /** Of a list: what each column was taken for. */
  readonly columns?: readonly ImportedColumn[];
  /** Empty: the file is not signed. */
  readonly signatures: readonly FileSignature[];
}

export interface ImportMeta {
  readonly job_id: string;
  /** The first 100; getJob has all of them. */
  readonly warnings: readonly ImportWarning[];
  readonly warning_count: number;
  readonly import: ImportSummary;
}
