import { ecosystemOf } from '../../model/ecosystem-words.js';
import { purlOrNull } from '../../model/purl.js';
import { isDistributionType } from '../matching/query/distribution.js';
import type { ComponentEvidence } from '../matching/query/evidence.js';
import type { ListContext } from '../matching/query/list-context.js';
import type { ListSummary } from './list-summary.js';

/** Fewer sure components are no pattern. */
const minSureCount = 3;
/** Portions are rounded, so that similar lists give the same context. */
const portionSteps = 20;
const countSteps = [100, 50, 20, 10, 5, minSureCount];

/** What a list says about its other components; null where too little is sure. */
export function contextOf({ sureCount, ecosystems, distribution, vendors }: ListSummary): ListContext | null {
  const hasPattern = sureCount >= minSureCount;
  if (!hasPattern && !distribution) return null;
  const portions = Object.entries(hasPattern ? ecosystems : {}).flatMap(([type, count]) => {
    const portion = Math.round((count / sureCount) * portionSteps) / portionSteps;
    return portion > 0 ? [[type, portion] as const] : [];
  });
  return {
    ecosystems: Object.fromEntries(portions.sort(([type], [other]) => (type < other ? -1 : 1))),
    ...(distribution && { distribution: distributionOf(distribution) }),
    vendors: hasPattern ? Object.keys(vendors).sort() : [],
    sureCount: countSteps.find((step) => sureCount >= step) ?? 0,
  };
}

/** A smaller change of a portion is no reason to resolve the list again. */
const minChange = 0.1;

/** Whether the list now says something else about its open components. */
export function isOtherContext(before: ListContext | null, after: ListContext | null): boolean {
  if (before?.distribution?.namespace !== after?.distribution?.namespace) return true;
  const [old, now] = [before?.ecosystems ?? {}, after?.ecosystems ?? {}];
  const types = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...types].some((type) => Math.abs((old[type] ?? 0) - (now[type] ?? 0)) > minChange);
}

const distributionOf = ({ namespace, release }: NonNullable<ListSummary['distribution']>) => ({
  namespace,
  ...(release !== '' && { release }),
});

/**
 * The component with what its list says about it. A component that declares a package has no use for it, and one that
 * names its ecosystem is not told another one by the majority.
 */
export function withContext(component: ComponentEvidence, context: ListContext | null): ComponentEvidence {
  const { internal, purls = [] } = component;
  if (context === null || internal || purls.some((purl) => /^\s*pkg:/i.test(purl))) return component;
  return { ...component, context: ecosystemOf(component.hint) === null ? context : { ...context, ecosystems: {} } };
}

/** Why the rest of the list, as far as the component was given it, speaks for or against a package. */
export function contextReasons({ context }: ComponentEvidence, summary: ListSummary, identifier: string): string[] {
  const purl = purlOrNull(identifier);
  if (!context || !purl) return [];
  const { type, namespace } = purl;
  const reasons: string[] = [];
  if (Object.keys(context.ecosystems).length > 0) {
    const count = summary.ecosystems[type] ?? 0;
    const packages = `of ${summary.sureCount} sure components of the SBOM are ${type} packages`;
    reasons.push(count === 0 ? `Against it: none ${packages}` : `${count} ${packages}`);
  }
  if (context.distribution && isDistributionType(type) && namespace !== null) {
    const { namespace: distribution, release = '' } = context.distribution;
    const isSame = namespace === distribution;
    reasons.push(
      `${isSame ? '' : 'Against it: '}The SBOM is of the distribution ${`${distribution} ${release}`.trim()}`,
    );
  }
  return reasons;
}
