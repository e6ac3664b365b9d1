import type { NearName, ReviewDecisionView, ReviewGroup, ReviewGroupDetail, ReviewPreview } from '../generated/api.js';

export type { NearName, ReviewDecisionView, ReviewGroup, ReviewGroupDetail, ReviewPreview };

export type Disposition = 'internal' | 'commercial' | 'not_software' | 'unknown';

export interface ShownCandidate {
  readonly name: string;
  readonly org: string;
  readonly known: boolean;
  /** Typed or found by the reviewer. */
  readonly given: boolean;
  readonly confidence: number | null;
  readonly coordinates: readonly {
    readonly kind: string;
    readonly identifier: string;
    readonly known: boolean;
    readonly confidence?: number;
  }[];
  readonly reasonsFor: readonly string[];
  readonly reasonsAgainst: readonly string[];
}

export type Choice =
  { readonly disposition: Disposition } | { readonly purl?: string; readonly repo_url?: string; readonly cpe?: string };

export interface Decision {
  readonly group: ReviewGroup;
  readonly choice: Choice;
  /** In words, for lists and messages. */
  readonly label: string;
  readonly note: string;
  readonly sbomId: string | null;
  /** Only entries of this version; null: of every one. */
  readonly version: string | null;
  /** Decisions that were made at once have the same. */
  readonly batch: number;
  readonly entries: number;
}

/** About some of the entries: the name waits for the others. */
export const isPart = ({ sbomId, version }: Decision): boolean => sbomId !== null || version !== null;

/** The entries of one SBOM. */
export interface SbomPart {
  readonly sbomId: string;
  readonly entries: number;
}

type SendState = 'waiting' | 'sending' | 'saved' | 'refused' | 'conflict';

export interface Settled extends Decision {
  readonly orgId: string;
  readonly number: number;
  /** Unlike any other decision's. */
  readonly key: string;
  readonly state: SendState;
  readonly decisionId: string | null;
}

export interface Conflict {
  readonly settled: Settled;
  readonly revision: number;
  readonly decision: ReviewDecisionView | null;
}

const fields = { package: 'purl', repo: 'repo_url', product: 'cpe' } as const;

/** Without the identifiers that the reviewer took out. */
export function choiceOf(candidate: ShownCandidate, leftOut: ReadonlySet<string>): Choice {
  const choice: Record<string, string> = {};
  for (const { kind, identifier } of candidate.coordinates)
    if (!leftOut.has(identifier)) choice[fields[kind as keyof typeof fields]] = identifier;
  return choice;
}
