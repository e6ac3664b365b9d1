import { coreNames } from '../../model/names/core-name.js';
import { compact, words } from '../../model/names/normalise.js';
import { purlTypes } from '../../model/purl-types.js';
import type { PackageRow } from './entities.repository.js';
import { isDistribution } from './entity.js';

/** Package types that only restate the repository. */
const hostTypes = new Set(['github', 'gitlab', 'bitbucket', 'generic']);

/**
 * Of the packages linked with a product or a repository, in the order of their links, the authors' own package with the
 * most similar name; packages of distributions are excluded. Null where no name is similar: a part of a product or of a
 * repository does not stand for the whole.
 */
export function primaryPackage(name: string, linked: readonly PackageRow[]): PackageRow | null {
  const candidates = linked.filter(({ type }) => purlTypes.has(type) && !isDistribution(type) && !hostTypes.has(type));
  let best: PackageRow | null = null;
  for (const one of candidates) if (nameSimilarity(name, one) > (best ? nameSimilarity(name, best) : 0)) best = one;
  return best;
}

/** 3: equal names; 2: equal without affixes of registries; 1: the first word is part of the package's path; 0: none. */
function nameSimilarity(name: string, { name: other, purl }: PackageRow): number {
  if (compact(name) === compact(other)) return 3;
  const cores = new Set([compact(name), ...coreNames(name)]);
  if ([compact(other), ...coreNames(other)].some((core) => cores.has(core))) return 2;
  const [first] = words(name).filter((word) => word.length > 2);
  return first && compact(purl.slice(purl.indexOf('/'))).includes(first) ? 1 : 0;
}
