import { Injectable } from '@nestjs/common';

/** Rows that nobody needs any more after a while. */
export interface RetentionRule {
  /** For people: `monitoring runs`. */
  readonly what: string;
  readonly table: string;
  /** SQL condition on the table `t`; `$1` is the moment before which things are old. */
  readonly expired: string;
  readonly days: number;
}

/** A column with names of files in the blob store: what stands there is kept. */
export interface BlobColumn {
  readonly table: string;
  readonly column: string;
}

/** What is kept how long. Each room declares its own when the house is built; the daily job goes by it. */
@Injectable()
export class Retention {
  private readonly declared = new Map<string, RetentionRule>();
  private readonly columns: BlobColumn[] = [];

  register(...rules: readonly RetentionRule[]): void {
    for (const rule of rules) {
      if (this.declared.has(rule.what)) throw new Error(`Two retention rules for ${rule.what}`);
      this.declared.set(rule.what, rule);
    }
  }

  /** Files that no registered column names are removed. */
  registerBlobs(column: BlobColumn): void {
    this.columns.push(column);
  }

  get rules(): readonly RetentionRule[] {
    return [...this.declared.values()];
  }

  get blobColumns(): readonly BlobColumn[] {
    return this.columns;
  }
}
