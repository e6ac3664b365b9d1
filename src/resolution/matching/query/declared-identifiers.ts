import { cpeKey, cpeOrNull } from '../../../model/cpe.js';
import { foreignRegistry } from '../../../model/foreign-registry.js';
import { packageOf, purlOrNull, registryKey, type Purl } from '../../../model/purl.js';
import { repositoryFromPurl, repositoryOrNull } from '../../../model/repository.js';
import type { ComponentEvidence } from './evidence.js';

/** Identifiers that the file declares, as the catalogue keys its entries. */
export interface DeclaredIdentifiers {
  readonly purls: readonly { readonly key: string; readonly purl: string }[];
  readonly products: readonly { readonly key: string; readonly cpe: string }[];
  /** The CPE, where it is the only identifier of a package or product; several CPEs are a scanner's guesses. */
  readonly onlyProduct: string | null;
  readonly repositories: readonly string[];
  /** The package is of another registry than the public one, which does not know it. */
  readonly isForeign: boolean;
}

/** Per kind; more are a scanner's guesses. */
const maxIdentifiers = 8;

export function declaredIdentifiers({
  purls = [],
  cpes = [],
  repositories = [],
}: ComponentEvidence): DeclaredIdentifiers {
  const parsedPurls = purls
    .slice(0, maxIdentifiers)
    .map(purlOrNull)
    .filter((purl) => purl !== null);
  const parsedCpes = cpes
    .slice(0, maxIdentifiers)
    .map(cpeOrNull)
    .filter((cpe) => cpe !== null);
  const fromUrls = repositories.slice(0, maxIdentifiers).map((url) => repositoryOrNull(url)?.url);
  const fromPurls = parsedPurls.map((purl) => repositoryFromPurl(purl)?.url);
  const products = new Map(
    parsedCpes.flatMap((cpe) => {
      const key = cpeKey(cpe);
      return key ? [[key, { key, cpe: `cpe:2.3:${key}${':*'.repeat(8)}` }] as const] : [];
    }),
  );
  const [first] = products.values();
  return {
    purls: parsedPurls.map(declaredPurl),
    products: [...products.values()],
    onlyProduct: first && products.size === 1 && parsedPurls.length === 0 ? first.cpe : null,
    repositories: [...new Set([...fromUrls, ...fromPurls].filter((url) => url !== undefined))],
    isForeign: parsedPurls[0] !== undefined && foreignRegistry(parsedPurls[0]) !== null,
  };
}

function declaredPurl(declared: Purl): DeclaredIdentifiers['purls'][number] {
  const purl = packageOf(declared);
  return { key: registryKey(declared.type, purl), purl };
}
