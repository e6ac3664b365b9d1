import type { JsonObject } from '../../model/document.js';
import type { Lifecycle, LifecycleCycle } from '../metrics/facts.js';

/** A row of the catalogue's lifecycles; the cycles are unchanged from endoflife.date. */
export interface LifecycleRow {
  readonly title: string;
  readonly link: string | null;
  readonly cycles: readonly JsonObject[];
}

export function parseLifecycle({ title, link, cycles }: LifecycleRow): Lifecycle {
  return { title, link: link ?? '', cycles: cycles.map(parseCycle) };
}

function parseCycle(cycle: JsonObject): LifecycleCycle {
  return {
    name: textOf(cycle.releaseCycle ?? cycle.cycle) ?? '',
    releasedOn: dayOf(cycle.releaseDate),
    endOfLife: dayOrFlag(cycle.eol),
    endOfSupport: typeof cycle.support === 'boolean' ? !cycle.support : dayOf(cycle.support),
    latestVersion: textOf(cycle.latest),
    latestReleasedOn: dayOf(cycle.latestReleaseDate),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const dayOf = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null;

/** `support: false` means ended, but `eol: false` means not ended. */
const dayOrFlag = (value: unknown): string | boolean | null => (typeof value === 'boolean' ? value : dayOf(value));
