import { cpeKey, cpeOrNull, cpeWithoutVersion } from '../../model/cpe.js';
import { plainCpeValue } from '../../model/cpe-name.js';
import { productNames } from '../../model/names/product-names.js';
import { purlKey, purlOrNull, purlWithoutVersion } from '../../model/purl.js';
import { repositoryFromPurl, repositoryOrNull } from '../../model/repository.js';

/** The columns that identify a package; null for an invalid purl. */
export function identifyPackage(text: string): {
  readonly key: string;
  readonly purl: string;
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  /** The repository that the purl contains. */
  readonly repositoryUrl: string | null;
} | null {
  const purl = purlOrNull(text);
  if (!purl) return null;
  const { type, namespace, name } = purl;
  const repositoryUrl = repositoryFromPurl(purl)?.url ?? null;
  return { key: purlKey(purl), purl: purlWithoutVersion(purl), type, namespace, name, repositoryUrl };
}

export interface ProductIdentity {
  readonly key: string;
  readonly cpe: string;
  readonly part: string;
  readonly vendor: string;
  readonly product: string;
  /** See `productNames`. */
  readonly names: readonly string[];
}

/** The columns that identify a product; null for an invalid CPE or one without vendor and product. */
export function identifyProduct(text: string): ProductIdentity | null {
  const cpe = cpeOrNull(text);
  const key = cpe && cpeKey(cpe);
  if (!cpe || !key) return null;
  const [vendor, product] = [plainCpeValue(cpe.vendor), plainCpeValue(cpe.product)];
  return { key, cpe: cpeWithoutVersion(cpe), part: cpe.part, vendor, product, names: productNames(cpe) };
}

/** The columns that identify a repository; null for an invalid address. */
export function identifyRepository(text: string): {
  readonly url: string;
  readonly host: string;
  readonly owner: string;
  readonly name: string;
} | null {
  const repository = repositoryOrNull(text);
  if (!repository) return null;
  const { url, host, owner, name } = repository;
  return { url, host, owner: owner.toLowerCase(), name: name.toLowerCase() };
}
