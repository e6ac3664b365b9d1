import { foreignRegistry } from '../model/foreign-registry.js';
import type { ContentsBuilder } from './contents-builder.js';
import { withoutCredentials } from './credentials.js';

/** Value of the qualifier `repository_url` for a package of this registry; empty for the public one of the type. */
export function registryQualifier(type: string, address: string): string {
  const plain = withoutCredentials(address.replace(/^(?:registry|sparse)\+/, '')).slice(0, 1_024);
  return plain === '' ? '' : (foreignRegistry({ type, qualifiers: { repository_url: plain } }) ?? '');
}

/**
 * As `registryQualifier`, for a lock file that names a registry for each package. Where none of them is the public one,
 * the one that most packages come from is taken for a mirror of it, with a warning.
 *
 * @param addresses of the packages; empty for the public registry
 */
export function registriesOfLock(
  type: string,
  addresses: readonly string[],
  out: ContentsBuilder,
): (address: string) => string {
  const counts = new Map<string, number>();
  for (const address of addresses) {
    const foreign = registryQualifier(type, address);
    if (foreign === '') return (one) => registryQualifier(type, one);
    counts.set(foreign, (counts.get(foreign) ?? 0) + 1);
  }
  const [mirror] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0]);
  if (mirror !== '')
    out.addWarning(1, `The packages of ${mirror.slice(0, 200)} are taken for those of the public registry, for the file names no other`); // prettier-ignore
  return (one) => {
    const foreign = registryQualifier(type, one);
    return foreign === mirror ? '' : foreign;
  };
}
