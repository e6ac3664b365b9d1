import type { ParseLimits } from '../../formats/format.js';
import type { OutsideGap } from '../../trees/gap.js';
import type { PathGlobs } from '../../trees/path-selection.js';
import type { ResolvedRequirements } from '../../trees/requirements.js';
import type { TreeSubject } from '../../trees/tree-events.js';
import type { SourceLocation } from '../sources/source-location.js';

/** Input of the analysing process, on its standard input. */
export interface AnalyzeInput {
  readonly tree: SourceLocation;
  /** The project as the subject of its SBOM; `ref` is its id. */
  readonly subject: TreeSubject;
  readonly paths: PathGlobs;
  readonly mergeSboms: boolean;
  /** Private folder that exists; the parent process removes it. */
  readonly folder: string;
  readonly limits: ParseLimits;
  /** Poms outside of the tree by coordinates; left out where none may be asked for. */
  readonly poms?: Readonly<Record<string, string>>;
  readonly pomGap?: OutsideGap;
  /** What registries would give for requirements; left out where none may be asked. */
  readonly resolved?: ResolvedRequirements;
  /** Only says, as JSON, which poms outside of the tree are wanted, or which requirements have no version. */
  readonly question?: 'poms' | 'requirements';
}

/** Increase it when the same source is read differently, so that unchanged sources are analysed again. */
export const readerVersion = 22;
