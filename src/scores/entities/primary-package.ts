import { coreNames } from '../../model/names/core-name.js';
import { compact, words } from '../../model/names/normalise.js';
import { purlTypes } from '../../model/purl-types.js';
import type { PackageRow } from './entities.repository.js';
import { isDistribution } from './entity.js';

/** Types that say no more than the repository does. */
const hostTypes = new Set(['github', 'gitlab', 'bitbucket', 'generic']);

/**
 * Of packages linked with a product or a repository, in order of their links, the makers' own that bears its name best;
 * what a distribution packages is built from the thing, and is not it. Null where none bears the name at all: of the
 * parts that a product or a repository has, none is the whole.
 */
export function primaryPackage(name: string, linked: readonly PackageRow[]): PackageRow | null {
  const candidates = linked.filter(({ type }) => purlTypes.has(type) && !isDistribution(type) && !hostTypes.has(type));
  let best: PackageRow | null = null;
  for (const one of candidates) if (nameSimilarity(name, one) > (best ? nameSimilarity(name, best) : 0)) best = one;
  return best;
}

/** 3 the same name, 2 the same without what registries add to names, 1 its first word in the package's path, 0 nothing. */
function nameSimilarity(name: string, { name: other, purl }: PackageRow): number {
  if (compact(name) === compact(other)) return 3;
  const cores = new Set([compact(name), ...coreNames(name)]);
  if ([compact(other), ...coreNames(other)].some((core) => cores.has(core))) return 2;
  const [first] = words(name).filter((word) => word.length > 2);
  return first && compact(purl.slice(purl.indexOf('/'))).includes(first) ? 1 : 0;
}
