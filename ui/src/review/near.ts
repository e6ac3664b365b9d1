import { signal } from '@preact/signals';
import type { NearName } from '../generated/api.js';
import type { ReviewGroup } from './types.js';

/** Names nearly the same as the open one that are settled with it. */
export class Near {
  readonly taken = signal<ReadonlySet<string>>(new Set());

  forget(): void {
    if (this.taken.value.size > 0) this.taken.value = new Set();
  }

  toggle(id: string): void {
    const taken = new Set(this.taken.value);
    if (!taken.delete(id)) taken.add(id);
    this.taken.value = taken;
  }

  /** All that wait, or none if some are taken already. */
  toggleAll(names: readonly NearName[]): void {
    this.taken.value = this.taken.value.size > 0 ? new Set() : new Set(names.map(({ id }) => id));
  }
}

/** A near name as a group, as far as a decision needs it. */
export const groupOfNear = ({ id, name, org, hint, entries, revision }: NearName): ReviewGroup => ({
  id,
  name,
  org,
  hint,
  entries,
  revision,
  reason: 'candidates_differ',
  sboms: 1,
  versions: 1,
  version: '',
  risk: null,
  risk_unknown: entries,
  claim: null,
});
