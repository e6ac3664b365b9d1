import { Database } from '../../platform/database/database.js';
import type { ComponentEvidence } from '../matching/query/evidence.js';
import { serializedNothing } from '../workers/serialized-outcome.js';
import { outcomeKey } from './outcome-key.js';
import { findOutcomes, storeOutcomes } from './outcomes.repository.js';

/** An outcome, as from `serializeOutcome`, or the key under which it is cached. */
export type CachedOutcome = { readonly text: string } | { readonly key: string };

/** Some two kilobytes each. */
const defaultMaxOutcomes = 300_000;

/**
 * Outcomes of components that were resolved before, in any SBOM of any organization. Only what follows from the evidence
 * and the catalogue is cached: neither outcomes with decisions of people nor those of internal components.
 */
export class OutcomeCache {
  /** @param version as from `engineVersion` */
  constructor(
    private readonly database: Database,
    private readonly version: string,
    private readonly maxOutcomes = defaultMaxOutcomes,
  ) {}

  /**
   * Serialized outcomes in the order of the components; only those that are not cached are computed.
   *
   * @param isCopied whether the key is enough once the outcome is cached: the caller copies it in the database, which
   *   costs less than to send it there twice
   */
  async resolve(
    components: readonly ComponentEvidence[],
    compute: (components: readonly ComponentEvidence[]) => Promise<string[]>,
    isCopied: (index: number) => boolean = () => false,
  ): Promise<CachedOutcome[]> {
    const keys = components.map((component) => outcomeKey(this.version, component));
    const { epoch, outcomes } = await this.find(keys, isCopied);
    const missing = components.flatMap((_, index) => (outcomes.has(keys[index]!) ? [] : [index]));
    const fresh = new Map<number, string>();
    if (missing.length > 0) {
      const computed = await compute(missing.map((index) => components[index]!));
      for (const [position, index] of missing.entries()) fresh.set(index, computed[position]!);
      await this.store(
        epoch,
        new Map(missing.flatMap((index) => (keys[index] ? [[keys[index], fresh.get(index)!]] : []))),
      );
    }
    return keys.map((key, index): CachedOutcome => {
      const text = fresh.get(index) ?? outcomes.get(key!)!;
      const isStored = text === null || (key !== null && isCopied(index) && text !== '' && text !== serializedNothing);
      return isStored ? { key: key! } : { text: text === '' ? serializedNothing : text };
    });
  }

  private find(
    keys: readonly (string | null)[],
    isCopied: (index: number) => boolean,
  ): Promise<{ epoch: string; outcomes: Map<string, string | null> }> {
    const textKeys = keys.filter((key, index) => key !== null && !isCopied(index)) as string[];
    const all = [...new Set(keys)].filter((key) => key !== null);
    return this.database.transaction('system', (sql) => findOutcomes(sql, { keys: all, textKeys }));
  }

  private async store(epoch: string, outcomes: ReadonlyMap<string, string>): Promise<void> {
    if (outcomes.size === 0) return;
    await this.database.transaction('system', (sql) => storeOutcomes(sql, epoch, outcomes, this.maxOutcomes));
  }
}
