import { Injectable } from '@nestjs/common';

/** Rows that expire. */
export interface RetentionRule {
  /** For people: `monitoring runs`. */
  readonly name: string;
  readonly table: string;
  /** SQL condition on the table `t`; `$before` is the moment before which things are old. */
  readonly expired: string;
  readonly days: number;
}

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

  get rules(): readonly RetentionRule[] {
    return [...this.byName.values()];
  }

  get blobColumns(): readonly BlobColumn[] {
    return this.registeredBlobColumns;
  }
}
