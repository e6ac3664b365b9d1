import type { BomComponent, BomEvent } from '../model/document.js';

/** A package that is asked for, without a version that is in use. */
export interface OpenRequirement {
  readonly purl: string;
  /** Empty where any version will do. */
  readonly requirement: string;
}

/** What registries would give for the requirements of a tree, by `requirementKey`; and what else to say of that. */
export interface ResolvedRequirements {
  readonly versions: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** More requirements of one tree are not asked for. */
export const maxRequirements = 5_000;

/** Where a requirement without a text is one: any version, as `pip install NAME` takes it. */
const openTypes = /^pkg:(?:pypi|gem)\//;

export const requirementKey = ({ purl, requirement }: OpenRequirement): string => `${purl} ${requirement}`;

/** Null for a component with a version, and for one that no registry can know. */
export function openRequirement({ version, purls, properties }: BomComponent): OpenRequirement | null {
  const [purl] = purls;
  if (version !== '' || purl === undefined || purl.includes('?')) return null;
  const requirement = properties.find(({ name }) => name === 'manifest:requirement')?.value ?? '';
  return requirement === '' && !openTypes.test(purl) ? null : { purl, requirement };
}

/**
 * Adds to components without a version the one that their registry would give for their requirement, as a property: it
 * is not known to be in use, so it never becomes their version.
 */
export async function* withResolvedRequirements(
  batches: AsyncIterable<readonly BomEvent[]>,
  { versions, warnings }: ResolvedRequirements,
): AsyncIterable<readonly BomEvent[]> {
  const byKey = new Map(Object.entries(versions));
  const keys = new Set<string>();
  for await (const events of batches)
    yield events.map((event) => {
      const open = event.type === 'component' ? openRequirement(event.component) : null;
      if (open) keys.add(requirementKey(open));
      const value = open && byKey.get(requirementKey(open));
      if (event.type !== 'component' || !value) return event;
      const properties = [...event.component.properties, { name: 'manifest:resolved', value }];
      return { ...event, component: { ...event.component, properties } };
    });
  const more = keys.size - maxRequirements;
  const limit = `There are more requirements without a lock file than the limit of ${maxRequirements}: registries were not asked for ${more} of them`;
  for (const message of more > 0 ? [...warnings, limit] : warnings)
    yield [{ type: 'warning', warning: { place: '', message, isLoss: true } }];
}
