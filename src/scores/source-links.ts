import { formatPurl, type Purl } from '../model/purl.js';

/** Web pages of packages, by purl type. */
const pages: Readonly<Record<string, (purl: Purl) => string>> = {
  cargo: ({ name }) => `https://crates.io/crates/${name}`,
  cocoapods: ({ name }) => `https://cocoapods.org/pods/${name}`,
  composer: ({ namespace, name }) => `https://packagist.org/packages/${namespace}/${name}`,
  conan: ({ name }) => `https://conan.io/center/recipes/${name}`,
  gem: ({ name }) => `https://rubygems.org/gems/${name}`,
  github: ({ namespace, name }) => `https://github.com/${namespace}/${name}`,
  golang: ({ namespace, name }) => `https://pkg.go.dev/${namespace === null ? '' : `${namespace}/`}${name}`,
  hex: ({ name }) => `https://hex.pm/packages/${name}`,
  maven: ({ namespace, name }) => `https://central.sonatype.com/artifact/${namespace}/${name}`,
  npm: ({ namespace, name }) => `https://www.npmjs.com/package/${namespace === null ? '' : `${namespace}/`}${name}`,
  nuget: ({ name }) => `https://www.nuget.org/packages/${name}`,
  pub: ({ name }) => `https://pub.dev/packages/${name}`,
  pypi: ({ name }) => `https://pypi.org/project/${name}`,
};

/** The registry's page of a package; empty where its type has no registry. */
export function packagePage(purl: Purl): string {
  const page = Object.hasOwn(pages, purl.type) ? pages[purl.type]!(purl) : '';
  return page === '' || formatPurl(purl).length > 500 ? '' : encodeURI(page);
}

/** NVD's search page for a product. */
export const productPage = (vendor: string, product: string): string =>
  `https://nvd.nist.gov/products/cpe/search/results?namingFormat=2.3&keyword=${encodeURIComponent(`${vendor} ${product}`)}`;
