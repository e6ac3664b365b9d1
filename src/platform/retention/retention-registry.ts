import { Injectable } from '@nestjs/common';

/** Rows that expire. */
export interface RetentionRule {
  /** For people: `monitoring runs`. */
  readonly name: string;
  readonly table: string;
  /** SQL condition on the table `t`; `$before` is the moment before which things are old. */
  readonly expired: string;
  readonly days: number;
  /** Only rows of such an owner. */
  readonly of?: RowOwner;
  /** Rows of other rules are owned by rows of this one: set by the registry. */
  readonly isOwner?: boolean;
}

/** Rows of another table whose rows here go with them, and before them: a row that still owns some stays. */
export interface RowOwner {
  /** Its key is `id`. */
  readonly table: string;
  /** SQL condition on the owner `o`. */
  readonly expired: string;
  /** Column with the owner's id, which an index must begin with. */
  readonly column: string;
  /** The condition of that index, where it has one, on bare columns. */
  readonly indexed?: string;
}

/** An owner that was deleted before the moment. */
export const deletedOwner = (table: string, column: string): RowOwner => ({
  table,
  column,
  expired: 'o.deleted_at < $before',
});

/** A column with names of files in the blob store; these files are kept. */
export interface BlobColumn {
  readonly table: string;
  readonly column: string;
}

/** How long rows are kept. Each module registers its own rules at start; the daily job applies them. */
@Injectable()
export class RetentionRegistry {
  private readonly byName = new Map<string, RetentionRule>();
  private readonly registeredBlobColumns: BlobColumn[] = [];

  register(...rules: readonly RetentionRule[]): void {
    for (const rule of rules) {
      if (this.byName.has(rule.name)) throw new Error(`Two retention rules for ${rule.name}`);
      this.byName.set(rule.name, rule);
    }
  }

  /** Files that no registered column names are removed. */
  registerBlobs(column: BlobColumn): void {
    this.registeredBlobColumns.push(column);
  }

  /** In the order in which they apply: owned rows before their owners. */
  get rules(): readonly RetentionRule[] {
    const all = [...this.byName.values()];
    const depth = (table: string): number =>
      Math.max(0, ...all.filter(({ of }) => of?.table === table).map((owned) => 1 + depth(owned.table)));
    return all
      .map((rule) => ({ rule, depth: depth(rule.table) }))
      .sort((a, b) => a.depth - b.depth)
      .map(({ rule, depth }) => ({
        ...rule,
        isOwner: depth > 0,
        expired: [`(${rule.expired})`, ...ownsNothing(rule.table, all)].join(' AND '),
      }));
  }

  get blobColumns(): readonly BlobColumn[] {
    return this.registeredBlobColumns;
  }
}

/** Without OFFSET the planner may join, and read the whole table of the owned rows. */
const ownsNothing = (table: string, rules: readonly RetentionRule[]): string[] => [
  ...new Set(
    rules.flatMap(({ table: owned, of }) =>
      of?.table === table
        ? [`NOT EXISTS (SELECT FROM ${owned} owned WHERE ${of.column} = t.id AND ${of.indexed ?? 'true'} OFFSET 0)`]
        : [],
    ),
  ),
];
