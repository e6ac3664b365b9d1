import { buildPurl, purlKey, PurlError, purlWithoutVersion } from '../../model/purl.js';
import { repositoryFromPurl } from '../../model/repository.js';
import type { Asked } from './asked.js';

/** A package put together from what the list says, whether the catalogue knows it or not. */
export interface ComposedPackage {
  readonly key: string;
  readonly purl: string;
  readonly type: string;
  readonly namespace: string | null;
  readonly name: string;
  /** The address that the coordinates themselves name (Go paths, code hosts); null for others. */
  readonly repositoryUrl: string | null;
  /** Place of the reading that it was made from. */
  readonly reading: number;
}

/** Registries whose purls can be written from a name, an organization and the ecosystem. */
const composers: Record<
  string,
  (name: string, org: string, version: string) => { namespace: string | null; name: string }[]
> = {
  npm: (name, org) => (org.startsWith('@') ? [{ namespace: org, name }] : plain(name)),
  pypi: plain,
  gem: plain,
  cargo: plain,
  nuget: plain,
  maven: (name, org) => (/^[\w-]+(?:\.[\w-]+)*$/.test(org) && !/\s/.test(name) ? [{ namespace: org, name }] : []),
  golang: (name, org) => (org.includes('/') || org.includes('.') ? [{ namespace: org, name }] : []),
  composer: (name, org) => (/^[\w.-]+$/.test(org) ? [{ namespace: org.toLowerCase(), name }] : []),
  deb: (name, _org, version) => inNamespaces(debianNamespaces(version), name),
  apk: (name) => inNamespaces(['alpine'], name),
  rpm: (name, _org, version) => inNamespaces([rpmNamespace(version)], name),
  cran: plain,
  hex: plain,
  pub: plain,
  hackage: plain,
  cpan: (name, org) => [{ namespace: org || null, name }],
  cocoapods: (name) => [{ namespace: null, name }],
  conan: plain,
};

/** Ecosystems less likely than this are not composed for. */
const leastShare = 0.04;
const mostEcosystems = 3;
const mostReadings = 2;

/** purls that the component may have, by ecosystem and reading; ones that break the purl rules are left out. */
export function composePackages({ parsed, shares }: Pick<Asked, 'parsed' | 'shares'>): ComposedPackage[] {
  const likely = [...shares]
    .filter(([type, share]) => share >= leastShare && composers[type])
    .sort((one, other) => other[1] - one[1])
    .slice(0, mostEcosystems);
  const found = new Map<string, ComposedPackage>();
  for (const [type] of likely) {
    for (const [index, { name, org, version }] of parsed.readings.slice(0, mostReadings).entries()) {
      for (const coordinates of composers[type]!(name, org, version)) {
        const composed = compose(type, coordinates, index);
        if (composed && !found.has(composed.key)) found.set(composed.key, composed);
      }
    }
  }
  return [...found.values()];
}

function plain(name: string): { namespace: null; name: string }[] {
  // Registries know no spaces: "Graphql List Fields" is written with hyphens.
  const joined = name.replace(/\s+/g, '-');
  return joined.includes('/') ? [] : [{ namespace: null, name: joined }];
}

const inNamespaces = (namespaces: readonly string[], name: string): { namespace: string; name: string }[] =>
  namespaces.flatMap((namespace) => plain(name).map((one) => ({ ...one, namespace })));

const debianNamespaces = (version: string): string[] =>
  /ubuntu/i.test(version) ? ['ubuntu', 'debian'] : ['debian', 'ubuntu'];

/** Which distribution a version's release part tells. */
function rpmNamespace(version: string): string {
  if (/\.amzn\d/.test(version)) return 'amazon';
  if (/\.fc\d/.test(version)) return 'fedora';
  if (/-(?:lp)?\d{6}\.|\.lp\d/.test(version)) return 'opensuse-leap';
  return 'redhat';
}

function compose(
  type: string,
  { namespace, name }: { namespace: string | null; name: string },
  reading: number,
): ComposedPackage | null {
  try {
    const cased = /^(?:npm|deb|apk)$/.test(type) ? name.toLowerCase() : name;
    const purl = buildPurl({ type, namespace, name: cased });
    return {
      key: purlKey(purl),
      purl: purlWithoutVersion(purl),
      type,
      namespace: purl.namespace,
      name: purl.name,
      repositoryUrl: repositoryFromPurl(purl)?.url ?? null,
      reading,
    };
  } catch (error) {
    if (error instanceof PurlError) return null;
    throw error;
  }
}
