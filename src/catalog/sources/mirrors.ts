import { ConfigurationError } from '../../platform/configuration/configuration-error.js';

/** Beginnings of addresses, each with what stands for it at a mirror. */
export type Mirrors = readonly (readonly [prefix: string, mirror: string])[];

/**
 * Reads `https://nvd.nist.gov/=https://mirror.example/nvd/` for each of them; longer beginnings count first.
 *
 * @throws ConfigurationError
 */
export function readMirrors(items: Iterable<string>): Mirrors {
  const mirrors = [...items].map((item) => {
    const [prefix, mirror, ...rest] = item.split('=');
    if (rest.length > 0 || !isAddress(prefix) || !isAddress(mirror))
      throw new ConfigurationError(
        `Wrong settings: CATALOG_MIRRORS: "${item}" is not https://publisher/…=https://mirror/…`,
      );
    return [prefix, mirror] as const;
  });
  return mirrors.sort(([one], [other]) => other.length - one.length);
}

const isAddress = (text: string | undefined): text is string => {
  try {
    return new URL(text ?? '').protocol === 'https:';
  } catch {
    return false;
  }
};

/** The address at the mirror; the same one where no mirror stands for it. */
export function mirrored(address: string, mirrors: Mirrors): string {
  const found = mirrors.find(([prefix]) => address.startsWith(prefix));
  return found ? found[1] + address.slice(found[0].length) : address;
}
