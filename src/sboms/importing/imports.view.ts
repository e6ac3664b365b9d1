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
}

export interface ImportMeta {
  readonly job_id: string;
  /** The first 100; getJob has all of them. */
  readonly warnings: readonly ImportWarning[];
  readonly warning_count: number;
  readonly import: ImportSummary;
}
